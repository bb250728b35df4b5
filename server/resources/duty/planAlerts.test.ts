import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultChannels } from '#contract/duty/notificationSettings.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import { createDelivery } from '../../notify/delivery.ts'
import { addTestProject } from '../projects/testLedger.ts'
import { allDay, type DutyWorld, openDutyWorld } from './testDuty.ts'

let duty: DutyWorld
beforeAll(async () => {
  duty = await openDutyWorld()
})
beforeEach(() => duty.clear())
afterAll(() => duty.close())

const { call, addRoster, choose, rows } = {
  call: <T>(by: keyof DutyWorld['tokens'], method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    duty.world.call<T>(duty.tokens[by], method, `/collateral/web/${path}`, body),
  async addRoster(...layers: number[][]) {
    const { status, data } = await call<{ id: number }>('chief', 'PUT', 'roster/addOrEdit', {
      name: 'All',
      timeZone: 'Asia/Shanghai',
      watchedFarmIds: [],
      shifts: allDay(...layers),
    })
    expect(status).toBe(200)
    return data.id
  },
  async choose(by: keyof DutyWorld['tokens'], more: object) {
    const settings = {
      language: 'en-US',
      timeZone: 'Asia/Shanghai',
      channels: defaultChannels,
      quietHours: null,
      quietSeverities: [],
      ...more,
    }
    expect((await call(by, 'PUT', 'account/notification/edit', settings)).status).toBe(200)
  },
  rows: <T extends object>(text: TemplateStringsArray, ...values: (string | number)[]) =>
    duty.world.sql<T[]>(text, ...values),
}

describe('recipients', () => {
  test('are each layer on shift, then administrators, then all by reminders', async () => {
    const { anna, bold } = duty.ids
    await addRoster([anna], [bold])
    const [id = 0] = await duty.raise(1, 'CRITICAL')
    await duty.plan()
    expect(await duty.deliveriesOf(id)).toEqual(['0 anna CONSOLE SENT', '0 anna MAIL QUEUED'])
    await duty.goOn(4.9)
    expect(await duty.deliveriesOf(id)).toHaveLength(2)
    await duty.goOn(0.1)
    expect((await duty.deliveriesOf(id)).slice(2)).toEqual(['1 bold CONSOLE SENT', '1 bold MAIL QUEUED'])
    await duty.goOn(5)
    expect((await duty.deliveriesOf(id)).slice(4)).toEqual([
      '2 chief CONSOLE SENT',
      '2 chief MAIL QUEUED',
      '2 deputy CONSOLE SENT',
      '2 deputy MAIL QUEUED',
    ])
    await duty.goOn(15)
    expect((await duty.deliveriesOf(id)).slice(8).filter((line) => line.includes('CONSOLE'))).toEqual([
      '3 anna CONSOLE SENT',
      '3 bold CONSOLE SENT',
      '3 chief CONSOLE SENT',
      '3 deputy CONSOLE SENT',
    ])
    expect(
      (
        await rows<{
          reason: string
        }>`select distinct reason from alert_deliveries where alert_id = ${id} order by reason`
      ).map(({ reason }) => reason),
    ).toEqual(['ADMINISTRATOR', 'ESCALATED', 'RAISED', 'REMINDER'])
    expect(await duty.world.sql`select code from notices where user_id = ${anna} order by id`).toMatchObject([
      { code: 'ALERT_RAISED' },
      { code: 'ALERT_REMINDER' },
    ])
  })

  test('receive nothing after an alert is acknowledged', async () => {
    await addRoster([duty.ids.anna, duty.ids.bold])
    const [id = 0] = await duty.raise(1, 'CRITICAL')
    await duty.plan()
    expect((await call('anna', 'POST', `alert/${id}/acknowledge`, { comment: 'going' })).status).toBe(200)
    await duty.goOn(60)
    const { data } = await call<{
      list: { step: number; recipient: string; channel: string; actedAt: string | null; readAt: string | null }[]
      state: string
      nextAt: null
    }>('bold', 'GET', `alertDelivery/alert/${id}`)
    expect([data.state, data.nextAt]).toEqual(['ACKNOWLEDGED', null])
    expect(
      data.list.map(({ step, recipient, actedAt, readAt }) => [step, recipient, actedAt !== null, readAt !== null]),
    ).toEqual([
      [0, 'anna', true, true],
      [0, 'anna', true, true],
      [0, 'bold', false, false],
      [0, 'bold', false, false],
    ])
  })

  test('are the administrators when nobody is on shift', async () => {
    const [id = 0] = await duty.raise(1)
    await duty.plan()
    expect(await duty.deliveriesOf(id)).toEqual(['0 chief CONSOLE SENT', '0 deputy CONSOLE SENT'])
    await duty.world.sql`update users set status = 'DISABLED'`
    const [other = 0] = await duty.raise(1)
    await duty.plan()
    expect(await duty.deliveriesOf(other)).toEqual([])
    expect(await rows`select ended_because from alert_escalations where alert_id = ${other}`).toMatchObject([
      { ended_because: 'NOBODY' },
    ])
  })

  test('include the stand-in and not the absent person', async () => {
    const { anna, cara } = duty.ids
    await addRoster([anna])
    const now = duty.world.context.clock.now()
    expect(
      (
        await call('chief', 'PUT', 'roster/standIn/add', {
          awayPersonId: anna,
          coverPersonId: cara,
          startsAt: now - 1000,
          endsAt: now + 3_600_000,
        })
      ).status,
    ).toBe(200)
    const [id = 0] = await duty.raise(1)
    await duty.plan()
    expect(await duty.deliveriesOf(id)).toEqual(['0 cara CONSOLE SENT'])
  })

  test('receive nothing of late alerts or alerts cleared before planning', async () => {
    const [late = 0] = await duty.raise(1, 'CRITICAL', true)
    const [over = 0] = await duty.raise(1, 'CRITICAL')
    await duty.world.sql`update alerts set cleared_at = raised_at where id = ${over}`
    await duty.goOn(60)
    expect([await duty.deliveriesOf(late), await duty.deliveriesOf(over)]).toEqual([[], []])
    expect((await call<{ state: string }>('anna', 'GET', `alertDelivery/alert/${late}`)).data.state).toBe('LATE')
    expect((await call<{ state: string }>('anna', 'GET', `alertDelivery/alert/${over}`)).data.state).toBe('CLEARED')
  })

  test('are notified of a shelved alert when its shelving ends', async () => {
    const [id = 0] = await duty.raise(1, 'CRITICAL')
    const until = duty.world.context.clock.now() + 3_600_000
    await duty.world
      .sql`update alerts set shelved_at = raised_at, shelved_until = ${until}, shelved_because = 'wind' where id = ${id}`
    await duty.goOn(59)
    expect(await duty.deliveriesOf(id)).toEqual([])
    await duty.goOn(1)
    expect(await duty.deliveriesOf(id)).toHaveLength(4)
    const events = await rows`select kind, detail from alert_events where alert_id = ${id} and kind <> 'RAISED'`
    expect(events).toMatchObject([{ kind: 'NOTIFIED', detail: { step: 0, people: 'chief\ndeputy' } }])
  })

  test('keep escalating when an alert is raised again unacknowledged', async () => {
    await addRoster([duty.ids.anna])
    const [id = 0] = await duty.raise(1, 'MAJOR')
    await duty.plan()
    await duty.world.sql`update alerts set cleared_at = raised_at where id = ${id}`
    await duty.goOn(29)
    await duty.world.sql`update alerts set cleared_at = null where id = ${id}`
    await duty.goOn(1)
    expect(await duty.deliveriesOf(id)).toEqual([
      '0 anna CONSOLE SENT',
      '1 chief CONSOLE SENT',
      '1 deputy CONSOLE SENT',
    ])
  })

  test('use their own channels outside quiet hours, with reasons for skips', async () => {
    const { anna, bold, cara } = duty.ids
    await addRoster([anna, bold, cara])
    const all = { CRITICAL: ['CONSOLE', 'MAIL', 'SMS'], MAJOR: ['MAIL'], MINOR: [], INFO: [] }
    // It is 20:00 in Shanghai.
    await choose('anna', {
      channels: all,
      quietHours: { from: 20 * 60, to: 7 * 60 },
      quietSeverities: ['MAJOR', 'MINOR', 'INFO'],
    })
    await choose('bold', { channels: { ...all, MAJOR: [] } })
    await choose('cara', { channels: all })
    await duty.world.sql`update users set email = null where id = ${cara}`
    const [major = 0] = await duty.raise(1)
    const [critical = 0] = await duty.raise(1, 'CRITICAL')
    await duty.plan()
    expect(await duty.deliveriesOf(major)).toEqual([
      '0 anna MAIL SKIPPED QUIET_HOURS',
      '0 bold CONSOLE SKIPPED NO_CHANNEL',
      '0 cara MAIL FAILED NO_ADDRESS',
    ])
    expect(await duty.deliveriesOf(critical)).toEqual(
      expect.arrayContaining([
        '0 anna SMS QUEUED',
        '0 anna MAIL QUEUED',
        '0 cara MAIL FAILED NO_ADDRESS',
        '0 cara SMS QUEUED',
      ]),
    )
  })

  test('receive mails in their own language with place, time and link', async () => {
    const { anna, bold } = duty.ids
    await addRoster([anna, bold])
    await choose('anna', { language: 'pt-BR' })
    const [id = 0] = await duty.raise(1, 'CRITICAL')
    await duty.plan()
    const mails = await rows<{
      recipient: string
      subject: string
      body: string
    }>`select recipient, subject, body from outbox where kind = 'MAIL' order by recipient`
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['anna@example.com', '[Crítico] Saiu do curral: tag 0 (Ovoo)'],
      ['bold@example.com', '【紧急】离开圈舍：tag 0（Ovoo）'],
    ])
    expect(mails[0]?.body).toContain('Também notificados: bold')
    expect(mails[1]?.body).toContain(`https://drover.test/dashboard/animal-monitor/alert?open=${id}`)
    expect(mails[1]?.body).toContain('2026年5月1日 20:00 UTC+8')
    expect(mails[0]?.body).toContain('O que fazer: Procure o animal')
  })

  test('receive mails with distance, zone, last reading and pledge', async () => {
    const { sql, context } = duty.world
    const project = await addTestProject(duty.world, 'M', { heads: 2, prices: ['13800', '1'] })
    const [animalId = 0] = project.animalIds
    await sql`update projects set supervisor_org_id = ${duty.organisationId} where id = ${project.id}`
    const at = context.clock.now()
    const [{ id: penId } = { id: 0 }] = await sql<{ id: number }[]>`
      insert into pens (farm_id, name, zone_name, polygon, created_at, updated_at) select ${duty.farmId}, 'Pen 3', 'West', boundary, now(), now() from farms where id = ${duty.farmId} returning id`
    const [{ id: neckbandId } = { id: 0 }] = await sql<
      { id: number }[]
    >`insert into neckbands (device_id, created_at, updated_at) values ('AA01', now(), now()) returning id`
    await sql`insert into pairings (neckband_id, animal_id, from_at) values (${neckbandId}, ${animalId}, ${at - 3_600_000}::timestamptz)`
    await sql`insert into neckband_states (neckband_id, saved_at, heard_at) values (${neckbandId}, now(), ${at - 120_000}::timestamptz)`
    await raiseAlerts(sql, [
      {
        kind: 'LEFT_FARM',
        severity: 'CRITICAL',
        subjectType: 'ANIMAL',
        subjectId: animalId,
        subjectName: 'M-0',
        farmId: duty.farmId,
        penId,
        animalId,
        raisedAt: at,
        sinceAt: at,
        detail: { metresOutside: 180, longitude: 116, latitude: 44 },
      },
    ])
    await duty.plan()
    const [mail] = await rows<{ body: string }>`select body from outbox where kind = 'MAIL' and subject like '%M-0%'`
    for (const line of [
      '数值：圈外 180 米',
      '地点：Ovoo · West · Pen 3',
      '最后上报：2026年5月1日 19:58 UTC+8',
      '质押：M · ¥13,800.00',
    ])
      expect(mail?.body).toContain(line)
  })

  test('are not named to themselves among several alerts', async () => {
    const { anna, bold } = duty.ids
    await addRoster([anna, bold])
    for (const name of ['anna', 'bold'] as const) await choose(name, { language: 'en-US' })
    await duty.raise(3, 'CRITICAL')
    await duty.plan()
    const mails = await rows<{ recipient: string; others: string }>`
      select recipient, substring(body from 'Also notified: ([^\n]*)') as others from outbox where kind = 'MAIL' order by 1`
    expect(mails).toEqual([
      ...Array.from({ length: 3 }, () => ({ recipient: 'anna@example.com', others: 'bold' })),
      ...Array.from({ length: 3 }, () => ({ recipient: 'bold@example.com', others: 'anna' })),
    ])
  })
})

