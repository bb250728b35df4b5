import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/calls/endpoint.ts'
import type { projectMonitorEndpoints } from '#contract/projects/monitor/projectMonitor.ts'
import { headCodes } from '../../../herd/headcount.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { post, addTestProject, type TestProject } from '../testLedger.ts'

type Shown = Reply<typeof projectMonitorEndpoints.shown>

let world: World
let grass: TestProject
let steppe: TestProject
/** The administrators of the banks. */
const banks = { grass: '', steppe: '' }

const shown = async (token: string) => (await world.call<Shown>(token, 'GET', '/collateral/web/project/monitor')).data
const codesFor = async (token: string) => (await shown(token)).projects.map(({ code }) => code)

beforeAll(async () => {
  // All are heard but the first of each half: a project has two lines, whose heads come one line after the other.
  world = await openWorld({
    heads: async ({ animalIds: { length } }) => ({
      codes: Uint8Array.from({ length }, (_, place) =>
        place % (length / 2) === 0 ? headCodes.unverified : headCodes.heard,
      ),
      heardAt: new Float64Array(length).fill(world.context.clock.now() - 60_000),
      gatewayIds: new Uint32Array(length),
    }),
  })
  grass = await addTestProject(world, 'Grass')
  steppe = await addTestProject(world, 'Steppe', { heads: 4, loanAmount: '60000.00' })
  const bankOf = async ({ id }: TestProject) =>
    (await world.sql<{ id: number }[]>`select bank_org_id as id from projects where id = ${id}`)[0]?.id ?? 0
  banks.grass = await world.user('grass admin', 'ADMIN_BANK', await bankOf(grass))
  banks.steppe = await world.user('steppe admin', 'ADMIN_BANK', await bankOf(steppe))
})
afterAll(() => world.close())

test('shows a bank its running projects with heads, coverage and cure', async () => {
  const { at, projects, totals } = await shown(banks.steppe)
  expect(at).toBe('2026-05-01T12:00:00.000Z')
  expect(projects).toEqual([
    {
      id: steppe.id,
      code: 'Steppe',
      name: 'Steppe loan',
      borrowerOrgName: 'Steppe borrower',
      endsOn: '2026-12-31',
      timeZone: 'Asia/Shanghai',
      farmIds: [steppe.farmId],
      contracted: 4,
      ledger: 4,
      heard: 2,
      unverified: 2,
      unaccounted: 0,
      windowMinutes: 60,
      unverifiedValue: '14000.00',
      lastHeardAt: '2026-05-01T11:59:00.000Z',
      changeToday: 4,
      gainedToday: 4,
      lostToday: 0,
      change7Days: 4,
      change30Days: 4,
      balance: '60000.00',
      value: '28000.00',
      ratio: '0.4666',
      state: 'BELOW_MINIMUM',
      warningLine: '1.2000',
      minimumLine: '1.0000',
      headsToCure: 5,
      cashToCure: '36666.67',
      priceAgeDays: 0,
    },
  ])
  expect(totals).toEqual({
    projects: 1,
    ledger: 4,
    heard: 2,
    unverified: 2,
    unaccounted: 0,
    unverifiedValue: '14000.00',
    changeToday: 4,
    gainedToday: 4,
    lostToday: 0,
    change7Days: 4,
    change30Days: 4,
    balance: '60000.00',
    value: '28000.00',
    ratio: '0.4666',
    belowMinimum: { projects: 1, balance: '60000.00', headsToCure: 5, cashToCure: '36666.67' },
    belowWarning: { projects: 0, balance: '0.00', headsToCure: 0, cashToCure: '0.00' },
  })
})

