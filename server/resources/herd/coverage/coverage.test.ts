import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnimalEvent } from '#contract/herd/animalHistory.ts'
import type { Claim } from '#contract/herd/coverage/claims.ts'
import type { InsurancePolicy } from '#contract/herd/insurancePolicies.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { addLine, pledge } from '../../projects/testLedger.ts'
import { insertProject } from '../projects.ts'

let world: World
let pm = ''
let farmId = 0
const animals: { id: number; visualTag: string }[] = []

const put = <T = { id: number }>(path: string, body: object) =>
  world.call<T>(pm, 'PUT', `/collateral/web/${path}`, body)
const post = <T>(path: string, body: object) => world.call<T>(pm, 'POST', `/collateral/web/${path}`, body)
let numbers = 0
const policyInput = (more: object = {}) => ({
  farmId,
  insurer: 'PICC',
  number: `P-${++numbers}`,
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  sumPerHead: '12000',
  ...more,
})
const addPolicy = async (more: object = {}) =>
  (await put<InsurancePolicy>('insurance/addOrEdit', policyInput(more))).data
const detail = async (id: number) =>
  (await world.call<InsurancePolicy>(pm, 'GET', `/collateral/web/insurance/detail/${id}`)).data
const insure = (policyId: number, body: object) => put<{ changed: number }>('insured/add', { policyId, ...body })
const idsOf = async (filters: object) =>
  (await post<{ list: { id: number }[] }>('animal/list', { ...filters, pageSize: 100 })).data.list.map(({ id }) => id)
const claimInput = (policyId: number, animalIds: number[], more: object = {}) => ({
  policyId,
  animalIds,
  happenedOn: '2026-04-01',
  cause: 'Snow',
  amount: '12000',
  ...more,
})

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Herd Watch'))
  farmId = (await put('farm/addOrEdit', { name: 'North', boundary: square(116, 44), timeZone: 'Asia/Shanghai' })).data
    .id
  for (const visualTag of ['A1', 'A2', 'A3', 'A4', 'A5'])
    animals.push((await put<{ id: number; visualTag: string }>('animal/addOrEdit', { farmId, visualTag })).data)
})
afterAll(() => world.close())
const animalId = (place: number) => animals[place]?.id ?? 0

