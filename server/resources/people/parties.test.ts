import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Organisation } from '#contract/people/organisations.ts'
import type { User } from '#contract/people/users.ts'
import { creditCodeOf } from '../../auth/testAuth.ts'
import { openWorld } from '../../testing/testWorld.ts'
import { insertProject } from '../herd/projects.ts'

const world = await openWorld()
afterAll(() => world.close())

let pm = ''
let platform = ''
let bankAdmin = ''
let partner = 0
let stranger = 0

beforeAll(async () => {
  const watch = await world.organisation('SUPERVISOR', 'North Watch')
  partner = await world.organisation('BANK', 'Steppe Partner Bank')
  stranger = await world.organisation('BANK', 'Steppe Stranger Bank')
  await world.sql`update organisations set credit_code = ${creditCodeOf(7)} where id = ${stranger}`
  pm = await world.user('pm', 'SUPERVISOR_PM', watch)
  bankAdmin = await world.user('partner.admin', 'ADMIN_BANK', partner)
  await world.user('stranger.admin', 'ADMIN_BANK', stranger)
  platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  await insertProject(world.sql, {
    code: 'P-1', name: 'Loan', bankOrgId: partner, borrowerOrgId: await world.organisation('BORROWER', 'Herders'), supervisorOrgId: watch, contractHeadcount: 1,
    loanAmount: '1', status: 'PENDING_APPROVAL', startsOn: '2026-01-01', endsOn: '2026-12-31', farmIds: [], createdAt: 0,
  })
})

const organisations = async (token: string, name: string, role = 'BANK') =>
  (await world.call<{ list: { id: number }[] }>(token, 'GET', `/collateral/app/org/list/search/${role}?name=${encodeURIComponent(name)}`)).data.list.map(({ id }) => id)
const users = async (token: string, query: string) =>
  (await world.call<{ list: { displayName: string }[] }>(token, 'GET', `/collateral/app/user/list/search?${query}`)).data.list.map(({ displayName }) => displayName)

test('a supervisor finds the parties of its projects by a part of the name, strangers by their whole name or credit code alone', async () => {
  expect(await organisations(pm, 'steppe')).toEqual([partner])
  expect(await organisations(pm, 'steppe', 'BORROWER')).toEqual([])
  expect(await organisations(pm, 'Steppe STRANGER bank')).toEqual([stranger])
  expect(await organisations(pm, creditCodeOf(7).toLowerCase())).toEqual([stranger])
  expect(await organisations(pm, creditCodeOf(7).slice(0, 10))).toEqual([])
  expect(await organisations(platform, 'steppe')).toEqual([partner, stranger])
})

test('and their users, of one organisation or of all, likewise; nobody who is disabled', async () => {
  expect(await users(pm, 'name=admin')).toEqual(['partner.admin'])
  expect(await users(pm, `name=admin&organisationId=${stranger}`)).toEqual([])
  expect(await users(pm, 'name=STRANGER.admin')).toEqual(['stranger.admin'])
  expect(await users(platform, 'name=admin')).toEqual(['partner.admin', 'stranger.admin'])
  await world.sql`update users set status = 'DISABLED' where user_name = 'stranger.admin'`
  expect(await users(platform, 'name=admin')).toEqual(['partner.admin'])
})

test('a draft makes nobody a party: whom it names is found once they were asked', async () => {
  const drafted = await world.organisation('BANK', 'Steppe Drafted Bank')
  await world.user('drafted.admin', 'ADMIN_BANK', drafted)
  const { sql } = world
  const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`
    insert into projects (code, name, bank_org_id, supervisor_org_id, contract_headcount, loan_amount, status, starts_on, ends_on)
    select 'P-2', 'Draft', ${drafted}, supervisor_org_id, 1, 1, 'DRAFT', starts_on, ends_on from projects where code = 'P-1' returning id`
  expect([await organisations(pm, 'drafted'), await users(pm, 'name=drafted'), await users(pm, 'name=DRAFTED.admin')]).toEqual([[], [], ['drafted.admin']])
  await sql`update projects set status = 'PENDING_APPROVAL' where id = ${id}`
  expect([await organisations(pm, 'drafted'), await users(pm, 'name=drafted')]).toEqual([[drafted], ['drafted.admin']])
  // Refused it is a draft again, and they know each other.
  await sql`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at)
    select 'PROJECT_OPEN', 'PROJECT', id, 'P-2', '{}', ${await world.idOf('pm')}, supervisor_org_id, now() from projects where id = ${id}`
  await sql`update projects set status = 'DRAFT' where id = ${id}`
  expect(await organisations(pm, 'drafted')).toEqual([drafted])
})

test('the organisations with registered users: all for the platform, one’s own for others; a detail carries its people', async () => {
  const registered = async (token: string) => {
    const { data } = await world.call<{ list: Organisation[]; total: number }>(token, 'POST', '/collateral/common/auth/orgList/userRegistered', { sort: { field: 'id', order: 'asc' } })
    expect(data.total).toBe(data.list.length)
    return data.list.map(({ name }) => name)
  }
  expect(await registered(platform)).toEqual(['North Watch', 'Steppe Partner Bank', 'Steppe Stranger Bank', 'Drover', 'Steppe Drafted Bank'])
  expect(await registered(bankAdmin)).toEqual(['Steppe Partner Bank'])
  const { data } = await world.call<Organisation & { members: User[] }>(bankAdmin, 'GET', `/collateral/web/org/detail/${partner}`)
  expect([data.users, data.members.map(({ userName }) => userName)]).toEqual([1, ['partner.admin']])
})
