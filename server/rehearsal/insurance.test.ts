import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import type { Animal } from '#contract/herd/animals.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { InsurancePolicy } from '#contract/herd/insurancePolicies.ts'
import { machineNow, toInstant } from '../clock.ts'
import { connect } from '../db/connect.ts'
import { readInsured } from '../db/projects/farmFinance.ts'
import { insuredAsOf } from '../db/rehearsal/pastInsurance.ts'
import { audit } from '../records/audit.ts'
import { openWorld, square, type World } from '../testing/testWorld.ts'
import { rehearse } from './simulate.ts'

let world: World
let pm = ''

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Herd Watch'))
})
afterAll(() => world.close())

const web = <T = { id: number }>(path: string, body: object = {}, method: 'PUT' | 'DELETE' = 'PUT') =>
  world.call<T>(pm, method, `/collateral/web/${path}`, body)
const addFarm = async (name: string) =>
  (await web<Farm>('farm/addOrEdit', { name, boundary: square(116, 44), timeZone: 'Asia/Shanghai' })).data.id
const addAnimal = async (visualTag: string, farmId: number) =>
  (await web<Animal>('animal/addOrEdit', { visualTag, farmId })).data.id

/** A policy that was entered at an instant, for these animals from then on. */
async function entered(
  farmId: number,
  number: string,
  endsOn: string,
  at: number,
  animalIds: readonly number[],
): Promise<number> {
  const [row] = await world.sql<{ id: number }[]>`
    insert into insurance_policies (farm_id, insurer, number, starts_on, ends_on, sum_per_head, created_at)
    values (${farmId}, 'PICC', ${number}, '2025-06-01', ${endsOn}, 1, ${at}) returning id`
  const id = row?.id ?? 0
  await world.sql`insert into policy_animals (policy_id, animal_id) select ${id}, unnest(${[...animalIds]}::bigint[])`
  return id
}

/** Waits for the next millisecond, the audit's unit of time. */
async function nextMoment(): Promise<number> {
  const before = machineNow()
  await expect.poll(machineNow, { interval: 1 }).toBeGreaterThan(before)
  return machineNow()
}

const [from, to] = [Date.UTC(2026, 3, 20), Date.UTC(2026, 4, 20)]
async function rehearsed(farmId: number, raiseDays: number, more: Partial<AlertRule> = {}) {
  const rule = (of: Partial<AlertRule>): AlertRule => ({
    id: 0,
    version: 0,
    kind: 'INSURANCE_EXPIRING',
    scope: 'PLATFORM',
    scopeId: null,
    severity: 'MINOR',
    enabled: true,
    parameters: { raiseDays: 30 },
    schedule: null,
    ...of,
  })
  const today = [rule({})]
  const proposed = [...today, rule({ scope: 'FARM', scopeId: farmId, parameters: { raiseDays }, ...more })]
  const shares: number[] = []
  const target = world.target
  const news = await rehearse({
    ask: {
      kind: 'INSURANCE_EXPIRING',
      farmIds: [farmId],
      shifts: [],
      ofFarms: [],
      from,
      to,
      today,
      rehearsed: proposed,
    },
    sql: connect({ target, connections: 1 }),
    target,
    onShare: (share) => shares.push(share),
  })
  if (!('result' in news)) throw new Error(JSON.stringify(news))
  expect(shares.length).toBeGreaterThan(30)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  return news.result
}

test.each([
  ['when both clocks are the machine’s', 0],
  ['in a replay of two years ago', 730 * 86_400_000],
])('reads past insurance unchanged by later edits %s', async (_, behindMs) => {
  world.context.clock.hold(machineNow() - behindMs)
  const [home, other] = [await addFarm('home'), await addFarm('other')]
  const animals = [await addAnimal('H1', home), await addAnimal('H2', home), await addAnimal('H3', home)]
  const read: { at: number; insured: unknown; act: string }[] = []
  const asOf = (insured: ReadonlyMap<number, unknown>) => [home, other].map((id) => insured.get(id) ?? [])
  let policy: InsurancePolicy
  const add = async (number: string, endsOn: string) =>
    (
      await web<InsurancePolicy>('insurance/addOrEdit', {
        farmId: home,
        insurer: 'PICC',
        number: `${number}${behindMs}`,
        startsOn: '2026-01-01',
        endsOn,
        sumPerHead: '1',
      })
    ).data
  const current = async (id: number) =>
    (await world.call<InsurancePolicy>(pm, 'GET', `/collateral/web/insurance/detail/${id}`)).data
  const acts: [string, () => Promise<{ status: number }>][] = [
    ['a policy is entered', async () => ((policy = await add('A', '2027-01-31')), { status: 200 })],
    ['two are insured', () => web('insured/add', { policyId: policy.id, ids: animals.slice(0, 2) })],
    ['it goes on', async () => web('insurance/addOrEdit', { ...(await current(policy.id)), endsOn: '2027-03-31' })],
    [
      'and begins later',
      async () => web('insurance/addOrEdit', { ...(await current(policy.id)), startsOn: '2026-02-01' }),
    ],
    [
      'one has a longer one, too',
      async () =>
        web('insured/add', {
          policyId: (await add('B', '2027-12-31')).id,
          ids: animals.slice(0, 1),
          allowsTwice: true,
        }),
    ],
    ['one is taken off', () => web('insured/remove', { policyId: policy.id, ids: animals.slice(1, 2) })],
    ['and put on again, with another', () => web('insured/add', { policyId: policy.id, ids: animals.slice(1, 3) })],
    [
      'its number changes',
      async () => web('insurance/addOrEdit', { ...(await current(policy.id)), number: `A-2 ${behindMs}` }),
    ],
    [
      'one moves to the other farm',
      async () =>
        web('animal/addOrEdit', {
          ...(await world.call<Animal>(pm, 'GET', `/collateral/web/animal/detail/${animals[2]}`)).data,
          farmId: other,
          farmSlotId: null,
        }),
    ],
    ['it is removed', () => web(`insurance/del/${policy.id}`, {}, 'DELETE')],
    ['and restored', () => web(`insurance/restore/${policy.id}`)],
  ]
  for (const [act, work] of acts) {
    world.context.clock.hold(machineNow() - behindMs)
    expect([act, (await work()).status]).toEqual([act, 200])
    const at = (await nextMoment()) - behindMs
    read.push({ act, at, insured: asOf(await readInsured(world.sql, [home, other])) })
    await nextMoment()
  }
  world.context.clock.hold(Date.UTC(2026, 4, 1, 12))
  expect(new Set(read.map(({ insured }) => JSON.stringify(insured))).size).toBeGreaterThan(6)
  for (const { act, at, insured } of read)
    expect({ act, insured: asOf(await insuredAsOf(world.sql, [home, other], at)) }).toEqual({ act, insured })
})