describe('a policy', () => {
  test.each([
    ['2026-06-01', '2026-12-31', 'UPCOMING', 244],
    ['2026-01-01', '2026-12-31', 'RUNNING', 244],
    ['2026-01-01', '2026-05-31', 'EXPIRING', 30],
    ['2026-01-01', '2026-05-01', 'EXPIRING', 0],
    ['2026-01-01', '2026-04-30', 'EXPIRED', -1],
  ] as const)('is listed for %s to %s as %s with %i days left', async (startsOn, endsOn, state, daysLeft) => {
    const { id } = await addPolicy({ startsOn, endsOn })
    expect(await detail(id)).toMatchObject({ state, daysLeft, heads: 0, openClaims: 0 })
    const found = await post<{ list: InsurancePolicy[] }>('insurance/list', { state: [state], pageSize: 100 })
    expect(found.data.list.map((one) => one.id)).toContain(id)
    expect(found.data.list.every((one) => one.state === state)).toBe(true)
  })

  test('insures animals by ids or tags, all or none, with history', async () => {
    const { id } = await addPolicy()
    expect((await insure(id, { ids: [animalId(0)] })).data).toEqual({ changed: 1 })
    expect((await insure(id, { tags: ['A1', 'A2', 'A2'] })).data).toEqual({ changed: 1 })
    expect(await insure(id, { tags: ['A3', 'nobody'] })).toMatchObject({
      status: 400,
      error: { fields: { tags: 'unknown_tags' } },
    })
    expect(await insure(id, {})).toMatchObject({ status: 400 })
    expect(await detail(id)).toMatchObject({ heads: 2 })
    expect(await idsOf({ policyId: id })).toEqual([animalId(0), animalId(1)])
    const { data } = await post<{ list: { before: { heads: number }; after: { heads: number } }[] }>(
      `insurance/${id}/history`,
      {},
    )
    expect(data.list[0]).toMatchObject({ action: 'EDIT', before: { heads: 1 }, after: { heads: 2 } })
    // A policy covers only animals of its farm.
    const other = (await put('farm/addOrEdit', { name: 'South', boundary: square(117, 44) })).data.id
    expect(await put('insurance/addOrEdit', { ...policyInput(), id, farmId: other })).toMatchObject({
      status: 400,
      error: { fields: { farmId: 'fixed' } },
    })
    const { id: elsewhere } = await addPolicy({ farmId: other })
    expect(await insure(elsewhere, { ids: [animalId(2)] })).toMatchObject({
      status: 400,
      error: { fields: { ids: 'unknown' } },
    })
    expect((await put('insured/remove', { policyId: id, ids: [animalId(0), animalId(1)] })).status).toBe(200)
  })

  test('rejects insuring an animal twice at once unless allowed', async () => {
    const first = await addPolicy({ startsOn: '2027-01-01', endsOn: '2027-12-31' })
    const second = await addPolicy({ startsOn: '2027-12-31', endsOn: '2028-12-30' })
    const after = await addPolicy({ startsOn: '2028-12-31', endsOn: '2029-12-30' })
    await insure(first.id, { ids: [animalId(2)] })
    const { data } = await post('insured/check', { policyId: second.id, tags: ['A3', 'A4', 'none'] })
    expect(data).toEqual({
      heads: 2,
      already: 0,
      unknown: { tags: ['none'], count: 1 },
      twice: { count: 1, animals: [{ id: animalId(2), visualTag: 'A3', policyNumber: first.number }] },
    })
    expect(await insure(second.id, { tags: ['A3'] })).toMatchObject({
      status: 409,
      error: { fields: { allowsTwice: 'insured_twice' } },
    })
    expect((await insure(second.id, { tags: ['A3'], allowsTwice: true })).status).toBe(200)
    expect((await insure(after.id, { tags: ['A4'] })).status).toBe(200)
  })

  test('rejects overlaps by edits and restores unless allowed', async () => {
    const animal = (await put('animal/addOrEdit', { farmId, visualTag: 'B1' })).data.id
    const first = await addPolicy({ startsOn: '2030-01-01', endsOn: '2030-12-31' })
    const second = await addPolicy({ startsOn: '2031-01-01', endsOn: '2031-12-31' })
    for (const { id } of [first, second]) expect((await insure(id, { ids: [animal] })).status).toBe(200)
    const edit = ({ id, number }: InsurancePolicy, more: object) =>
      put<InsurancePolicy>('insurance/addOrEdit', {
        ...policyInput({ startsOn: '2030-01-01', endsOn: '2030-12-31', ...more }),
        id,
        number,
      })
    expect(await edit(first, { endsOn: '2031-01-01' })).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', fields: { endsOn: 'insured_twice' } },
    })
    expect(await edit(second, { startsOn: '2030-12-31', endsOn: '2031-12-31' })).toMatchObject({
      status: 409,
      error: { fields: { startsOn: 'insured_twice' } },
    })
    expect((await edit(first, { endsOn: '2030-11-30' })).status).toBe(200)
    await world.call(pm, 'DELETE', `/collateral/web/insurance/del/${second.id}`)
    expect((await edit(first, { endsOn: '2031-01-31' })).status).toBe(200)
    expect(await put(`insurance/restore/${second.id}`, {})).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', fields: { endsOn: 'insured_twice' } },
    })
    // Explicit permission allows it.
    expect((await put(`insurance/restore/${second.id}`, { allowsTwice: true })).status).toBe(200)
    expect((await edit(first, { endsOn: '2030-12-31' })).status).toBe(200)
    expect(await edit(first, { endsOn: '2031-01-31' })).toMatchObject({ status: 409 })
    expect(await edit(first, { endsOn: '2031-01-31', allowsTwice: true })).toMatchObject({
      status: 200,
      data: { endsOn: '2031-01-31' },
    })
    await world.call(pm, 'DELETE', `/collateral/web/insurance/del/${second.id}`)
    expect((await edit(first, { endsOn: '2030-12-31' })).status).toBe(200)
    expect((await put(`insurance/restore/${second.id}`, {})).status).toBe(200)
    const third = await addPolicy({ startsOn: '2030-06-01', endsOn: '2030-12-31' })
    expect((await insure(third.id, { ids: [animal], allowsTwice: true })).status).toBe(200)
    expect((await edit(third, { startsOn: '2030-05-01', sumPerHead: '1' })).status).toBe(200)
    await world.call(pm, 'DELETE', `/collateral/web/insurance/del/${third.id}`)
    expect((await put(`insurance/restore/${third.id}`, {})).status).toBe(200)
  })
})

