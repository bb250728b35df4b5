import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProjectMap } from '#contract/projects/projectMaps.ts'
import { toInstant } from '../../../clock.ts'
import { raiseAlerts } from '../../../db/alerts.ts'
import { audit } from '../../../records/audit.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { makeDays, storeReadings } from '../../herd/hours/testReadings.ts'
import { insertProject } from '../../herd/projects.ts'
import { sampleProjects } from '../headcount/projectSamples.ts'
import { insertDailyLog } from '../logs/insertLog.ts'
import { addDocument, addTestProject, post, type TestProject } from '../testLedger.ts'

const hour = 3_600_000
const begin = Date.UTC(2026, 4, 1, 12)
const at = (hours: number) => begin + hours * hour
const nobody = { userId: 0, address: '' }

let world: World
let project: TestProject
let pens: number[]
const alertIds: number[] = []
let deathId = 0
beforeAll(async () => {
  const silent = {
    gatewayIds: new Uint32Array(6),
    codes: new Uint8Array(6),
    heardAt: new Float64Array(6).fill(Number.NaN),
  }
  world = await openWorld()
  const { sql, context } = world
  const { clock } = context
  clock.hold(begin)
  await makeDays(world, begin - 24 * hour, at(72))
  project = await addTestProject(world, 'P')
  const { id, farmId, animalIds, pledgeIds, lineIds, pm } = project
  const sample = (hours: number) =>
    sampleProjects(
      { sql, herd: { heads: () => Promise.resolve(silent) }, countedHeads: context.countedHeads },
      at(hours),
    )
  await sql`insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at) select id, unit_price, priced_on, price_source, haircut, ${begin}::timestamptz from collateral_lines where project_id = ${id}`
  const pen = async (name: string, longitude: number) =>
    (
      await world.call<{ id: number }>(pm, 'PUT', '/collateral/web/farmSlot/addOrEdit', {
        farmId,
        name,
        polygon: square(longitude, 44, 0.0002),
      })
    ).data.id
  pens = [await pen('East', 116.0005), await pen('West', 115.9995)]
  await sql`update animals set pen_id = ${pens[0] ?? 0}, placed_at = ${at(1)} where id = any(${animalIds}::bigint[])`
  const band = (
    await world.call<{ id: number }>(pm, 'PUT', '/collateral/web/neckband/addOrEdit', {
      deviceId: 'AC233F00AA01',
      animalId: animalIds[1],
    })
  ).data
  await storeReadings(world, [
    { neckbandId: band.id, at: at(2), longitude: 116.0005, latitude: 44 },
    // Received eight hours late.
    { neckbandId: band.id, at: at(3), receivedAt: at(11), longitude: 115.9995, latitude: 44 },
  ])
  const alerts = await raiseAlerts(
    sql,
    [1, 2].map((place) => ({
      kind: 'NECKBAND_SILENT',
      severity: 'MAJOR',
      subjectType: 'ANIMAL',
      subjectId: animalIds[place] ?? 0,
      subjectName: String(place),
      farmId,
      penId: null,
      animalId: animalIds[place] ?? 0,
      raisedAt: at(2 * place),
      sinceAt: at(place),
      detail: {},
    })),
  )
  alertIds.push(...alerts.toSorted((one, other) => one.raisedAt.localeCompare(other.raisedAt)).map((alert) => alert.id))
  await sample(1)

  clock.hold(at(5))
  await world.call(pm, 'POST', `/collateral/web/alert/${alertIds[0]}/acknowledge`, { comment: 'seen' })
  await sql`update alerts set cleared_at = ${at(7)}, detail = '{"clearedBecause":"NECKBAND_REMOVED"}' where id = ${alertIds[0] ?? 0}`
  await raiseAlerts(sql, [
    {
      kind: 'SITE_OUTAGE',
      severity: 'CRITICAL',
      subjectType: 'FARM',
      subjectId: farmId,
      subjectName: 'F',
      farmId,
      penId: null,
      animalId: null,
      raisedAt: at(5),
      sinceAt: at(5),
      detail: {},
    },
  ])
  await sql`update alerts set cleared_at = ${at(8)} where kind = 'SITE_OUTAGE'`
  await sql`insert into day_closes (project_id, day, window_minutes, contracted, ledger, heard, unverified, unaccounted, eligible_value, balance, closed_at) values (${id}, '2026-05-01', 60, 6, 6, 0, 0, 6, 1, 1, ${at(3)})`

  // A death at hour 3 is recorded at hour 10 and corrected at hour 20.
  clock.hold(at(10))
  const documentId = await addDocument(world, 'P.pm')
  ;[deathId = 0] = await post(world, [
    {
      projectId: id,
      lineId: lineIds[0],
      pledgeIds: [pledgeIds[0] ?? 0],
      kind: 'DEATH',
      adds: false,
      reason: 'r',
      documentId,
      happenedAt: at(3),
    },
  ])
  await sample(11)
  clock.hold(at(20))
  await post(world, [
    {
      projectId: id,
      lineId: lineIds[0],
      pledgeIds: [pledgeIds[0] ?? 0],
      kind: 'CORRECTION',
      adds: true,
      correctsId: deathId,
      reason: 'r',
      happenedAt: at(20),
    },
  ])
  await sql`update collateral_lines set unit_price = 7, priced_on = '2026-05-02' where id = ${lineIds[0]}`
  await sql`insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at) values (${lineIds[0]}, 7, '2026-05-02', 'Market', 0.1, ${at(20)})`
  await sql`insert into loan_balances (project_id, balance, as_of, recorded_at) values (${id}, 25000, '2026-05-01', ${at(2)}), (${id}, 20000, '2026-05-01', ${at(20)})`
  const authorId = await world.idOf('P.pm')
  const log = {
    projectId: id,
    farmId,
    authorId,
    monitorStatus: 'NORMAL',
    handCount: 6,
    writtenAt: at(1),
    isLate: true,
  } as const
  const first = await insertDailyLog(sql, { ...log, day: '2026-05-01', text: 'late', receivedAt: at(16) })
  const better = await insertDailyLog(sql, { ...log, day: '2026-05-01', text: 'better', receivedAt: at(24) })
  await sql`alter table daily_logs disable trigger user`
  await sql`update daily_logs set corrects_id = ${first} where id = ${better}`
  await sql`alter table daily_logs enable trigger user`

  // Changes since then: a pen was redrawn and another removed, the project is being closed.
  clock.hold(at(60))
  const [west] = await sql<{ polygon: object }[]>`select polygon from pens where id = ${pens[1] ?? 0}`
  await audit(sql, nobody, at(40), {
    action: 'EDIT',
    noun: 'farmSlot',
    nounId: pens[1] ?? 0,
    before: { name: 'West before', polygon: west?.polygon },
    after: { name: 'West' },
  })
  await sql`update pens set created_at = ${begin}, deleted_at = ${at(50)} where id = ${pens[1] ?? 0}`
  await audit(sql, nobody, at(40), {
    action: 'EDIT',
    noun: 'project',
    nounId: id,
    before: { status: 'ACTIVE' },
    after: { status: 'CLOSING' },
  })
  await sql`update projects set status = 'CLOSING' where id = ${id}`
  const [ticket] = await sql<{ id: number }[]>`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at)
    select 'PROJECT_CLOSE', 'PROJECT', ${id}, 'P', '{}', u.id, u.organisation_id, ${at(40)} from users u where user_name = 'P.pm' returning id`
  await sql`update tickets set state = 'WITHDRAWN', decided_at = ${at(50)} where id = ${ticket?.id ?? 0}`
})
afterAll(() => world.close())

