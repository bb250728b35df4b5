import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { readSettings } from '../../settings.ts'
import { signatureOf } from '../../notify/channels/webhook.ts'
import { channelTransports } from '../../notify/channels/channels.ts'
import { createDelivery, type Delivery } from '../../notify/delivery.ts'
import { createChannelPost } from './channelPost.ts'
import { allDay, type DutyWorld, openDutyWorld } from './testDuty.ts'

let duty: DutyWorld
let server: Server
let address = ''
let status = 200
const requests: { headers: IncomingMessage['headers']; body: string }[] = []
const secret = 'a secret of the webhook'
const logged: string[] = []

beforeAll(async () => {
  duty = await openDutyWorld()
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      requests.push({ headers: request.headers, body })
      response.writeHead(status).end('ok')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=hidden`
})
afterAll(async () => {
  server.close()
  await duty.close()
})

const call = <T>(
  by: keyof DutyWorld['tokens'],
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => duty.world.call<T>(duty.tokens[by], method, `/collateral/web/${path}`, body)
const channel = (more: object = {}) => ({
  kind: 'WEBHOOK',
  name: 'Desk',
  severities: ['CRITICAL', 'MAJOR'],
  language: 'en-US',
  isEnabled: true,
  address,
  secret,
  ...more,
})
const carrier = (networks: readonly string[]): Delivery => {
  const { secrets, log } = duty.world.context
  return createDelivery({
    pauseMs: 0,
    sql: duty.world.context.sql,
    log,
    transports: channelTransports({ sql: duty.world.context.sql, secrets, post: createChannelPost(networks) }),
    onResult: (kind, result) => void logged.push(`${kind} ${result}`),
  })
}
const due = () =>
  duty.world
    .sql`update outbox set next_try_at = now() - interval '1 second' where sent_at is null and failed_at is null`

describe('channels of an organisation', () => {
  test('hide their secrets in answers, audit entries and the database', async () => {
    const { data, status: added } = await call<{ id: number; host: string; isSigned: boolean }>(
      'chief',
      'PUT',
      'alertChannel/addOrEdit',
      channel(),
    )
    expect([added, data.host, data.isSigned]).toEqual([200, new URL(address).host, true])
    await call('chief', 'PUT', 'alertChannel/addOrEdit', channel({ id: data.id, name: 'Control room' }))
    const columns = Object.keys(endpoints.alertChannels.list.reply.shape.list.element.shape).map((field) => ({
      field,
      title: field,
    }))
    const answers = async (list: string) => [
      await call('anna', 'GET', `alertChannel/detail/${data.id}`),
      await call('anna', 'POST', `alertChannel/${data.id}/history`, {}),
      await call('chief', 'POST', `alertChannel/${list}list`, {}),
      (
        await duty.world.server.inject({
          method: 'POST',
          url: `/collateral/web/alertChannel/${list}export`,
          headers: { 'x-auth-token': duty.tokens.chief, 'x-auth-timestamp': String(Date.now()) },
          payload: { format: 'csv', columns },
        })
      ).body,
    ]
    const present = await answers('')
    await call('chief', 'DELETE', `alertChannel/del/${data.id}`)
    const removed = await answers('trash/')
    const audited = await duty.world.sql`select before, after, detail from audit_entries where noun = 'alertChannel'`
    const stored = await duty.world
      .sql`select encode(address_sealed, 'escape') || encode(secret_sealed, 'escape') as text from alert_channels`
    const text = JSON.stringify([data, present, removed, audited, stored])
    expect(text.split('Control room').length).toBeGreaterThan(8)
    expect(text).not.toMatch(/hidden|secret of the webhook/)
    expect(text).not.toMatch(/sealed/i)
  })

  test.each([
    [{ address: 'ftp://example.com/x' }, 'address'],
    [{ address: '' }, 'address'],
    [{ secret: '' }, 'secret'],
    [{ secret: 'short' }, 'secret'],
    [{ kind: 'WECOM' }, 'secret'],
    [{ severities: [] }, 'severities'],
  ])('reject %j and name %s', async (more, field) => {
    const { status: answered, error } = await call('chief', 'PUT', 'alertChannel/addOrEdit', channel(more))
    expect([answered, Object.keys(error.fields ?? {})[0]]).toEqual([400, field])
  })

  test('require the secret again for a new host and reject outdated edits', async () => {
    const { data } = await call<{ id: number; version: number }>(
      'chief',
      'PUT',
      'alertChannel/addOrEdit',
      channel({ name: 'Moved' }),
    )
    const moved = channel({ id: data.id, address: 'https://elsewhere.example.com/x', secret: undefined })
    expect((await call('chief', 'PUT', 'alertChannel/addOrEdit', moved)).error.fields).toEqual({ secret: 'required' })
    const renamed = { ...moved, address: undefined, name: 'Renamed', version: data.version }
    expect((await call('chief', 'PUT', 'alertChannel/addOrEdit', renamed)).status).toBe(200)
    const stale = await call('chief', 'PUT', 'alertChannel/addOrEdit', renamed)
    expect([stale.status, stale.error.current]).toMatchObject([409, { name: 'Renamed', version: data.version + 1 }])
    await call('chief', 'DELETE', `alertChannel/del/${data.id}`)
  })

  test('connect to private networks only if allowed and return the test result', async () => {
    const { data } = await call<{ id: number }>('chief', 'PUT', 'alertChannel/addOrEdit', channel({ name: 'Tested' }))
    const refused = await call<{ isTaken: boolean; fault: string }>('chief', 'POST', `alertChannel/${data.id}/test`)
    expect([refused.status, refused.data.isTaken, refused.data.fault, requests.length]).toEqual([
      200,
      false,
      'ADDRESS_REFUSED',
      0,
    ])
    Object.assign(duty.world.context.settings, {
      WEBHOOK_NETWORKS: readSettings({ WEBHOOK_NETWORKS: 'loopback' }).WEBHOOK_NETWORKS,
    })
    const taken = await call<{ isTaken: boolean; fault: string | null }>(
      'chief',
      'POST',
      `alertChannel/${data.id}/test`,
    )
    expect([taken.data.isTaken, taken.data.fault]).toEqual([true, null])
    const [{ headers, body } = { headers: {}, body: '' }] = requests.splice(0)
    expect(headers['x-drover-signature']).toBe(signatureOf(secret, String(headers['x-drover-timestamp']), body))
    expect(JSON.parse(body)).toMatchObject({
      event: 'test',
      text: 'chief of Grass watch has sent this test message. Alerts will be sent here.',
    })
    status = 500
    expect((await call<{ fault: string }>('chief', 'POST', `alertChannel/${data.id}/test`)).data.fault).toBe(
      'answered 500',
    )
    for (let more = 3; more < 10; more++) await call('chief', 'POST', `alertChannel/${data.id}/test`)
    expect((await call('chief', 'POST', `alertChannel/${data.id}/test`)).error.code).toBe('TOO_MANY_TRIES')
    requests.splice(0)
    status = 200
    await call('chief', 'DELETE', `alertChannel/del/${data.id}`)
  })

  test('receive each alert once, with retries, and record the result', async () => {
    const { data } = await call<{ id: number }>(
      'chief',
      'PUT',
      'alertChannel/addOrEdit',
      channel({ name: 'Hook', kind: 'WEBHOOK' }),
    )
    const [id = 0] = await duty.raise(1, 'CRITICAL')
    const [minor = 0] = await duty.raise(1, 'MINOR')
    await duty.plan()
    const states = async () => (await duty.deliveriesOf(id)).filter((line) => line.includes('WEBHOOK'))
    const delivery = carrier(['loopback'])
    status = 503
    await delivery.deliver()
    expect(await states()).toEqual(['0 Hook WEBHOOK QUEUED'])
    status = 200
    await due()
    await delivery.deliver()
    await due()
    await delivery.deliver()
    expect(await states()).toEqual(['0 Hook WEBHOOK SENT'])
    expect(requests.map(({ headers }) => headers['x-drover-delivery'])).toEqual([
      requests[0]?.headers['x-drover-delivery'],
      requests[0]?.headers['x-drover-delivery'],
    ])
    expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({
      event: 'alert',
      reason: 'RAISED',
      alert: { id, kind: 'LEFT_PEN', severity: 'CRITICAL', farm: 'Ovoo' },
    })
    expect((await duty.deliveriesOf(minor)).filter((line) => line.includes('WEBHOOK'))).toEqual([])
    // A permanently rejected message is recorded as failed.
    status = 410
    const [rejected = 0] = await duty.raise(1, 'CRITICAL')
    await duty.plan()
    await delivery.deliver()
    expect((await duty.deliveriesOf(rejected)).filter((line) => line.includes('WEBHOOK'))).toEqual([
      '0 Hook WEBHOOK FAILED answered 410',
    ])
    // Resending it by hand creates another delivery.
    status = 200
    const [failed] = await duty.world.sql<
      { id: number }[]
    >`select id from alert_deliveries where alert_id = ${rejected} and channel = 'WEBHOOK'`
    expect((await call('anna', 'POST', `alertDelivery/${failed?.id ?? 0}/resend`)).status).toBe(200)
    await delivery.deliver()
    expect((await duty.deliveriesOf(rejected)).filter((line) => line.includes('WEBHOOK'))).toEqual([
      '0 Hook WEBHOOK FAILED answered 410',
      '1 Hook WEBHOOK SENT',
    ])
    await call('anna', 'POST', `alert/${rejected}/acknowledge`, { comment: 'seen' })
    expect((await call('anna', 'POST', `alertDelivery/${failed?.id ?? 0}/resend`)).error).toMatchObject({
      code: 'CONFLICT',
      fields: { id: 'acknowledged' },
    })
    await call('chief', 'DELETE', `alertChannel/del/${data.id}`)
    const [after = 0] = await duty.raise(1, 'CRITICAL')
    await duty.plan()
    expect((await duty.deliveriesOf(after)).filter((line) => line.includes('WEBHOOK'))).toEqual([])
    // Deliveries still name a removed channel, and a restored channel has the former address.
    expect((await call('chief', 'DELETE', `alertChannel/purge/${data.id}`)).error.code).toBe('IN_USE')
    expect((await call('chief', 'PUT', `alertChannel/restore/${data.id}`)).status).toBe(200)
    const [again = 0] = await duty.raise(1, 'CRITICAL')
    await duty.plan()
    await delivery.deliver()
    expect((await duty.deliveriesOf(again)).filter((line) => line.includes('WEBHOOK'))).toEqual(['0 Hook WEBHOOK SENT'])
    await call('chief', 'DELETE', `alertChannel/del/${data.id}`)
  })

  test('are limited to twenty, including restored ones', async () => {
    const ids: number[] = []
    for (let place = 0; place < 20; place++)
      ids.push(
        (await call<{ id: number }>('chief', 'PUT', 'alertChannel/addOrEdit', channel({ name: `${place}` }))).data.id,
      )
    expect((await call('chief', 'PUT', 'alertChannel/addOrEdit', channel())).error.fields).toEqual({ name: 'too_many' })
    await call('chief', 'DELETE', `alertChannel/del/${ids[0]}`)
    expect((await call('chief', 'PUT', 'alertChannel/addOrEdit', channel())).status).toBe(200)
    expect((await call('chief', 'PUT', `alertChannel/restore/${ids[0]}`)).error.fields).toEqual({ name: 'too_many' })
    await duty.world.sql`delete from alert_channels where id > ${ids[0] ?? 0}`
  })
})

describe('rosters', () => {
  test('list current and weekly shifts, and store hand-overs with open alerts', async () => {
    const { anna, bold } = duty.ids
    const shifts = [...allDay([anna]), { layer: 2, personId: bold, days: [1], from: 600, to: 600 }]
    const roster = { name: 'Night', timeZone: 'Asia/Shanghai', watchedFarmIds: [duty.farmId], shifts }
    const { data } = await call<{ id: number; version: number; now: object[] }>(
      'chief',
      'PUT',
      'roster/addOrEdit',
      roster,
    )
    expect(data.now).toEqual([{ layer: 1, personId: anna, name: 'anna', insteadOf: null }])
    const { data: week } = await call<{ list: { layer: number; name: string; from: string; to: string }[] }>(
      'anna',
      'GET',
      `roster/${data.id}/week?from=2026-05-04`,
    )
    expect(week.list).toMatchObject([
      { layer: 1, name: 'anna', from: '2026-05-03T16:00:00.000Z', to: '2026-05-10T16:00:00.000Z' },
      { layer: 2, name: 'bold', from: '2026-05-04T02:00:00.000Z', to: '2026-05-05T02:00:00.000Z' },
    ])
    const [critical = 0] = await duty.raise(1, 'CRITICAL')
    const { data: note } = await call<{ openAlerts: { id: number }[]; openCount: number; by: string }>(
      'anna',
      'POST',
      `roster/${data.id}/handOver`,
      { note: 'gate 3 is broken' },
    )
    expect(note.by).toBe('anna')
    expect(note.openAlerts.map(({ id }) => id)).toContain(critical)
    expect(note.openCount).toBe(note.openAlerts.length)
    await expect(duty.world.sql`update roster_hand_overs set note = ''`).rejects.toMatchObject({ code: 'DR004' })
    expect((await call<{ list: object[] }>('bold', 'GET', `roster/${data.id}/handOvers`)).data.list).toHaveLength(1)
    const stale = await call('deputy', 'PUT', 'roster/addOrEdit', { ...roster, id: data.id, version: data.version - 1 })
    expect(stale.status).toBe(409)
    expect((await call('chief', 'DELETE', `roster/del/${data.id}`)).status).toBe(200)
    expect((await call('anna', 'GET', `roster/${data.id}/handOvers`)).status).toBe(404)
  })

  test.each([
    [{ timeZone: 'Asia/Nowhere' }, 'timeZone'],
    [{ watchedFarmIds: [999_999] }, 'watchedFarmIds'],
    [{ shifts: [{ layer: 1, personId: 999_999, days: [1], from: 0, to: 0 }] }, 'shifts.0.personId'],
    [{ shifts: [{ layer: 9, personId: 1, days: [1], from: 0, to: 0 }] }, 'shifts.0.layer'],
  ])('reject %j and name %s', async (more, field) => {
    const { error } = await call('chief', 'PUT', 'roster/addOrEdit', {
      name: 'R',
      timeZone: 'UTC',
      watchedFarmIds: [],
      shifts: [],
      ...more,
    })
    expect(Object.keys(error.fields ?? {})).toEqual([field])
  })

  test('reject two overlapping stand-ins for one person', async () => {
    const { anna, bold, cara } = duty.ids
    const now = duty.world.context.clock.now()
    const add = (coverPersonId: number) =>
      call('chief', 'PUT', 'roster/standIn/add', {
        awayPersonId: anna,
        coverPersonId,
        startsAt: now,
        endsAt: now + 86_400_000,
      })
    const answers = await Promise.all([add(bold), add(cara)])
    expect(answers.map(({ status: answered }) => answered).toSorted((one, other) => one - other)).toEqual([200, 409])
  })
})

test('marks deliveries as read when the alert or the notices are read', async () => {
  const [id = 0] = await duty.raise(1)
  await duty.plan()
  const read = async () =>
    (
      await duty.world.sql<
        { name: string }[]
      >`select u.user_name as name from alert_deliveries d join users u on u.id = d.user_id where d.alert_id = ${id} and d.read_at is not null order by 1`
    ).map(({ name }) => name)
  expect(await read()).toEqual([])
  const changes: string[] = []
  const stop = duty.world.context.events.on('recordsChanged', ({ noun }) => void changes.push(noun))
  await call('chief', 'POST', `alertDelivery/alert/${id}/read`)
  expect(await read()).toEqual(['chief'])
  expect(changes).toEqual(['alertDeliveries'])
  // Reading again changes nothing, so no screen loads again.
  await call('chief', 'POST', `alertDelivery/alert/${id}/read`)
  expect(changes).toEqual(['alertDeliveries'])
  stop()
  await duty.world.call(duty.tokens.deputy, 'POST', '/api/notices/read', {})
  expect(await read()).toEqual(['chief', 'deputy'])
})

test('records sounds and popups once per person, alert and channel', async () => {
  const [id = 0, other = 0] = await duty.raise(2)
  await duty.plan()
  const shown = (name: 'anna' | 'bold', more: object) =>
    call(name, 'POST', 'alertDelivery/shown', { toldAlertIds: [id], channel: 'SOUND', isBlocked: false, ...more })
  const noted = async () =>
    (
      await duty.world.sql<{ name: string; channel: string; state: string; fault: string | null }[]>`
    select u.user_name as name, d.channel, d.state, d.fault from alert_deliveries d join users u on u.id = d.user_id where d.alert_id = any(${[id, other]}::bigint[]) and d.channel in ('SOUND', 'DESKTOP') order by d.id`
    ).map(({ name, channel, state, fault }) => [name, channel, state, fault])
  await Promise.all([shown('anna', {}), shown('anna', {})])
  await shown('anna', { channel: 'DESKTOP', isBlocked: true, toldAlertIds: [id, id] })
  await shown('bold', {})
  expect(await noted()).toEqual([
    ['anna', 'SOUND', 'SENT', null],
    ['anna', 'DESKTOP', 'FAILED', 'BLOCKED'],
    ['bold', 'SOUND', 'SENT', null],
  ])
  const { data } = await call<{ list: { id: number; channel: string }[] }>('anna', 'GET', `alertDelivery/alert/${id}`)
  const page = data.list.find(({ channel }) => channel === 'SOUND')
  // A sound delivery cannot be resent.
  expect((await call('anna', 'POST', `alertDelivery/${page?.id}/resend`)).status).toBe(409)
  expect((await shown('anna', { toldAlertIds: [id, 999_999] })).status).toBe(404)
  expect((await shown('anna', { channel: 'MAIL' })).status).toBe(400)
  // A cleared alert records no delivery.
  await duty.world.sql`update alerts set cleared_at = now() where id = ${other}`
  await shown('anna', { toldAlertIds: [other] })
  expect((await noted()).length).toBe(3)
})