test('filters animals by pledge and insurance on the farm’s current day', async () => {
  const { id } = await addPolicy({ endsOn: '2026-05-01' })
  await insure(id, { ids: [animalId(0)] })
  expect(await idsOf({ isPledged: false, isInsured: true })).toEqual([animalId(0)])
  const organisation = (kind: 'BANK' | 'BORROWER') => world.organisation(kind, kind)
  const [supervisor] = await world.sql<{ id: number }[]>`select supervisor_org_id as id from farms where id = ${farmId}`
  const projectId = await insertProject(world.sql, {
    code: 'C-1',
    name: 'Loan',
    bankOrgId: await organisation('BANK'),
    borrowerOrgId: await organisation('BORROWER'),
    supervisorOrgId: supervisor?.id ?? 0,
    contractHeadcount: 5,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farmId],
    createdAt: 0,
  })
  await pledge(
    world.sql,
    projectId,
    await addLine(world.sql, projectId),
    animals.map((animal) => animal.id),
    world.context.clock.now(),
  )
  expect(await idsOf({ isPledged: true, isInsured: false })).toEqual(animals.slice(1).map((animal) => animal.id))
  expect(await idsOf({ isPledged: false, isInsured: true })).toEqual([])
  // An animal that left the herd is pledged no longer; a missing one still is.
  const [one] = animals.slice(-1)
  const pledgedAs = async (status: string) => {
    await world.sql`update animals set status = ${status} where id = ${one?.id ?? 0}`
    const isPledged = (await idsOf({ isPledged: true })).includes(one?.id ?? 0)
    expect((await idsOf({ isPledged: false })).includes(one?.id ?? 0)).toBe(!isPledged)
    return isPledged
  }
  expect([
    await pledgedAs('DEAD'),
    await pledgedAs('SOLD'),
    await pledgedAs('MISSING'),
    await pledgedAs('IN_HERD'),
  ]).toEqual([false, false, true, true])
  // On the farm, 1 May ends at 16:00 UTC.
  world.context.clock.hold(Date.UTC(2026, 4, 1, 16))
  expect(await idsOf({ isInsured: true })).toEqual([])
  world.context.clock.hold(Date.UTC(2026, 4, 1, 12))
})