interface AsOfInput {
  happened: number
  recorded?: number
}
const momentOf = ({ happened, recorded = happened }: AsOfInput) => ({
  happened: toInstant(at(happened)),
  recorded: toInstant(at(recorded)),
})
const common = (call: string) => `/collateral/common/project/${project.id}/${call}`
const read = async <T>(call: string, moment: AsOfInput) =>
  (await world.call<T>(project.bank, 'GET', `${common(call)}?${new URLSearchParams(momentOf(moment)).toString()}`)).data
const list = async <T>(path: string, moment: AsOfInput, more: object = {}) => {
  const { data, error } = await world.call<{ list: T[]; total: number }>(project.bank, 'POST', path, {
    ...momentOf(moment),
    ...more,
  })
  if (data === undefined) throw new Error(`${path}: ${JSON.stringify(error)}`)
  return data.list
}

describe('a project at a past moment', () => {
  test('lists ledger entries that had happened and were recorded', async () => {
    const entries = async (moment: AsOfInput) =>
      (await list<{ kind: string; balance: number; corrected: number }>(common('ledger/list'), moment)).map(
        ({ kind, balance, corrected }) => [kind, balance, corrected],
      )
    const opening = [
      ['OPENING', 6, 0],
      ['OPENING', 3, 0],
    ]
    expect(await entries({ happened: 5 })).toEqual(opening)
    expect(await entries({ happened: 5, recorded: 15 })).toEqual([['DEATH', 5, 0], ...opening])
    expect(await entries({ happened: 2, recorded: 15 })).toEqual(opening)
    expect(await entries({ happened: 30 })).toEqual([['CORRECTION', 6, 0], ['DEATH', 5, 1], ...opening])
    expect(await entries({ happened: 15, recorded: 30 })).toEqual([['DEATH', 5, 0], ...opening])
  })

  test('shows lines with their heads and recorded price', async () => {
    const lines = async (moment: AsOfInput) =>
      (
        await list<{ heads: number; unitPrice: string; value: string; status: string }>(
          common('collateral/list'),
          moment,
        )
      ).map(({ heads, unitPrice, value, status }) => [heads, unitPrice, value, status])
    expect(await lines({ happened: 5 })).toEqual([
      [3, '10000.00', '27000.00', 'ACTIVE'],
      [3, '5000.00', '15000.00', 'ACTIVE'],
    ])
    expect((await lines({ happened: 5, recorded: 15 }))[0]).toEqual([2, '10000.00', '18000.00', 'ACTIVE'])
    expect((await lines({ happened: 25 }))[0]).toEqual([3, '7.00', '18.90', 'ACTIVE'])
    // The new price is dated the next day.
    expect((await lines({ happened: 2, recorded: 25 }))[0]).toEqual([3, '10000.00', '27000.00', 'ACTIVE'])
  })

  test('lists only balances, documents, logs and closed days recorded by then', async () => {
    const balances = async (moment: AsOfInput) =>
      (await list<{ balance: string; isCounted: boolean }>(common('balance/list'), moment)).map(
        ({ balance, isCounted }) => [balance, isCounted],
      )
    expect([
      await balances({ happened: 1 }),
      await balances({ happened: 5 }),
      await balances({ happened: 5, recorded: 30 }),
    ]).toEqual([
      [],
      [['25000.00', true]],
      [
        ['20000.00', true],
        ['25000.00', false],
      ],
    ])
    const documents = async (moment: AsOfInput) =>
      (await read<{ documents: object[] }>('documents', moment)).documents.length
    expect([
      await documents({ happened: 5 }),
      await documents({ happened: 5, recorded: 15 }),
      await documents({ happened: 2, recorded: 15 }),
    ]).toEqual([0, 1, 0])
    const logs = async (moment: AsOfInput) =>
      (await list<{ text: string; correctedById: number | null }>(common('dailylog/list'), moment))
        .map(({ text, correctedById }) => `${text} ${correctedById !== null}`)
        .toSorted((one, other) => one.localeCompare(other))
    expect([
      await logs({ happened: 5 }),
      await logs({ happened: 5, recorded: 17 }),
      await logs({ happened: 5, recorded: 30 }),
    ]).toEqual([[], ['late false'], ['better false', 'late true']])
    const days = async (moment: AsOfInput) => (await list(common('dayClose/list'), moment)).length
    expect([await days({ happened: 2, recorded: 30 }), await days({ happened: 4 })]).toEqual([0, 1])
  })

  test('shows alerts as open until cleared and unacknowledged until acknowledged', async () => {
    type Row = {
      id: number
      clearedAt: string | null
      acknowledgedBy: string | null
      comment: string | null
      detail: object
    }
    const alerts = (hours: number, more: object = {}) =>
      list<Row>(
        '/collateral/web/alert/list',
        { happened: hours },
        { projectId: project.id, kind: 'NECKBAND_SILENT', ...more },
      )
    const [raised, other] = alertIds
    expect(await alerts(3)).toMatchObject([{ id: raised, clearedAt: null, acknowledgedBy: null, comment: null }])
    expect(await alerts(6)).toMatchObject([
      { id: other },
      { id: raised, clearedAt: null, acknowledgedBy: 'P.pm', comment: 'seen', detail: {} },
    ])
    expect((await alerts(6)).flatMap(({ detail }) => Object.keys(detail))).toEqual([])
    expect(await alerts(8, { state: 'CLEARED' })).toMatchObject([
      { id: raised, clearedAt: toInstant(at(7)), detail: { clearedBecause: 'NECKBAND_REMOVED' } },
    ])
    expect((await alerts(6, { state: 'CLEARED' })).length + (await alerts(1)).length).toBe(0)
    expect((await alerts(6, { state: 'ACTIVE' })).map(({ id }) => id)).toEqual([other, raised])
  })

  test('shows requests as pending until decided and the project’s past status', async () => {
    const tickets = async (hours: number) =>
      (
        await world.call<{ list: object[] }>(project.pm, 'POST', '/collateral/web/ticket/list', {
          projectId: project.id,
          ...momentOf({ happened: hours }),
        })
      ).data.list
    expect(await tickets(30)).toEqual([])
    expect(await tickets(45)).toMatchObject([{ state: 'PENDING', decidedAt: null, canWithdraw: false }])
    expect(await tickets(55)).toMatchObject([{ state: 'WITHDRAWN', decidedAt: toInstant(at(50)) }])
    expect(await read('details', { happened: 30 })).toMatchObject({
      status: 'ACTIVE',
      loanBalance: '20000.00',
      name: 'P loan',
    })
    expect(await read('details', { happened: 5 })).toMatchObject({ status: 'ACTIVE', loanBalance: '25000.00' })
    expect(await read('details', { happened: 45 })).toMatchObject({ status: 'CLOSING' })
    const history = async (hours: number) =>
      (await list(`/collateral/web/project/${project.id}/history`, { happened: hours })).length
    expect([await history(30), await history(45)]).toEqual([0, 1])
  })

  test('ends the trend there and omits anything later', async () => {
    const trend = (hours: number) =>
      read<{ at: number[]; to: number; outages: object[] }>('headcount/trend', { happened: hours })
    expect(await trend(4)).toMatchObject({ at: [at(1)], to: at(4), outages: [] })
    expect(await trend(6)).toMatchObject({ at: [at(1)], outages: [{ from: at(5), to: null }] })
    expect(await trend(12)).toMatchObject({ at: [at(1), at(11)], outages: [{ from: at(5), to: at(8) }] })
  })

  test('maps heads in the pens and positions of that moment', async () => {
    const map = (moment: AsOfInput) => read<ProjectMap>('map', moment)
    const penHeads = ({ farms }: ProjectMap) =>
      farms.flatMap((farm) => farm.pens.map(({ name, heads }) => [name, heads]))
    const head = ({ animals }: ProjectMap) => {
      const row = animals.ids.indexOf(project.animalIds[1] ?? 0)
      return [animals.heardAt[row], animals.longitudes[row], animals.penIds[row]]
    }
    const early = await map({ happened: 5 })
    expect(penHeads(early)).toEqual([
      ['East', 6],
      ['West before', 0],
    ])
    expect([early.animals.ids.length, early.isExact, early.at]).toEqual([6, true, at(5)])
    expect(head(early)).toEqual([at(2), 116.0005, pens[0]])
    // The late reading has been recorded by now.
    expect(head(await map({ happened: 5, recorded: 30 }))).toEqual([at(3), 115.9995, pens[1]])
    expect(penHeads(await map({ happened: 5, recorded: 15 }))).toEqual(
      [
        ['East', 5],
        ['West', 0],
      ].map(([name, heads]) => [name === 'West' ? 'West before' : name, heads]),
    )
    expect(penHeads(await map({ happened: 45 }))).toEqual([
      ['East', 6],
      ['West', 0],
    ])
    expect(penHeads(await map({ happened: 55 }))).toEqual([['East', 6]])
    const now = (await world.call<ProjectMap>(project.bank, 'GET', common('map'))).data
    expect([penHeads(now), now.farms[0]?.inNoPen, now.elsewhere]).toEqual([[['East', 6]], 0, 0])
  })

  test('shows a repaid bank past alerts and map but no later alerts', async () => {
    const { sql } = world
    const set = (project_: { status: string }, ticket: { state?: string; decidedAt?: number }) =>
      Promise.all([
        sql`update projects set status = ${project_.status} where id = ${project.id}`,
        sql`
          update tickets set state = coalesce(${ticket.state ?? null}, state), decided_at = coalesce(${ticket.decidedAt ?? null}, decided_at)
          where kind = 'PROJECT_CLOSE'`,
      ])
    await set({ status: 'CLOSED' }, { state: 'APPROVED' })
    const alerts = async (hours: number) =>
      (await list('/collateral/web/alert/list', { happened: hours }, { projectId: project.id })).length
    expect([await alerts(45), await alerts(55)]).toEqual([3, 0])
    expect((await read<ProjectMap>('map', { happened: 45 })).farms).toHaveLength(1)
    // Herd time may lag behind the machine time of the decision: the release of the last head is the limit.
    await set({ status: 'CLOSED' }, { decidedAt: at(9000) })
    expect(await alerts(55)).toBe(3)
    const [head] = await sql<{ id: number }[]>`
      insert into pledges (animal_id, project_id, line_id, claimed_at, ended_at, end_reason) select animal_id, project_id, line_id, claimed_at, ${at(50)}, 'CLOSED' from pledges where id = ${project.pledgeIds[0] ?? 0} returning id`
    expect([await alerts(45), await alerts(55)]).toEqual([3, 0])
    await sql`delete from pledges where id = ${head?.id ?? 0}`
    await set({ status: 'CLOSING' }, { state: 'WITHDRAWN', decidedAt: at(50) })
  })

  test('hides history before the latest opening request from bank and borrower', async () => {
    const { sql } = world
    const [bankOrgId, borrowerOrgId, supervisorOrgId] = [
      await world.organisation('BANK', 'Q bank'),
      await world.organisation('BORROWER', 'Q borrower'),
      await world.organisation('SUPERVISOR', 'Q supervisor'),
    ]
    const [bank, borrower, pm] = [
      await world.user('Q.bank', 'BANK_USER', bankOrgId),
      await world.user('Q.borrower', 'ADMIN_BORROWER', borrowerOrgId),
      await world.user('Q.pm', 'SUPERVISOR_PM', supervisorOrgId),
    ]
    const platform = await world.user('Q.platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
    const id = await insertProject(sql, {
      code: 'Q',
      name: 'Q loan',
      bankOrgId,
      borrowerOrgId,
      supervisorOrgId,
      contractHeadcount: 1,
      loanAmount: '2.00',
      status: 'PENDING_APPROVAL',
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      farmIds: [],
      createdAt: begin,
    })
    const ask = (hours: number) => sql`
      insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at)
      select 'PROJECT_OPEN', 'PROJECT', ${id}, 'Q', '{}', u.id, u.organisation_id, ${at(hours)} from users u where user_name = 'Q.pm'`
    await ask(20)
    const renamed = {
      action: 'EDIT',
      noun: 'project',
      nounId: id,
      before: { bankOrgName: 'Earlier bank', loanAmount: '1.00' },
      after: { bankOrgName: 'Q bank' },
    } as const
    await audit(sql, nobody, at(30), renamed)
    await ask(35)
    await audit(sql, nobody, at(35), {
      ...renamed,
      before: { status: 'DRAFT', bankOrgName: 'Q bank' },
      after: { status: 'PENDING_APPROVAL' },
    })
    const details = (token: string, moment: AsOfInput) =>
      world.call<{ bankOrgName: string }>(
        token,
        'GET',
        `/collateral/common/project/${id}/details?${new URLSearchParams(momentOf(moment)).toString()}`,
      )
    for (const token of [bank, borrower]) {
      expect((await details(token, { happened: 25 })).error.fields).toEqual({ happened: 'before_opening' })
      expect((await details(token, { happened: 36, recorded: 34 })).error.fields).toEqual({
        recorded: 'before_opening',
      })
      expect((await details(token, { happened: 36 })).data.bankOrgName).toBe('Q bank')
      const history = await world.call<{ list: object[] }>(
        token,
        'POST',
        `/collateral/web/project/${id}/history`,
        momentOf({ happened: 36 }),
      )
      expect(history.data.list).toMatchObject([{ before: null, after: { status: 'PENDING_APPROVAL' } }])
    }
    for (const token of [pm, platform])
      expect((await details(token, { happened: 25 })).data).toMatchObject({
        bankOrgName: 'Earlier bank',
        loanAmount: '1.00',
      })
    // In herd time, which may lag, the project was opened before the request.
    await sql`update tickets set state = 'APPROVED', decided_at = ${at(24)} where subject_id = ${id} and raised_at = ${at(35)}`
    await sql`update projects set status = 'ACTIVE' where id = ${id}`
    expect((await details(bank, { happened: 25 })).data.bankOrgName).toBe('Q bank')
    expect((await details(pm, { happened: 25 })).data.bankOrgName).toBe('Earlier bank')
  })

  test('returns 404 without access and rejects moments outside the project’s history', async () => {
    const stranger = await world.user('stranger.bank', 'ADMIN_BANK', await world.organisation('BANK', 'Stranger'))
    const reads = [
      'details',
      'headcount',
      'headcount/trend',
      `headcount/head/${project.animalIds[0]}`,
      'coverage',
      'documents',
      'map',
    ].map((call) => ['GET', common(call), null] as const)
    const lists = [
      ...['ledger', 'headcount', 'dayClose', 'balance', 'collateral', 'pledge', 'dailylog'].map((noun) =>
        common(`${noun}/list`),
      ),
      `/collateral/web/project/${project.id}/history`,
    ].map((path) => ['POST', path, {}] as const)
    const ofProject = ['/collateral/web/alert/list', '/collateral/web/ticket/list'].map(
      (path) => ['POST', path, { projectId: project.id }] as const,
    )
    const ask = async (
      token: string,
      [method, path, body]: (typeof reads | typeof lists | typeof ofProject)[number],
      moment: AsOfInput,
    ) =>
      body === null
        ? world.call(token, method, `${path}?${new URLSearchParams(momentOf(moment)).toString()}`)
        : world.call(token, method, path, { ...body, ...momentOf(moment) })
    for (const one of [...reads, ...lists, ...ofProject]) {
      expect([one[1], (await ask(stranger, one, { happened: 5 })).status]).toEqual([one[1], 404])
      expect([one[1], (await ask(stranger, one, { happened: -5 })).status]).toEqual([one[1], 404])
      expect([one[1], (await ask(project.pm, one, { happened: 5, recorded: -1 })).error.fields]).toEqual([
        one[1],
        { recorded: 'before_opening' },
      ])
      expect([one[1], (await ask(project.pm, one, { happened: 61 })).error.fields]).toEqual([
        one[1],
        { happened: 'future' },
      ])
    }
  })
})
