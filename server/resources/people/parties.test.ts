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
    code: 'P-1',
    name: 'Loan',
    bankOrgId: partner,
    borrowerOrgId: await world.organisation('BORROWER', 'Herders'),
    supervisorOrgId: watch,
    contractHeadcount: 1,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [],
    createdAt: 0,
  })
})

const organisations = async (token: string, name: string, role = 'BANK') =>
  (
    await world.call<{ list: { id: number }[] }>(
      token,
      'GET',
      `/collateral/app/org/list/search/${role}?name=${encodeURIComponent(name)}`,
    )
  ).data.list.map(({ id }) => id)
const users = async (token: string, query: string) =>
  (
    await world.call<{ list: { displayName: string }[] }>(token, 'GET', `/collateral/app/user/list/search?${query}`)
  ).data.list.map(({ displayName }) => displayName)

test('finds project parties by part of their name, others by full name', async () => {
  expect(await organisations(pm, 'steppe')).toEqual([partner])
  expect(await organisations(pm, 'steppe', 'BORROWER')).toEqual([])
  expect(await organisations(pm, 'Steppe STRANGER bank')).toEqual([stranger])
  expect(await organisations(pm, creditCodeOf(7).toLowerCase())).toEqual([stranger])
  expect(await organisations(pm, creditCodeOf(7).slice(0, 10))).toEqual([])
  expect(await organisations(platform, 'steppe')).toEqual([partner, stranger])
})

test('finds users of parties alike and omits disabled users', async () => {
  expect(await users(pm, 'name=admin')).toEqual(['partner.admin'])
  expect(await users(pm, `name=admin&organisationId=${stranger}`)).toEqual([])
  expect(await users(pm, 'name=STRANGER.admin')).toEqual(['stranger.admin'])
  expect(await users(platform, 'name=admin')).toEqual(['partner.admin', 'stranger.admin'])
  await world.sql`update users set status = 'DISABLED' where user_name = 'stranger.admin'`
  expect(await users(platform, 'name=admin')).toEqual(['partner.admin'])
})

test('finds the parties of a draft only once they approved it', async () => {
  const drafted = await world.organisation('BANK', 'Steppe Drafted Bank')
  await world.user('drafted.admin', 'ADMIN_BANK', drafted)
  const { sql } = world
  const [{ id, watch } = { id: 0, watch: 0 }] = await sql<{ id: number; watch: number }[]>`
    insert into projects (code, name, bank_org_id, supervisor_org_id, contract_headcount, loan_amount, status, starts_on, ends_on)
    select 'P-2', 'Draft', ${drafted}, supervisor_org_id, 1, 1, 'DRAFT', starts_on, ends_on from projects where code = 'P-1' returning id, supervisor_org_id as watch`
  const found = async () => [
    await organisations(pm, 'drafted'),
    await users(pm, 'name=drafted'),
    await users(pm, 'name=DRAFTED.admin'),
  ]
  const setStatus = (status: string) => sql`update projects set status = ${status} where id = ${id}`
  expect(await found()).toEqual([[], [], ['drafted.admin']])
  /** Requests the opening, which the supervisor approves before the bank. @returns the ticket's id */
  const ask = async () => {
    await setStatus('PENDING_APPROVAL')
    const [ticket] = await sql<{ id: number }[]>`
      insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at)
      values ('PROJECT_OPEN', 'PROJECT', ${id}, 'P-2', '{}', ${await world.idOf('pm')}, ${watch}, now()) returning id`
    await sql`
      insert into ticket_steps (ticket_id, place, approver_role, approver_org_id)
      values (${ticket?.id ?? 0}, 1, 'ADMIN_SUPERVISOR', ${watch}), (${ticket?.id ?? 0}, 2, 'ADMIN_BANK', ${drafted})`
    return ticket?.id ?? 0
  }
  const decide = async (ticketId: number, place: number, decision: string) =>
    sql`update ticket_steps set decision = ${decision}, decided_by = ${await world.idOf('drafted.admin')}, decided_at = now(), comment = 'c' where ticket_id = ${ticketId} and place = ${place}`
  const refused = await ask()
  await decide(refused, 1, 'APPROVED')
  expect(await found()).toEqual([[], [], ['drafted.admin']])
  await decide(refused, 2, 'REJECTED')
  await setStatus('DRAFT')
  expect(await found()).toEqual([[], [], ['drafted.admin']])
  const approved = await ask()
  for (const place of [1, 2]) await decide(approved, place, 'APPROVED')
  expect(await found()).toEqual([[drafted], ['drafted.admin'], ['drafted.admin']])
  // After a rejection by another party the draft still makes the bank a party. A bank that replaces it in the draft is not found.
  await setStatus('DRAFT')
  expect(await found()).toEqual([[drafted], ['drafted.admin'], ['drafted.admin']])
  await sql`update projects set bank_org_id = ${stranger} where id = ${id}`
  expect(await organisations(pm, 'stranger')).toEqual([])
})

test('lists organisations with registered users, others only their own', async () => {
  const registered = async (token: string) => {
    const { data } = await world.call<{ list: Organisation[]; total: number }>(
      token,
      'POST',
      '/collateral/common/auth/orgList/userRegistered',
      { sort: { field: 'id', order: 'asc' } },
    )
    expect(data.total).toBe(data.list.length)
    return data.list.map(({ name }) => name)
  }
  expect(await registered(platform)).toEqual([
    'North Watch',
    'Steppe Partner Bank',
    'Steppe Stranger Bank',
    'Drover',
    'Steppe Drafted Bank',
  ])
  expect(await registered(bankAdmin)).toEqual(['Steppe Partner Bank'])
  const { data } = await world.call<Organisation & { members: User[] }>(
    bankAdmin,
    'GET',
    `/collateral/web/org/detail/${partner}`,
  )
  expect([data.users, data.members.map(({ userName }) => userName)]).toEqual([1, ['partner.admin']])
})