test('shows each tenant only its own projects, totals, days and entries', async () => {
  expect([
    await codesFor(banks.grass),
    await codesFor(banks.steppe),
    await codesFor(grass.borrower),
    await codesFor(steppe.borrower),
  ]).toEqual([['Grass'], ['Steppe'], ['Grass'], ['Steppe']])
  const ours = await shown(banks.grass)
  expect([ours.totals.ledger, ours.totals.balance, new Set(ours.posted.map(({ projectId }) => projectId))]).toEqual([
    6,
    '30000.00',
    new Set([grass.id]),
  ])
  const stranger = await world.user('stranger', 'ADMIN_BANK', await world.organisation('BANK', 'Third bank'))
  expect(await shown(stranger)).toEqual({
    at: '2026-05-01T12:00:00.000Z',
    projects: [],
    days: [],
    posted: [],
    done: [],
    seal: null,
    totals: {
      projects: 0,
      ledger: 0,
      heard: 0,
      unverified: 0,
      unaccounted: 0,
      unverifiedValue: '0.00',
      changeToday: 0,
      gainedToday: 0,
      lostToday: 0,
      change7Days: 0,
      change30Days: 0,
      balance: '0.00',
      value: '0.00',
      ratio: null,
      belowMinimum: { projects: 0, balance: '0.00', headsToCure: 0, cashToCure: '0.00' },
      belowWarning: { projects: 0, balance: '0.00', headsToCure: 0, cashToCure: '0.00' },
    },
  })
})

test('shows a paired wall its administrator’s projects until it is removed', async () => {
  const call = <T>(token: string, method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) =>
    world.call<T>(token, method, `/collateral/${path}`, body)
  const { code, secret } = (await call<{ code: string; secret: string }>('', 'POST', 'common/display/code')).data
  const { id } = (
    await call<{ id: number }>(banks.grass, 'PUT', 'web/display/pair', { code, name: 'Hall', shows: 'PROJECTS' })
  ).data
  const token = (await call<{ login: { token: string } }>('', 'POST', 'common/display/claim', { secret })).data.login
    .token
  expect(await shown(token)).toEqual(await shown(banks.grass))
  expect(await codesFor(token)).toEqual(['Grass'])
  expect((await world.call(token, 'GET', `/collateral/common/project/${grass.id}/details`)).status).toBe(403)
  await call(banks.grass, 'DELETE', `web/display/del/${id}`)
  expect((await world.call(token, 'GET', '/collateral/web/project/monitor')).status).toBe(401)
})

test('counts losses by day and lists the newest entries', async () => {
  const { clock } = world.context
  const [first = 0, second = 0] = grass.pledgeIds
  const lose = (pledgeId: number, kind: 'DEATH' | 'THEFT') =>
    post(world, [
      {
        projectId: grass.id,
        lineId: grass.lineIds[0],
        kind,
        pledgeIds: [pledgeId],
        adds: false,
        reason: 'r',
        happenedAt: clock.now(),
      },
    ])
  // Ten in the evening on the farm in Shanghai, and nine in the evening of the next day.
  clock.hold(Date.UTC(2026, 4, 9, 14))
  await lose(first, 'DEATH')
  clock.hold(Date.UTC(2026, 4, 10, 13))
  await lose(second, 'THEFT')
  const { projects, posted, totals, days } = await shown(banks.grass)
  expect(projects[0]).toMatchObject({ ledger: 4, changeToday: -1, change7Days: -2, change30Days: 4 })
  expect(totals).toMatchObject({ changeToday: -1, change7Days: -2, change30Days: 4 })
  expect(posted.map(({ kind, heads }) => `${kind} ${heads}`)).toEqual([
    'THEFT -1',
    'DEATH -1',
    'OPENING 3',
    'OPENING 3',
  ])
  // Every twelve hours since the opening; without samples, heard is a gap and not zero.
  const at = Date.UTC(2026, 4, 10, 12)
  expect([days[0], days.at(-2), days.at(-1)]).toEqual([
    { at: Date.UTC(2026, 4, 1, 12), ledger: 6, heard: null },
    { at, ledger: 5, heard: null },
    { at: clock.now(), ledger: 4, heard: 2 },
  ])
  await world.sql`insert into project_samples (project_id, at, window_minutes, ledger, heard, unverified, eligible_value, ratio) values (${grass.id}, ${at + 900_000}, 60, 5, 4, 1, 1, 1)`
  expect((await shown(banks.grass)).days.at(-2)).toEqual({ at, ledger: 5, heard: 4 })
})

