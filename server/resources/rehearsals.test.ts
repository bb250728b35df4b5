import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rehearsal } from '#contract/alerts/rehearsals.ts'
import type { Animal } from '#contract/herd/animals.ts'
import type { Farm } from '#contract/herd/farms.ts'
import { machineNow } from '../clock.ts'
import { deleteOldRehearsals } from '../db/rehearsal/rehearsalRows.ts'
import { openWorld, square, type World } from '../testing/testWorld.ts'
import { waitingRehearsal } from './testRehearsals.ts'

let world: World
const tokens = { platform: '', admin: '', pm: '', otherPm: '', otherAdmin: '', bank: '' }
let farmId = 0
const path = '/collateral/web/alertRule/rehearsal'

beforeAll(async () => {
  world = await openWorld()
  const organisation = await world.organisation('SUPERVISOR', 'A')
  tokens.platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'P'))
  tokens.admin = await world.user('admin', 'ADMIN_SUPERVISOR', organisation)
  tokens.pm = await world.user('pm', 'SUPERVISOR_PM', organisation)
  const other = await world.organisation('SUPERVISOR', 'B')
  tokens.otherPm = await world.user('other.pm', 'SUPERVISOR_PM', other)
  tokens.otherAdmin = await world.user('other.admin', 'ADMIN_SUPERVISOR', other)
  tokens.bank = await world.user('bank', 'ADMIN_BANK', await world.organisation('BANK', 'Bank'))
  farmId = (
    await world.call<Farm>(tokens.pm, 'PUT', '/collateral/web/farm/addOrEdit', {
      name: 'farm',
      boundary: square(116, 44),
    })
  ).data.id
})
afterAll(() => world.close())

const begin = (who: keyof typeof tokens, body: object = { kind: 'LEFT_PEN', farmId }) =>
  world.call<Rehearsal>(tokens[who], 'POST', path, body)
const detail = (who: keyof typeof tokens, id: number) =>
  world.call<Rehearsal>(tokens[who], 'GET', `${path}/detail/${id}`)
const cancel = (who: keyof typeof tokens, id: number) =>
  world.call<Rehearsal>(tokens[who], 'POST', `${path}/${id}/cancel`, {})

async function ended(id: number, who: keyof typeof tokens = 'pm'): Promise<Rehearsal> {
  return expect
    .poll(async () => (await detail(who, id)).data, { timeout: 60_000, interval: 200 })
    .toMatchObject({ state: expect.stringMatching(/DONE|FAILED|CANCELLED/) })
    .then(async () => (await detail(who, id)).data)
}

test('fails without readings', { tags: 'long', timeout: 90_000 }, async () => {
  const { data } = await begin('pm', { kind: 'LEFT_PEN', farmId, parameters: { bufferMetres: 10 }, days: 3 })
  expect(data).toMatchObject({
    kind: 'LEFT_PEN',
    scope: 'FARM',
    scopeId: farmId,
    state: 'WAITING',
    share: 0,
    result: null,
  })
  expect(await ended(data.id)).toMatchObject({ state: 'FAILED', failure: 'NO_READINGS', result: null })
})

test('needs no readings for a kind judged by records, and shows own farms only', async () => {
  const animal = (
    await world.call<Animal>(tokens.pm, 'PUT', '/collateral/web/animal/addOrEdit', { visualTag: 'R-1', farmId })
  ).data
  await world.sql`update stays set from_at = '2026-01-01' where animal_id = ${animal.id}`
  await world.sql`
    with policy as (
      insert into insurance_policies (farm_id, insurer, number, starts_on, ends_on, sum_per_head, created_at)
      values (${farmId}, 'PICC', 'R-1', '2025-06-01', '2026-05-20', 1, '2026-01-02') returning id
    ) insert into policy_animals (policy_id, animal_id) select id, ${animal.id} from policy`
  const kind = 'INSURANCE_EXPIRING'
  const { data } = await begin('pm', { kind, farmId, parameters: { raiseDays: 10 } })
  const { state, result } = await ended(data.id)
  expect([state, result?.totals]).toEqual([
    'DONE',
    { today: 1, rehearsed: 0, added: 0, removed: 1, same: 0, openBefore: { today: 0, rehearsed: 0 } },
  ])
  expect(result?.examples).toEqual([
    expect.objectContaining({ subjectName: 'farm', raisedAt: '2026-04-19T16:00:00.000Z', clearedAt: null }),
  ])
  // Another supervisor can neither read it nor rehearse on this farm; banks cannot rehearse at all.
  expect([
    (await detail('otherPm', data.id)).status,
    (await detail('otherAdmin', data.id)).status,
    (await detail('bank', data.id)).status,
  ]).toEqual([404, 404, 403])
  expect([(await begin('otherPm', { kind, farmId })).status, (await begin('bank', { kind, farmId })).status]).toEqual([
    404, 403,
  ])
  const theirs = await begin('otherAdmin', { kind, scope: 'ORGANISATION', parameters: { raiseDays: 10 } })
  const { result: none } = await ended(theirs.data.id, 'otherAdmin')
  expect(none).toMatchObject({ farms: 0, totals: { today: 0, rehearsed: 0 }, subjects: [], examples: [] })
}, 90_000)