describe('a claim', () => {
  let policyId = 0
  beforeAll(async () => {
    policyId = (await addPolicy()).id
    await insure(policyId, { ids: [animalId(3), animalId(4)], allowsTwice: true })
  })
  const add = (more: object = {}, ids = [animalId(3)]) => put<Claim>('claim/addOrEdit', claimInput(policyId, ids, more))
  const decide = (id: number, body: object) =>
    put('claim/decide', { ids: [id], decidedOn: '2026-04-20', reason: 'as assessed', ...body })

  test('accepts only animals and days covered by its policy', async () => {
    expect(await add({}, [animalId(1)])).toMatchObject({ status: 400, error: { fields: { animalIds: 'unknown' } } })
    expect(await add({ happenedOn: '2025-12-31' })).toMatchObject({
      status: 400,
      error: { fields: { happenedOn: 'not_insured_then' } },
    })
    const { data } = await add({}, [animalId(3), animalId(4)])
    expect(data).toMatchObject({ status: 'OPEN', animalIds: [animalId(3), animalId(4)], farmId, amount: '12000.00' })
    expect(await detail(policyId)).toMatchObject({ openClaims: 1 })
    const fewer = await put<Claim>('claim/addOrEdit', {
      ...claimInput(policyId, [animalId(4)]),
      id: data.id,
      version: data.version,
    })
    expect(fewer.data.animalIds).toEqual([animalId(4)])
    // The animal of the claim stays insured; its policy stays.
    expect(await put('insured/remove', { policyId, ids: [animalId(4)] })).toMatchObject({
      status: 409,
      error: { code: 'IN_USE' },
    })
    expect(await world.call(pm, 'DELETE', `/collateral/web/insurance/del/${policyId}`)).toMatchObject({
      status: 409,
      error: { code: 'IN_USE' },
    })
    expect((await world.call(pm, 'DELETE', `/collateral/web/claim/del/${data.id}`)).status).toBe(200)
    expect((await put('insured/remove', { policyId, ids: [animalId(4)] })).status).toBe(200)
    await insure(policyId, { ids: [animalId(4)], allowsTwice: true })
  })

  test('prevents its policy from excluding its day', async () => {
    const animal = (await put('animal/addOrEdit', { farmId, visualTag: 'B2' })).data.id
    const policy = await addPolicy()
    await insure(policy.id, { ids: [animal] })
    const edit = (days: object) =>
      put('insurance/addOrEdit', { ...policyInput(days), id: policy.id, number: policy.number })
    const { data } = await put<Claim>('claim/addOrEdit', claimInput(policy.id, [animal]))
    expect(await edit({ startsOn: '2026-04-02' })).toMatchObject({
      status: 400,
      error: { fields: { startsOn: 'claim_outside' } },
    })
    expect(await edit({ endsOn: '2026-03-31' })).toMatchObject({
      status: 400,
      error: { fields: { endsOn: 'claim_outside' } },
    })
    expect((await edit({ startsOn: '2026-04-01', endsOn: '2026-04-01' })).status).toBe(200)
    await world.call(pm, 'DELETE', `/collateral/web/claim/del/${data.id}`)
    expect((await edit({ startsOn: '2026-04-02' })).status).toBe(200)
    expect((await world.call(pm, 'DELETE', `/collateral/web/insurance/del/${policy.id}`)).status).toBe(200)
  })

  test.each([
    ['PAID', { paidAmount: '11000' }, { paidAmount: '11000.00' }],
    ['REFUSED', {}, { paidAmount: null }],
  ] as const)('stays %s once decided', async (status, body, stored) => {
    const { data } = await add()
    expect(await decide(data.id, { status, ...(status === 'REFUSED' && { paidAmount: '1' }) })).toMatchObject({
      status: 400,
    })
    expect(await decide(data.id, { status, decidedOn: '2026-03-31', ...body })).toMatchObject({
      status: 400,
      error: { fields: { decidedOn: 'before_start' } },
    })
    expect((await decide(data.id, { status, ...body })).status).toBe(200)
    const { data: decided } = await world.call<Claim>(pm, 'GET', `/collateral/web/claim/detail/${data.id}`)
    expect(decided).toMatchObject({ status, decidedOn: '2026-04-20', note: 'as assessed', ...stored })
    const other = status === 'PAID' ? { status: 'REFUSED' } : { status: 'PAID', paidAmount: '1' }
    expect(await decide(data.id, other)).toMatchObject({ status: 409, error: { code: 'NOT_OPEN' } })
    expect(await put('claim/addOrEdit', { ...claimInput(policyId, [animalId(3)]), id: data.id })).toMatchObject({
      status: 409,
      error: { code: 'NOT_OPEN' },
    })
    expect((await world.call(pm, 'DELETE', `/collateral/web/claim/del/${data.id}`)).status).toBe(409)
    // The database rejects the changes as well.
    await expect(
      world.sql`update insurance_claims set status = 'OPEN', decided_on = null, paid_amount = null where id = ${data.id}`,
    ).rejects.toMatchObject({ code: 'DR005' })
    await expect(world.sql`delete from claim_animals where claim_id = ${data.id}`).rejects.toMatchObject({
      code: 'DR005',
    })
    const { data: history } = await post<{ list: { action: string; reason: string | null }[] }>(
      `claim/${data.id}/history`,
      {},
    )
    expect(history.list.map(({ action, reason }) => [action, reason])).toEqual([
      ['EDIT', 'as assessed'],
      ['ADD', null],
    ])
  })
})