/** Adds a farm with two insured animals and a renewal. @returns its id */
async function insuredFarm(name: string): Promise<number> {
  const farmId = await addFarm(name)
  const animalIds = [await addAnimal(`${name} 1`, farmId), await addAnimal(`${name} 2`, farmId)]
  await world.sql`update stays set from_at = '2026-01-01' where animal_id = any(${animalIds}::bigint[])`
  await entered(farmId, `${name} old`, '2026-05-31', Date.UTC(2026, 0, 2), animalIds)
  // The renewal is entered on 10 May, its animals twelve minutes later.
  const renewal = await entered(farmId, `${name} new`, '2027-05-31', Date.UTC(2026, 4, 10, 3), animalIds)
  await audit(world.sql, { userId: 0, address: '' }, Date.UTC(2026, 4, 10, 3, 12), {
    action: 'EDIT',
    noun: 'insurance',
    nounId: renewal,
    before: {},
    after: {},
    detail: { insured: animalIds },
  })
  return farmId
}

test('raises an expiring insurance on its day until the renewal', async () => {
  const farmId = await insuredFarm('north')
  // 1 May, thirty days before 31 May, begins at 16:00 UTC on the farm.
  const same = await rehearsed(farmId, 30)
  expect(same.totals).toEqual({
    today: 1,
    rehearsed: 1,
    added: 0,
    removed: 0,
    same: 1,
    openBefore: { today: 0, rehearsed: 0 },
  })
  expect(same.examples).toEqual([
    expect.objectContaining({
      which: 'SAME',
      subjectType: 'FARM',
      subjectId: farmId,
      subjectName: 'north',
      raisedAt: '2026-04-30T16:00:00.000Z',
      clearedAt: '2026-05-10T03:15:00.000Z',
    }),
  ])
  expect(same.assumptions).toEqual(['JUDGED_EACH_FIVE_MINUTES', 'RECORDS_AS_ENTERED'])
  expect(same.days.filter(({ today }) => today > 0)).toEqual([{ day: '2026-05-01', today: 1, rehearsed: 1 }])
  expect([same.from, same.to]).toEqual([toInstant(from), toInstant(to)])

  const looser = await rehearsed(farmId, 20)
  expect(looser.totals).toMatchObject({ today: 1, rehearsed: 0, added: 0, removed: 1, same: 0 })
})

test('applies stricter, delayed and disabled insurance rules', { tags: 'long' }, async () => {
  const farmId = await insuredFarm('east')
  // 21 April is forty days before 31 May.
  const stricter = await rehearsed(farmId, 40)
  expect(stricter.totals).toMatchObject({ today: 1, rehearsed: 1, same: 1 })
  expect(stricter.examples.map(({ which, raisedAt }) => [which, raisedAt])).toEqual([
    ['SAME', '2026-04-20T16:00:00.000Z'],
  ])
  // A delay starts at that moment.
  const delayed = await rehearsed(farmId, 30, { parameters: { raiseDays: 30, raiseDelayMinutes: 60 } })
  expect(delayed.examples.map(({ raisedAt }) => raisedAt)).toEqual(['2026-04-30T17:00:00.000Z'])
  expect((await rehearsed(farmId, 30, { enabled: false })).totals).toMatchObject({ today: 1, rehearsed: 0, removed: 1 })
})

test('counts insured animals only while they stay on the farm', async () => {
  const farmId = await addFarm('south')
  const animalId = await addAnimal('S1', farmId)
  await world.sql`update stays set from_at = '2026-05-04T20:00Z', to_at = '2026-05-08T20:00Z' where animal_id = ${animalId}`
  await entered(farmId, 'S-1', '2026-05-20', Date.UTC(2026, 0, 2), [animalId])
  // Stays are read once a day: the days of the span begin at midnight UTC.
  const { examples } = await rehearsed(farmId, 30)
  expect(examples.map(({ raisedAt, clearedAt }) => [raisedAt, clearedAt])).toEqual([
    ['2026-05-05T00:00:00.000Z', '2026-05-09T00:00:00.000Z'],
  ])
})