test('cancels a running rehearsal and ends its process', { tags: 'long', timeout: 120_000 }, async () => {
  const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  // Processes of earlier tests end shortly after reporting their result.
  await expect.poll(children, { timeout: 30_000, interval: 100 }).toBe(0)
  // The process reads pairings and waits for the lock, so it cannot finish by itself.
  const release = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const lockTransaction = world.sql.begin(async (sql) => {
    await sql`lock table pairings in access exclusive mode`
    isLocked.resolve()
    await release.promise
  })
  await isLocked.promise
  try {
    const { data } = await begin('pm', { kind: 'LEFT_PEN', farmId, days: 3 })
    await expect
      .poll(async () => [(await detail('pm', data.id)).data.state, children()], { timeout: 60_000, interval: 100 })
      .toEqual(['RUNNING', 1])
    expect((await cancel('pm', data.id)).data).toMatchObject({ state: 'CANCELLED', failure: null, result: null })
    await expect.poll(children, { timeout: 30_000, interval: 100 }).toBe(0)
    expect((await detail('pm', data.id)).data).toMatchObject({ state: 'CANCELLED', failure: null })
    // The next rehearsal is accepted.
    expect((await begin('pm', { kind: 'LEFT_PEN', farmId, days: 3 })).status).toBe(200)
  } finally {
    release.resolve()
    await lockTransaction
  }
})

test('runs once per organisation and is hidden from others', async () => {
  const id = await waitingRehearsal(world, 'pm')
  const second = await begin('admin')
  expect([second.status, second.error.code]).toEqual([503, 'BUSY'])
  for (const who of ['otherPm', 'platform'] as const) {
    expect((await detail(who, id)).status).toBe(404)
    expect((await cancel(who, id)).status).toBe(404)
  }
  expect((await detail('bank', id)).status).toBe(403)
  expect((await cancel('admin', id)).data.state).toBe('CANCELLED')
  expect((await cancel('pm', id)).data.state).toBe('CANCELLED')
})

test('is allowed to users who may save the rule', async () => {
  const kind = 'LEFT_PEN'
  expect((await begin('pm', { kind, scope: 'ORGANISATION' })).error.code).toBe('NOT_ALLOWED')
  expect((await begin('admin', { kind, scope: 'PLATFORM' })).error.code).toBe('NOT_ALLOWED')
  expect((await begin('platform', { kind, farmId })).error.code).toBe('NOT_ALLOWED')
  expect((await begin('otherPm', { kind, farmId })).status).toBe(404)
  const bad = await begin('pm', { kind, farmId, parameters: { bufferMetres: -1 } })
  expect([bad.status, Object.keys(bad.error.fields ?? {})]).toEqual([400, ['parameters.bufferMetres']])
  expect((await begin('pm', { kind, farmId, days: 31 })).error.fields).toHaveProperty('days')
})

test('fails when its server ended, and is deleted after a week', async () => {
  const id = await waitingRehearsal(world, 'pm')
  await world.sql`update rehearsals set touched_at = ${machineNow() - 120_000} where id = ${id}`
  expect((await detail('pm', id)).data).toMatchObject({ state: 'FAILED', failure: 'BROKEN_OFF' })
  await world.sql`update rehearsals set touched_at = ${machineNow() - 8 * 86_400_000} where id = ${id}`
  await deleteOldRehearsals(world.context.sql, machineNow())
  expect((await detail('pm', id)).status).toBe(404)
})
