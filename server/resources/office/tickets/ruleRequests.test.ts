import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { allRules } from '../../alertRules.ts'
import { insertProject } from '../../herd/projects.ts'
import { details } from './testTickets.ts'

let world: World
const tokens = { admin: '', pm: '', otherPm: '', otherAdmin: '', viewer: '', bank: '' }
type Who = keyof typeof tokens
let farmId: number
let stranger: number

beforeAll(async () => {
  world = await openWorld()
  const [ours, theirs] = [await world.organisation('SUPERVISOR', 'A'), await world.organisation('SUPERVISOR', 'B')]
  const bank = await world.organisation('BANK', 'Bank')
  tokens.admin = await world.user('admin', 'ADMIN_SUPERVISOR', ours)
  tokens.pm = await world.user('pm', 'SUPERVISOR_PM', ours)
  tokens.viewer = await world.user('viewer', 'SUPERVISOR_USER', ours)
  tokens.otherAdmin = await world.user('other.admin', 'ADMIN_SUPERVISOR', theirs)
  tokens.otherPm = await world.user('other.pm', 'SUPERVISOR_PM', theirs)
  tokens.bank = await world.user('bank', 'ADMIN_BANK', bank)
  const farm = async (who: Who, name: string) =>
    (await world.call<Farm>(tokens[who], 'PUT', '/collateral/web/farm/addOrEdit', { name, boundary: square(116, 44) }))
      .data.id
  farmId = await farm('pm', 'pledged')
  stranger = await farm('otherPm', 'elsewhere')
  await insertProject(world.sql, {
    code: 'P',
    name: 'P',
    bankOrgId: bank,
    borrowerOrgId: null,
    supervisorOrgId: ours,
    contractHeadcount: 1,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farmId],
    createdAt: 0,
  })
})
afterAll(() => world.close())

const request = (who: Who, body: object) =>
  world.call<{ ticketId: number }>(tokens[who], 'POST', '/collateral/web/alertRule/request', {
    farmId,
    reason: 'thin ice',
    ...body,
  })
const requestRemoval = (who: Who, id: number) =>
  world.call<{ ticketId: number }>(tokens[who], 'POST', `/collateral/web/alertRule/${id}/removal/request`, {
    reason: 'as the others',
  })
const save = (who: Who, body: object) =>
  world.call<AlertRule>(tokens[who], 'PUT', '/collateral/web/alertRule/addOrEdit', { farmId, ...body })
const decide = (who: Who, ticketId: number, decision = 'APPROVED', comment = '') =>
  world.call<TicketDetail>(tokens[who], 'POST', '/collateral/common/ticket/approve', { ticketId, decision, comment })
const ticketOf = async (ticketId: number) => (await world.call<TicketDetail>(tokens.pm, 'GET', details(ticketId))).data
const ofFarm = async (kind: string) =>
  (await allRules(world.sql)).find((rule) => rule.scope === 'FARM' && rule.scopeId === farmId && rule.kind === kind)
const noticesOf = async (userName: string) =>
  (
    await world.sql<
      { code: string }[]
    >`select code from notices where user_id = ${await world.idOf(userName)} order by id`
  ).map(({ code }) => code)

