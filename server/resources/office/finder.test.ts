import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Finding } from '#contract/office/finder.ts'
import type { Role } from '#contract/people/roles.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { insertProject } from '../herd/projects.ts'

let world: World
const tokens: Partial<Record<Role, string>> = {}
let farmIds: number[]

beforeAll(async () => {
  world = await openWorld()
  const [supervisor, bank, borrower, platform] = [
    await world.organisation('SUPERVISOR', 'S'),
    await world.organisation('BANK', 'B'),
    await world.organisation('BORROWER', 'R'),
    await world.organisation('PLATFORM', 'P'),
  ]
  const people: [Role, number | null][] = [
    ['SUPERVISOR_PM', supervisor], ['ADMIN_BANK', bank], ['BANK_USER', bank], ['ADMIN_BORROWER', borrower], ['BORROWER_USER', borrower],
    ['SUPERVISOR_USER', supervisor], ['BANK_USER_NO_ORG', null], ['OTHERS', null], ['ADMIN_PLATFORM', platform],
  ]
  for (const [role, organisationId] of people) tokens[role] = await world.user(role, role, organisationId)
  const put = async (noun: string, body: object) =>
    (await world.call<{ id: number }>(tokens.SUPERVISOR_PM ?? '', 'PUT', `/collateral/web/${noun}/addOrEdit`, body)).data.id
  farmIds = [
    await put('farm', { name: '敖包 Ranch', address: '锡林浩特', boundary: square(116, 44) }),
    await put('farm', { name: 'South_Ranch', boundary: square(117, 44) }),
  ]
  for (let i = 0; i < 12; i++) await put('animal', { visualTag: `TAG${i}`, farmId: farmIds[0] })
  await put('animal', { visualTag: '0001', farmId: farmIds[1], electronicTag: { scheme: 'CN', value: '215250212345678' } })
  await insertProject(world.sql, {
    code: 'P-100%', name: 'Ranch loan', bankOrgId: bank, borrowerOrgId: borrower, supervisorOrgId: supervisor, contractHeadcount: 5,
    loanAmount: '1', status: 'ACTIVE', startsOn: '2026-01-01', endsOn: '2026-12-31', farmIds: [farmIds[0] ?? 0], createdAt: Date.UTC(2026, 4, 1),
  })
})
afterAll(() => world.close())

async function find(role: Role, text: string): Promise<Finding[]> {
  return (await world.call<{ list: Finding[] }>(tokens[role] ?? '', 'POST', '/collateral/common/find', { text })).data.list
}
const names = async (role: Role, text: string) => (await find(role, text)).map(({ kind, name }) => `${kind} ${name}`)

test('farms, animals and projects are found by a part of their names, in either case', async () => {
  expect(await find('SUPERVISOR_PM', 'rAnCh')).toEqual([
    { kind: 'farm', id: farmIds[0], name: '敖包 Ranch', hint: '锡林浩特', farmId: farmIds[0] },
    { kind: 'farm', id: farmIds[1], name: 'South_Ranch', hint: '', farmId: farmIds[1] },
    { kind: 'project', id: expect.any(Number), name: 'Ranch loan', hint: 'P-100%', farmId: farmIds[0] },
  ])
  expect(await names('SUPERVISOR_PM', '敖')).toEqual(['farm 敖包 Ranch'])
  expect(await find('SUPERVISOR_PM', '2502123')).toMatchObject([{ kind: 'animal', name: '0001', hint: 'South_Ranch', farmId: farmIds[1] }])
  expect(await names('SUPERVISOR_PM', 'p-1')).toEqual(['project Ranch loan'])
})

test('eight of a kind are enough, and the likeliest come first', async () => {
  expect((await find('SUPERVISOR_PM', 'tag')).length).toBe(8)
  expect((await names('SUPERVISOR_PM', 'tag1'))[0]).toBe('animal TAG1')
})

test.each(['%', '_', '\\', '100%', 'South_', "'", 'a'.repeat(100)])('%s means itself', async (text) => {
  const all = await find('SUPERVISOR_PM', text)
  expect(all.every(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(text.toLowerCase()))).toBe(true)
})

test('an underscore finds those that have one', async () => {
  expect(await names('SUPERVISOR_PM', '_')).toEqual(['farm South_Ranch'])
  expect(await names('SUPERVISOR_PM', '%')).toEqual(['project Ranch loan'])
})

test('each role finds what its screens show', async () => {
  expect(await names('ADMIN_BANK', 'ranch')).toEqual(['farm 敖包 Ranch', 'project Ranch loan'])
  expect(await names('BANK_USER', 'ranch')).toEqual(['farm 敖包 Ranch', 'project Ranch loan'])
  expect(await names('ADMIN_BORROWER', 'ranch')).toEqual(['farm 敖包 Ranch', 'project Ranch loan'])
  expect(await find('ADMIN_PLATFORM', 'ranch')).toMatchObject([{ kind: 'project', farmId: null }])
  for (const role of ['OTHERS', 'BORROWER_USER', 'SUPERVISOR_USER', 'BANK_USER_NO_ORG'] as const) expect(await names(role, 'a')).toEqual([])
})

test('nothing is not looked for', async () => {
  const { status } = await world.call(tokens.OTHERS ?? '', 'POST', '/collateral/common/find', { text: '  ' })
  expect(status).toBe(400)
})