test('lists the own projects’ decisions, logs and day closes, newest first', async () => {
  const {
    sql,
    context: { clock },
  } = world
  const now = clock.now()
  const partyOf = async ({ id }: TestProject) =>
    (
      await sql<{ bank: number; pm: number; supervisor: number }[]>`
    select bank_org_id as bank, supervisor_org_id as supervisor, (select min(id) from users) as pm from projects where id = ${id}`
    )[0] ?? { bank: 0, pm: 0, supervisor: 0 }
  for (const [project, minutes] of [
    [grass, 0],
    [steppe, 5],
  ] as const) {
    const { bank, pm, supervisor } = await partyOf(project)
    const at = now - minutes * 60_000
    // The bank decides a step of the first ticket and has no part in the second.
    const tickets = await sql<{ id: number; kind: string }[]>`
      insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at, state, decided_at)
      select kind, 'PROJECT', ${project.id}, 'Loan', '{}', ${pm}, ${supervisor}, ${at}::timestamptz, 'WITHDRAWN', ${at - 120_000}::timestamptz
      from unnest('{ANIMAL_RELEASE,MOVEMENT_PERMIT}'::text[]) kind returning id, kind`
    await sql`insert into ticket_steps (ticket_id, place, approver_role, approver_org_id) values (${tickets.find(({ kind }) => kind === 'ANIMAL_RELEASE')?.id ?? 0}, 1, 'ADMIN_BANK', ${bank})`
    const note = (heads: number, corrects: number | null) => sql<{ id: number }[]>`
      insert into daily_logs (project_id, farm_id, day, author_id, monitor_status, hand_count, note, client_key, written_at, received_at, is_late, corrects_id)
      values (${project.id}, ${project.farmId}, '2026-05-10', ${pm}, 'NORMAL', ${heads}, '', gen_random_uuid(), ${at}, ${at - 60_000}, false, ${corrects}) returning id`
    const [wrong] = await note(40, null)
    await note(4, wrong?.id ?? null)
    await sql`
      insert into day_closes (project_id, day, window_minutes, contracted, ledger, heard, unverified, unaccounted, eligible_value, balance, closed_by, closed_at)
      values (${project.id}, '2026-05-09', 60, 6, 5, 4, 1, 0, 1, 1, ${pm}, ${at})`
  }
  const { done, seal, projects } = await shown(banks.grass)
  expect(done.map(({ type, projectId, at }) => [type, projectId === grass.id, now - Date.parse(at)])).toEqual([
    ['CLOSED', true, 0],
    ['LOGGED', true, 60_000],
    ['DECIDED', true, 120_000],
  ])
  expect(done).toMatchObject([
    { day: '2026-05-09', unaccounted: 0, by: expect.any(String) },
    { handCount: 4, photos: 0, farmName: expect.any(String) },
    { kind: 'ANIMAL_RELEASE', state: 'WITHDRAWN', by: null },
  ])
  expect(seal).toBeNull()
  expect(projects[0]?.priceAgeDays).toBe(9)
  await sql`insert into seal_entries (place, source, row_key, sealed_at, row_hash, hash) values (1, 'x', '1', ${now}, sha256('x'), sha256('x'))`
  await sql`insert into seals (root, day, last_place, sealed_at) values (repeat('7', 64), '2026-05-09', 1, ${now})`
  expect((await shown(banks.grass)).seal).toEqual({
    root: '7'.repeat(64),
    day: '2026-05-09',
    sealedAt: '2026-05-10T13:00:00.000Z',
  })
})

test('sums totals, sorts by risk and drops closed projects', async () => {
  await world.sql`update projects set bank_org_id = (select bank_org_id from projects where id = ${grass.id}) where id = ${steppe.id}`
  const { projects, totals } = await shown(banks.grass)
  expect(projects.map(({ code, state }) => `${code} ${state}`)).toEqual(['Steppe BELOW_MINIMUM', 'Grass BELOW_MINIMUM'])
  expect(totals).toMatchObject({
    projects: 2,
    ledger: 8,
    balance: '90000.00',
    belowMinimum: { projects: 2, balance: '90000.00' },
  })
  // A head is worth a quarter of a cent: the total adds exact values and rounds once.
  await world.sql`update collateral_lines set unit_price = 0.01, haircut = 0.75 where project_id = any(${[grass.id, steppe.id]}::bigint[])`
  const small = await shown(banks.grass)
  const cents = (text: string) => Math.round(Number(text) * 100)
  const heads = small.projects.map(({ ledger }) => ledger)
  expect(cents(small.totals.value)).toBe(Math.round(heads.reduce((sum, one) => sum + one, 0) * 0.25))
  expect(await codesFor(banks.steppe)).toEqual([])
  await world.sql`update projects set status = 'CLOSED' where id = ${steppe.id}`
  expect(await codesFor(banks.grass)).toEqual(['Grass'])
})