test('changes the rule only when the requester’s administrator approves', async () => {
  const strict = { kind: 'LEFT_PEN', parameters: { bufferMetres: 1 } }
  const {
    data: { ticketId },
  } = await request('pm', strict)
  expect(await ofFarm('LEFT_PEN')).toBeUndefined()
  expect(await noticesOf('admin')).toEqual(['TICKET_TO_DECIDE'])
  const ticket = await ticketOf(ticketId)
  expect(ticket).toMatchObject({
    kind: 'RULE_CHANGE',
    subjectType: 'FARM',
    subjectId: farmId,
    subjectName: 'pledged',
    canDecide: false,
    canWithdraw: true,
  })
  expect(ticket.changes).toEqual([
    { field: 'kind', before: null, after: 'LEFT_PEN' },
    { field: 'action', before: null, after: 'ADD' },
    { field: 'parameters.bufferMetres', before: 3, after: 1, is: 'STRICTER' },
    { field: 'reason', before: null, after: 'thin ice' },
  ])
  // A rule changes neither headcount nor coverage.
  expect(ticket.effects).toEqual([
    {
      projectId: expect.any(Number),
      projectCode: 'P',
      figures: [
        { measure: 'contracted', before: '1', after: '1' },
        { measure: 'ledger', before: '0', after: '0' },
        { measure: 'value', before: '0.00', after: '0.00' },
        { measure: 'coverage', before: '0.0000', after: '0.0000', lines: { warning: '1.2000', minimum: '1.0000' } },
      ],
    },
  ])
  const again = await request('pm', { ...strict, parameters: { bufferMetres: 0 } })
  expect([again.status, again.error.code, again.error.fields]).toEqual([409, 'CONFLICT', { kind: 'requested' }])

  expect((await decide('pm', ticketId)).error.code).toBe('OWN_REQUEST')
  expect((await decide('otherAdmin', ticketId)).status).toBe(404)
  // The bank reads requests for rules of its collateral, but does not decide them.
  expect((await decide('bank', ticketId)).error.code).toBe('NOT_ALLOWED')
  expect((await world.call<TicketDetail>(tokens.bank, 'GET', details(ticketId))).data).toMatchObject({
    canDecide: false,
    canComment: false,
    effects: [{ projectCode: 'P' }],
  })
  expect(await ofFarm('LEFT_PEN')).toBeUndefined()
  const emittedBefore = world.emitted.rulesChanged.length
  expect((await decide('admin', ticketId)).data.state).toBe('APPROVED')
  const rule = await ofFarm('LEFT_PEN')
  expect(rule).toMatchObject({ severity: 'CRITICAL', enabled: true, parameters: { bufferMetres: 1, clearMetres: 1 } })
  expect(world.emitted.rulesChanged.length).toBe(emittedBefore + 1)
  expect(await noticesOf('pm')).toEqual(['TICKET_APPROVED'])
  expect(await noticesOf('bank')).toEqual(['COLLATERAL_RULE'])
  const noted =
    await world.sql`select user_id as "userId", action, detail from audit_entries where noun = 'alertRule' and noun_id = ${rule?.id ?? 0}`
  expect(noted).toEqual([
    { userId: await world.idOf('admin'), action: 'ADD', detail: { ticketId, reason: 'thin ice' } },
  ])
})

test('rejects approval when the rule changed and keeps the request open', async () => {
  const low = { kind: 'LOW_BATTERY', parameters: { raisePercent: 30, clearPercent: 40 } }
  const added = (await request('pm', low)).data.ticketId
  const rule = (await save('admin', low)).data
  const overtaken = { status: 409, error: { code: 'CONFLICT', fields: { ticketId: 'subject_changed' } } }
  expect(await decide('admin', added)).toMatchObject(overtaken)
  expect((await ticketOf(added)).state).toBe('PENDING')
  expect((await decide('admin', added, 'REJECTED', 'done already')).data.state).toBe('REJECTED')

  const stale = await request('pm', { ...low, id: rule.id, version: rule.version + 1 })
  expect([stale.status, stale.error.fields]).toEqual([409, { version: 'stale' }])
  const edited = (await request('pm', { ...low, id: rule.id, version: rule.version, severity: 'MAJOR' })).data.ticketId
  await save('admin', { ...low, severity: 'CRITICAL' })
  expect(await decide('admin', edited)).toMatchObject(overtaken)
  await decide('admin', edited, 'REJECTED', 'too late')

  const removed = (await save('admin', { kind: 'SITE_OUTAGE' })).data
  const { ticketId } = (await requestRemoval('pm', removed.id)).data
  expect((await decide('admin', ticketId)).data.state).toBe('APPROVED')
  expect(await ofFarm('SITE_OUTAGE')).toBeUndefined()
})

test('loosens a rule of a running project only with the consent of its bank', async () => {
  const loosen = { kind: 'NECKBAND_SILENT', enabled: false }
  expect((await save('admin', loosen)).error).toMatchObject({ code: 'PLEDGED', fields: { enabled: 'loosened' } })
  const { ticketId } = (await request('pm', loosen)).data
  const { steps } = await ticketOf(ticketId)
  expect(steps.map(({ place, approverRole }) => [place, approverRole])).toEqual([
    [1, 'ADMIN_SUPERVISOR'],
    [2, 'ADMIN_BANK'],
  ])
  expect((await decide('bank', ticketId)).status).not.toBe(200)
  expect((await decide('admin', ticketId)).data.state).toBe('PENDING')
  expect((await ofFarm('NECKBAND_SILENT'))?.enabled).not.toBe(false)
  expect((await decide('bank', ticketId)).data.state).toBe('APPROVED')
  expect(await ofFarm('NECKBAND_SILENT')).toMatchObject({ enabled: false })
})