test('shows pledges, policies and claims in an animal’s timeline', async () => {
  const coverKinds = ['PLEDGED', 'UNPLEDGED', 'INSURED', 'UNINSURED', 'CLAIMED', 'CLAIM_PAID', 'CLAIM_REFUSED']
  const eventsOf = async (id: number, token = pm) => {
    const { data } = await world.call<{ list: AnimalEvent[] }>(token, 'POST', `/collateral/web/animal/${id}/timeline`, {
      pageSize: 100,
    })
    return data.list.filter(({ kind }) => coverKinds.includes(kind))
  }
  const events = await eventsOf(animalId(3))
  expect(events.map(({ kind }) => kind).toSorted()).toEqual([
    'CLAIMED',
    'CLAIMED',
    'CLAIM_PAID',
    'CLAIM_REFUSED',
    'INSURED',
    'INSURED',
    'PLEDGED',
  ])
  const find = (kind: string) => events.find((event) => event.kind === kind)
  expect(find('PLEDGED')).toMatchObject({ name: 'C-1' })
  expect(find('INSURED')).toMatchObject({ name: expect.stringMatching(/^PICC\nP-\d+$/), by: 'pm' })
  expect(find('CLAIMED')).toMatchObject({ day: '2026-04-01', name: expect.stringMatching(/^P-\d+$/), reason: 'Snow' })
  expect(find('CLAIM_PAID')).toMatchObject({ day: '2026-04-20', reason: 'as assessed' })
  expect((await eventsOf(animalId(0))).filter(({ kind }) => kind === 'UNINSURED')).toHaveLength(1)
  await world.sql`update pledges set ended_at = '2026-05-01T01:00:00Z', end_reason = 'REMOVED' where animal_id = ${animalId(3)}`
  expect((await eventsOf(animalId(3))).find(({ kind }) => kind === 'UNPLEDGED')).toMatchObject({
    name: 'C-1',
    pledgeEnd: 'REMOVED',
    at: '2026-05-01T01:00:00.000Z',
  })
})

test('counts no animal of a policy that is in the recycle bin', async () => {
  const { id: ownFarmId } = (await put('farm/addOrEdit', { name: 'South', boundary: square(117, 44) })).data
  const { id: policyId } = await addPolicy({ farmId: ownFarmId })
  const ids: number[] = []
  for (const visualTag of ['S1', 'S2'])
    ids.push((await put('animal/addOrEdit', { farmId: ownFarmId, visualTag })).data.id)
  expect((await insure(policyId, { ids })).data).toEqual({ changed: 2 })
  await world.call(pm, 'DELETE', `/collateral/web/animal/del/${ids[1]}`)
  expect(await detail(policyId)).toMatchObject({ heads: 1 })
  await put(`animal/restore/${ids[1]}`, { reason: 'Back' })
  expect(await detail(policyId)).toMatchObject({ heads: 2 })
})