describe('after a crash', () => {
  test('sends a written alert once from the next process', async () => {
    const [id = 0] = await duty.raise(1, 'CRITICAL')
    expect(await rows`select step from alert_escalations where alert_id = ${id} and ended_at is null`).toMatchObject([
      { step: 0 },
    ])
    await Promise.all(Array.from({ length: 4 }, () => duty.plan()))
    await duty.plan()
    expect(await duty.deliveriesOf(id)).toEqual([
      '0 chief CONSOLE SENT',
      '0 chief MAIL QUEUED',
      '0 deputy CONSOLE SENT',
      '0 deputy MAIL QUEUED',
    ])
    expect(await rows`select count(*)::int as mails from outbox`).toMatchObject([{ mails: 2 }])
  })

  test('writes a plan whole or not at all', async () => {
    const [id = 0] = await duty.raise(1, 'CRITICAL')
    await duty.world
      .sql`create function refuse_plans() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`
    await duty.world
      .sql`create trigger killed before update on alert_escalations for each row execute function refuse_plans()`
    await expect(duty.plan()).rejects.toThrow('killed')
    expect([
      await duty.deliveriesOf(id),
      await rows`select id from outbox`,
      await rows`select id from notices`,
    ]).toEqual([[], [], []])
    await duty.world.sql`drop trigger killed on alert_escalations`
    await duty.plan()
    expect(await duty.deliveriesOf(id)).toHaveLength(4)
  })

  test('writes no plan for an alert that is not written', async () => {
    await expect(
      duty.world.sql.begin(async (sql) => {
        await raiseAlerts(sql, [
          {
            kind: 'LEFT_PEN',
            severity: 'CRITICAL',
            subjectType: 'ANIMAL',
            subjectId: 5,
            subjectName: '5',
            farmId: duty.farmId,
            penId: null,
            animalId: null,
            raisedAt: 0,
            sinceAt: 0,
            detail: {},
          },
        ])
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await rows`select alert_id from alert_escalations`).toEqual([])
  })
})

describe('waiting messages', () => {
  /** Sends waiting mails. @returns their recipients */
  async function send(): Promise<string[]> {
    const sent: string[] = []
    const notified: number[][] = []
    const delivery = createDelivery({
      sql: duty.world.context.sql,
      log: duty.world.context.log,
      onResult: () => {},
      onAlertsDelivered: (ids) => notified.push(ids),
      transports: [
        { kind: 'MAIL', leaseMs: 120_000, send: async ({ recipient }) => void sent.push(recipient), close: () => {} },
      ],
    })
    await delivery.deliver()
    delivery.close()
    expect(notified).toEqual(sent.length === 0 ? [] : [[duty.organisationId]])
    return sent.toSorted()
  }

  test('are cancelled when the recipient was disabled or left', async () => {
    const { anna, bold, cara } = duty.ids
    await addRoster([anna, bold, cara])
    const [id = 0] = await duty.raise(1, 'CRITICAL')
    await duty.plan()
    const other = await duty.world.organisation('SUPERVISOR', 'Other watch')
    await duty.world.sql`update users set status = 'DISABLED' where id = ${anna}`
    await duty.world.sql`update users set organisation_id = ${other} where id = ${bold}`
    expect(await send()).toEqual(['cara@example.com'])
    const fault = 'the recipient may not sign in any more'
    expect((await duty.deliveriesOf(id)).filter((line) => line.includes('MAIL'))).toEqual([
      `0 anna MAIL FAILED ${fault}`,
      `0 bold MAIL FAILED ${fault}`,
      '0 cara MAIL SENT',
    ])
    expect(await rows`select body from outbox where body <> ''`).toEqual([])
  })

  test('are reported to the screens that show them', async () => {
    await duty.raise(1, 'CRITICAL')
    await duty.plan()
    expect(await send()).toEqual(['chief@example.com', 'deputy@example.com'])
  })
})

describe('flood', () => {
  test('becomes one notice, while critical alerts stay separate', async () => {
    await addRoster([duty.ids.anna])
    const ids = await duty.raise(12)
    const [critical = 0] = await duty.raise(1, 'CRITICAL')
    await duty.plan()
    expect(await duty.world.sql`select code, params from notices order by id`).toEqual(
      expect.arrayContaining([
        { code: 'ALERT_FLOOD', params: { count: '13' } },
        expect.objectContaining({ code: 'ALERT_RAISED' }),
      ]),
    )
    expect(await rows`select id from notices`).toHaveLength(2)
    expect(await duty.deliveriesOf(ids[0] ?? 0)).toEqual(['0 anna CONSOLE FOLDED'])
    expect(await duty.deliveriesOf(critical)).toEqual(['0 anna CONSOLE SENT', '0 anna MAIL QUEUED'])
    // It goes on while ten came in ten minutes, and ends by itself.
    await duty.goOn(9)
    const [meanwhile = 0] = await duty.raise(1)
    await duty.plan()
    expect(await duty.deliveriesOf(meanwhile)).toEqual(['0 anna CONSOLE FOLDED'])
    await duty.goOn(2)
    expect(await rows`select id from alert_floods where ended_at is null`).toEqual([])
    const [later = 0] = await duty.raise(1)
    await duty.plan()
    expect(await duty.deliveriesOf(later)).toEqual(['0 anna CONSOLE SENT'])
  })

  test('reaches by other channels a recipient without an address', async () => {
    const { anna, cara } = duty.ids
    await addRoster([anna, cara])
    const channels = { ...defaultChannels, MAJOR: ['CONSOLE', 'MAIL'] }
    for (const name of ['anna', 'cara'] as const) await choose(name, { channels })
    await duty.world.sql`update users set email = null where id = ${cara}`
    await duty.raise(12)
    await duty.plan()
    const sent = await rows<{ name: string; channel: string; state: string }>`
      select u.user_name as name, d.channel, d.state from alert_deliveries d join users u on u.id = d.user_id
      where d.alert_id is null order by 1, 2`
    expect(sent.map(({ name, channel, state }) => `${name} ${channel} ${state}`)).toEqual([
      'anna CONSOLE SENT',
      'anna MAIL QUEUED',
      'cara CONSOLE SENT',
      'cara MAIL FAILED',
    ])
  })

  test('sends critical alerts that come together in one message per channel', async () => {
    await addRoster([duty.ids.anna])
    await choose('anna', { language: 'en-US', channels: { ...defaultChannels, CRITICAL: ['CONSOLE', 'MAIL', 'SMS'] } })
    const ids = await duty.raise(18, 'CRITICAL')
    await duty.plan()
    const messages = await rows<{ kind: string; subject: string; body: string }>`
      select kind, subject, body from outbox where recipient like 'anna%' or kind = 'SMS' order by kind`
    expect(messages.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      'MAIL [Critical] 18 alerts: Left pen × 18',
      'SMS ',
    ])
    for (let tag = 0; tag < 18; tag++) expect(messages[0]?.body).toContain(`tag ${tag}`)
    // The console lists each, and every delivery says how it was sent.
    expect(await rows`select id from notices where code = 'ALERT_RAISED'`).toHaveLength(18)
    expect(await duty.deliveriesOf(ids[0] ?? 0)).toEqual([
      '0 anna CONSOLE SENT',
      '0 anna MAIL QUEUED',
      '0 anna SMS QUEUED',
    ])
    expect(await duty.deliveriesOf(ids[17] ?? 0)).toEqual([
      '0 anna CONSOLE SENT',
      '0 anna MAIL FOLDED',
      '0 anna SMS FOLDED',
    ])
    // One more is news of its own; reminders come together again.
    await duty.raise(1, 'CRITICAL')
    await duty.plan()
    expect(await rows`select id from outbox where kind = 'MAIL' and recipient like 'anna%'`).toHaveLength(2)
    await duty.goOn(6)
    await duty.goOn(16)
    const reminders = await rows<{ subject: string }>`
      select subject from outbox where kind = 'MAIL' and recipient like 'anna%' and body like 'Reminder%'`
    expect(reminders).toEqual([{ subject: '[Critical] 19 alerts: Left pen × 19' }])
  })

  test('keeps nine alerts in ten minutes separate', async () => {
    await addRoster([duty.ids.anna])
    await duty.raise(9)
    await duty.plan()
    expect(await rows`select id from notices where code = 'ALERT_RAISED'`).toHaveLength(9)
    expect(await rows`select id from alert_floods`).toEqual([])
  })

  test('plans one notice for 5,000 alerts in seconds', { tags: 'long' }, async () => {
    await addRoster([duty.ids.anna])
    const begun = performance.now()
    await duty.raise(5000)
    const raisedMs = performance.now() - begun
    await duty.plan()
    const plannedMs = performance.now() - begun - raisedMs
    expect(await rows`select code from notices`).toMatchObject([{ code: 'ALERT_FLOOD' }])
    expect(await rows`select count(*)::int as folded from alert_deliveries where state = 'FOLDED'`).toMatchObject([
      { folded: 5000 },
    ])
    expect(raisedMs).toBeLessThan(20_000)
    expect(plannedMs).toBeLessThan(20_000)
    process.stderr.write(`raised in ${Math.round(raisedMs)} ms, planned in ${Math.round(plannedMs)} ms\n`)
  })
})