test('rejects an approval that would loosen a rule without the bank', async () => {
  // Stricter when requested, but looser than the rule in force when approved.
  const { ticketId } = (await request('pm', { kind: 'GATEWAY_OFFLINE' })).data
  await world.sql`update alert_rules set severity = 'CRITICAL' where kind = 'GATEWAY_OFFLINE' and scope = 'PLATFORM'`
  expect(await decide('admin', ticketId)).toMatchObject({ status: 409, error: { code: 'PLEDGED' } })
  expect((await ticketOf(ticketId)).state).toBe('PENDING')
})

test('marks looser values and shows no figures for an unpledged farm', async () => {
  const free = (
    await world.call<Farm>(tokens.pm, 'PUT', '/collateral/web/farm/addOrEdit', {
      name: 'free',
      boundary: square(118, 44),
    })
  ).data.id
  const { ticketId } = (
    await request('pm', {
      farmId: free,
      kind: 'LEFT_PEN',
      severity: 'INFO',
      parameters: { bufferMetres: 1, raiseDelayMinutes: 90 },
    })
  ).data
  const { changes, effects } = await ticketOf(ticketId)
  expect(
    changes
      .filter(({ is }) => is !== undefined)
      .map(({ field, is }) => `${field} ${is}`)
      .toSorted(),
  ).toEqual(['parameters.bufferMetres STRICTER', 'parameters.raiseDelayMinutes LOOSER', 'severity LOOSER'])
  expect(effects).toEqual([])
})

test('requires approval when a project manager restores or purges a rule', async () => {
  const rule = (await save('admin', { kind: 'PEN_CROWDED' })).data
  expect((await world.call(tokens.admin, 'DELETE', `/collateral/web/alertRule/del/${rule.id}`)).status).toBe(200)
  for (const [method, call] of [
    ['PUT', 'restore'],
    ['DELETE', 'purge'],
  ] as const) {
    expect(await world.call(tokens.pm, method, `/collateral/web/alertRule/${call}/${rule.id}`)).toMatchObject({
      status: 403,
      error: { code: 'APPROVAL_REQUIRED' },
    })
  }
  expect(await ofFarm('PEN_CROWDED')).toBeUndefined()
  expect((await world.call(tokens.admin, 'PUT', `/collateral/web/alertRule/restore/${rule.id}`)).status).toBe(200)
})

test.each<[Who, () => object, string]>([
  ['admin', () => ({}), 'NOT_ALLOWED'],
  ['viewer', () => ({}), 'NOT_ALLOWED'],
  ['bank', () => ({}), 'NOT_ALLOWED'],
  ['otherPm', () => ({}), 'BAD_SHAPE'],
  ['pm', () => ({ farmId: stranger }), 'BAD_SHAPE'],
  ['pm', () => ({ reason: ' ' }), 'BAD_SHAPE'],
  ['pm', () => ({ farmId: undefined, scope: 'ORGANISATION' }), 'NOT_ALLOWED'],
  ['pm', () => ({ parameters: { bufferMetres: 1 } }), 'BAD_SHAPE'],
])('rejects a request of %s with %o as %s', async (who, body, code) => {
  expect((await request(who, { kind: 'PEN_CROWDED', ...body() })).error.code).toBe(code)
})

test('accepts a loan rule on a farm that is not evaluated', async () => {
  const [project] = await world.sql<
    { id: number; bank: number; supervisor: number }[]
  >`select id, bank_org_id as bank, supervisor_org_id as supervisor from projects where code = 'P'`
  const { data: last } = await world.call<Farm>(tokens.pm, 'PUT', '/collateral/web/farm/addOrEdit', {
    name: 'last',
    boundary: square(116, 44),
  })
  await insertProject(world.sql, {
    code: 'Q',
    name: 'Q',
    bankOrgId: project?.bank ?? 0,
    borrowerOrgId: null,
    supervisorOrgId: project?.supervisor ?? 0,
    contractHeadcount: 1,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farmId, last.id],
    createdAt: 0,
  })
  const { status, data } = await request('pm', { kind: 'COVERAGE_LOW', farmId: last.id, severity: 'CRITICAL' })
  expect(status).toBe(200)
  expect((await ticketOf(data.ticketId)).changes).toContainEqual({
    field: 'severity',
    before: 'MAJOR',
    after: 'CRITICAL',
    is: 'STRICTER',
  })
})
