import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { AlertRule, RuleInForce } from '#contract/alerts/alertRules.ts'
import type { Farm } from '#contract/herd/farms.ts'
import { openWorld, square, type World } from '../testing/testWorld.ts'
import { allRules } from './alertRules.ts'
import { insertProject } from './herd/projects.ts'

let world: World
const tokens = { platform: '', admin: '', pm: '', otherAdmin: '', otherPm: '' }
type Who = keyof typeof tokens
let organisation: number
/** A farm without a project, one of a running project and one of a closed project. */
const farms = { free: 0, pledged: 0, over: 0 }

beforeAll(async () => {
  world = await openWorld()
  organisation = await world.organisation('SUPERVISOR', 'A')
  const other = await world.organisation('SUPERVISOR', 'B')
  tokens.platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'P'))
  tokens.admin = await world.user('admin', 'ADMIN_SUPERVISOR', organisation)
  tokens.pm = await world.user('pm', 'SUPERVISOR_PM', organisation)
  tokens.otherAdmin = await world.user('other.admin', 'ADMIN_SUPERVISOR', other)
  tokens.otherPm = await world.user('other.pm', 'SUPERVISOR_PM', other)
  const bank = await world.organisation('BANK', 'Bank')
  for (const [name, status] of [
    ['free', null],
    ['pledged', 'ACTIVE'],
    ['over', 'CLOSED'],
  ] as const) {
    const { data } = await world.call<Farm>(tokens.pm, 'PUT', '/collateral/web/farm/addOrEdit', {
      name,
      boundary: square(116, 44),
    })
    farms[name] = data.id
    if (status === null) continue
    await insertProject(world.sql, {
      code: name,
      name,
      bankOrgId: bank,
      borrowerOrgId: null,
      supervisorOrgId: organisation,
      contractHeadcount: 1,
      loanAmount: '1',
      status,
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      farmIds: [data.id],
      createdAt: 0,
    })
  }
})
afterAll(() => world.close())

const rulesOf = async (who: Who) =>
  (await world.call<{ list: AlertRule[] }>(tokens[who], 'POST', '/collateral/web/alertRule/list', { pageSize: 1000 }))
    .data.list
const set = (who: Who, body: object) =>
  world.call<AlertRule>(tokens[who], 'PUT', '/collateral/web/alertRule/addOrEdit', body)
const remove = (who: Who, id: number) => world.call(tokens[who], 'DELETE', `/collateral/web/alertRule/del/${id}`)

test('gives the platform undeletable default rules of every kind', async () => {
  const rules = (await rulesOf('pm')).filter(({ scope }) => scope === 'PLATFORM')
  expect(rules.map(({ kind }) => kind).toSorted()).toEqual(ruleKinds.toSorted())
  const leftPen = rules.find(({ kind }) => kind === 'LEFT_PEN')
  expect(leftPen).toMatchObject({
    severity: 'CRITICAL',
    enabled: true,
    parameters: { bufferMetres: 3, raiseDelayMinutes: 0.5 },
  })
  for (const who of ['pm', 'admin', 'platform'] as const) {
    const { status, error } = await remove(who, leftPen?.id ?? 0)
    expect([status, error.code]).toEqual([403, 'NOT_ALLOWED'])
  }
})

test('sets, changes and removes a farm’s own rule', async () => {
  const body = { kind: 'LEFT_PEN', farmId: farms.free, parameters: { bufferMetres: 0 } }
  const emittedBefore = world.emitted.rulesChanged.length
  const { data } = await set('pm', body)
  expect(data).toMatchObject({
    scope: 'FARM',
    scopeId: farms.free,
    severity: 'CRITICAL',
    parameters: { bufferMetres: 0, clearMetres: 1 },
  })
  const changed = await set('pm', { ...body, severity: 'MINOR', enabled: false })
  expect(changed.data).toMatchObject({ id: data.id, severity: 'MINOR', enabled: false })
  expect((await allRules(world.sql)).filter(({ scope }) => scope === 'FARM')).toEqual([changed.data])
  expect((await rulesOf('otherPm')).map(({ id }) => id)).not.toContain(data.id)
  expect((await remove('otherPm', data.id)).status).toBe(404)
  expect((await remove('pm', data.id)).status).toBe(200)
  expect(world.emitted.rulesChanged.length).toBe(emittedBefore + 3)
})

test.each<[Who, object | string, string]>([
  ['platform', { scope: 'PLATFORM' }, 'PLEDGED'],
  ['admin', { scope: 'PLATFORM' }, 'NOT_ALLOWED'],
  ['pm', { scope: 'PLATFORM' }, 'NOT_ALLOWED'],
  ['platform', { scope: 'ORGANISATION' }, 'NOT_ALLOWED'],
  ['admin', { scope: 'ORGANISATION' }, 'PLEDGED'],
  ['otherAdmin', { scope: 'ORGANISATION' }, 'set'],
  ['pm', { scope: 'ORGANISATION' }, 'NOT_ALLOWED'],
  ['platform', 'free', 'NOT_ALLOWED'],
  ['admin', 'free', 'set'],
  ['pm', 'free', 'set'],
  ['otherAdmin', 'free', 'BAD_SHAPE'],
  ['admin', 'pledged', 'PLEDGED'],
  ['pm', 'pledged', 'APPROVAL_REQUIRED'],
  ['otherPm', 'pledged', 'BAD_SHAPE'],
  ['pm', 'over', 'set'],
])('answers %s changing %o with %s', async (who, scope, outcome) => {
  const body = {
    kind: 'LOW_BATTERY',
    enabled: false,
    parameters: { raisePercent: 7 },
    ...(typeof scope === 'string' ? { farmId: farms[scope as keyof typeof farms] } : scope),
  }
  const before = await allRules(world.sql)
  const { status, data, error } = await set(who, body)
  expect(status === 200 ? 'set' : error.code).toBe(outcome)
  const expected = outcome === 'set' ? [...before.filter(({ id }) => id !== data.id), data] : before
  expect(await allRules(world.sql)).toEqual(expected.toSorted((a, b) => a.id - b.id))
})

test('lets only its administrator remove an organisation’s rule', async () => {
  const { data } = await set('admin', { kind: 'SITE_OUTAGE', scope: 'ORGANISATION' })
  expect(data.scopeId).toBe(organisation)
  expect((await rulesOf('otherAdmin')).map(({ id }) => id)).not.toContain(data.id)
  expect((await remove('otherAdmin', data.id)).status).toBe(404)
  expect((await remove('pm', data.id)).error.code).toBe('NOT_ALLOWED')
  expect((await remove('admin', data.id)).status).toBe(200)
})

test('requires approval when a project manager removes a pledged farm’s rule', async () => {
  const { data } = await set('admin', { kind: 'LEFT_PEN', farmId: farms.pledged })
  expect(data.scopeId).toBe(farms.pledged)
  const { status, error } = await remove('pm', data.id)
  expect([status, error.code]).toEqual([403, 'APPROVAL_REQUIRED'])
  expect((await remove('admin', data.id)).status).toBe(200)
})

describe('rules of a farm with a running project', () => {
  const leftPen = (body: object) => ({ kind: 'LEFT_PEN', ...body })
  const loosenedError = (fields: string[]) => ({
    status: 409,
    error: { code: 'PLEDGED', fields: Object.fromEntries(fields.map((field) => [field, 'loosened'])) },
  })

  test.each<[Who, object, () => object, string[]]>([
    ['admin', { enabled: false }, () => ({ farmId: farms.pledged }), ['enabled']],
    ['admin', { severity: 'MINOR' }, () => ({ farmId: farms.pledged }), ['severity']],
    [
      'admin',
      { parameters: { bufferMetres: 4, raiseDelayMinutes: 1 } },
      () => ({ farmId: farms.pledged }),
      ['parameters.bufferMetres', 'parameters.raiseDelayMinutes'],
    ],
    [
      'admin',
      { parameters: { clearDelayMinutes: 0 } },
      () => ({ scope: 'ORGANISATION' }),
      ['parameters.clearDelayMinutes'],
    ],
    ['platform', { enabled: false }, () => ({ scope: 'PLATFORM' }), ['enabled']],
  ])('keeps %s from loosening them with %o', async (who, body, place, fields) => {
    const before = await allRules(world.sql)
    expect(await set(who, leftPen({ ...body, ...place() }))).toMatchObject(loosenedError(fields))
    expect(await allRules(world.sql)).toEqual(before)
  })

  test('can be tightened but not removed or restored looser', async () => {
    const strict = { parameters: { bufferMetres: 1 } }
    const ofFarm = (await set('admin', leftPen({ ...strict, farmId: farms.pledged }))).data
    expect(ofFarm.parameters).toMatchObject({ bufferMetres: 1 })
    expect(await remove('admin', ofFarm.id)).toMatchObject(loosenedError(['id']))
    // While a narrower rule is in force, changing a wider one loosens nothing. Without the narrower one, the wider one is in force.
    const ofAll = (await set('admin', leftPen({ scope: 'ORGANISATION', parameters: { bufferMetres: 1 } }))).data
    expect((await remove('admin', ofFarm.id)).status).toBe(200)
    expect(await remove('admin', ofAll.id)).toMatchObject(loosenedError(['id']))
    expect(await set('admin', leftPen({ id: ofAll.id, kind: 'LOW_BATTERY', scope: 'ORGANISATION' }))).toMatchObject({
      status: 409,
      error: { code: 'PLEDGED' },
    })
    // A looser rule in the recycle bin cannot be restored.
    await world.sql`update alert_rules set parameters = '{"bufferMetres": 50}' where id = ${ofFarm.id}`
    expect(await world.call(tokens.admin, 'PUT', `/collateral/web/alertRule/restore/${ofFarm.id}`, {})).toMatchObject(
      loosenedError(['id']),
    )
    await world.sql`update projects set status = 'CLOSED'`
    expect((await world.call(tokens.admin, 'PUT', `/collateral/web/alertRule/restore/${ofFarm.id}`, {})).status).toBe(
      200,
    )
    expect((await remove('admin', ofAll.id)).status).toBe(200)
    await world.sql`update projects set status = 'ACTIVE' where code = 'pledged'`
  })
})

test.each([
  [{ kind: 'LOW_BATTERY', parameters: { bufferMetres: 1, raisePercent: 101 } }, 'parameters.raisePercent'],
  [{ kind: 'LOW_BATTERY' }, 'farmId'],
  [{ kind: 'LOW_BATTERY', scope: 'PLATFORM', farmId: 1 }, 'farmId'],
])('rejects %o', async (body, field) => {
  const { status, error } = await set('pm', body)
  expect([status, error.code]).toEqual([400, 'BAD_SHAPE'])
  expect(Object.keys(error.fields ?? {})).toContain(field)
})

describe('a project’s rules', () => {
  const projectId = async (code: string) =>
    (await world.sql<{ id: number }[]>`select id from projects where code = ${code}`)[0]?.id ?? 0
  const inForce = async (who: Who, farmId: number, kind: string) =>
    (await world.call<RuleInForce[]>(tokens[who], 'POST', '/collateral/web/alertRule/inForce', { farmId })).data.find(
      (rule) => rule.kind === kind,
    )

  test('take precedence over the farm’s rule and list their precedence', async () => {
    const id = await projectId('pledged')
    const { data: farmRule } = await set('admin', {
      kind: 'LOW_BATTERY',
      farmId: farms.pledged,
      parameters: { raisePercent: 20, clearPercent: 25 },
    })
    const { data: rule, status } = await set('admin', {
      kind: 'LOW_BATTERY',
      scope: 'PROJECT',
      projectId: id,
      severity: 'MAJOR',
      parameters: { raisePercent: 30, clearPercent: 35 },
    })
    expect([status, rule.scope, rule.scopeId]).toEqual([200, 'PROJECT', id])
    const ruleInForce = await inForce('pm', farms.pledged, 'LOW_BATTERY')
    expect(ruleInForce).toMatchObject({
      severity: 'MAJOR',
      enabled: true,
      isNow: true,
      parameters: { raisePercent: 30 },
      schedule: null,
    })
    expect(ruleInForce?.rules.map(({ scope, id: ruleId, name }) => [scope, ruleId, name])).toEqual([
      ['PROJECT', rule.id, 'pledged'],
      ['FARM', farmRule.id, 'pledged'],
      ['PLATFORM', expect.any(Number), null],
    ])
    expect((await inForce('pm', farms.free, 'LOW_BATTERY'))?.rules.map(({ scope }) => scope)).not.toContain('PROJECT')
    expect((await rulesOf('otherPm')).map(({ id: one }) => one)).not.toContain(rule.id)
    // Removing it, or saving a looser one, would loosen what is in force.
    const removed = await remove('admin', rule.id)
    expect([removed.status, removed.error.code]).toEqual([409, 'PLEDGED'])
    const looser = await set('admin', {
      id: rule.id,
      version: rule.version,
      kind: 'LOW_BATTERY',
      scope: 'PROJECT',
      projectId: id,
      parameters: { raisePercent: 10, clearPercent: 35 },
    })
    expect([looser.status, looser.error.fields]).toEqual([
      409,
      { severity: 'loosened', 'parameters.raisePercent': 'loosened' },
    ])
    const rested = await set('admin', { ...rule, projectId: id, schedule: { seasonFrom: '05-01', seasonTo: '09-01' } })
    expect([rested.status, rested.error.fields]).toEqual([409, { schedule: 'loosened' }])
  })

  test.each<[Who, string, number, string]>([
    ['pm', 'pledged', 403, 'APPROVAL_REQUIRED'],
    ['pm', 'over', 200, ''],
    ['otherAdmin', 'pledged', 400, 'BAD_SHAPE'],
    ['platform', 'pledged', 403, 'NOT_ALLOWED'],
  ])('answers %s saving one of the project %s with %d %s', async (who, code, status, error) => {
    const reply = await set(who, {
      kind: 'NO_MOVEMENT',
      scope: 'PROJECT',
      projectId: await projectId(code),
      parameters: { stillHours: 6 },
    })
    expect([reply.status, reply.error?.code ?? '']).toEqual([status, error])
  })

  test('are requested by a project manager with a ticket naming the project', async () => {
    const id = await projectId('pledged')
    const ask = (body: object) =>
      world.call<{ ticketId: number }>(tokens.pm, 'POST', '/collateral/web/alertRule/request', {
        reason: 'calves',
        ...body,
      })
    const body = { kind: 'NO_MOVEMENT', scope: 'PROJECT', projectId: id, parameters: { stillHours: 6 } }
    const { data, status } = await ask(body)
    expect(status).toBe(200)
    const [ticket] =
      await world.sql`select subject_type as type, subject_id as id from tickets where id = ${data.ticketId}`
    expect(ticket).toEqual({ type: 'PROJECT', id })
    expect((await ask(body)).error.code).toBe('CONFLICT')
    expect((await ask({ ...body, parameters: { stillHours: 99 } })).error.code).toBe('CONFLICT')
    const decided = await world.call(tokens.admin, 'POST', '/collateral/common/ticket/approve', {
      ticketId: data.ticketId,
      decision: 'APPROVED',
      comment: '',
    })
    expect(decided.status).toBe(200)
    expect((await inForce('pm', farms.pledged, 'NO_MOVEMENT'))?.parameters).toMatchObject({ stillHours: 6 })
  })

  test('apply to their own loan and loosen no shared rule', async () => {
    const id = await projectId('pledged')
    const [parties] = await world.sql<{ bank: number }[]>`select bank_org_id as bank from projects where id = ${id}`
    const otherBank = await world.organisation('BANK', 'Other bank')
    await world.user('bank', 'ADMIN_BANK', parties?.bank ?? 0)
    await world.user('other.bank', 'ADMIN_BANK', otherBank)
    const notices = async (who: string) =>
      (await world.sql<{ code: string }[]>`select code from notices where user_id = ${await world.idOf(who)}`).map(
        ({ code }) => code,
      )
    const other = await insertProject(world.sql, {
      code: 'other',
      name: 'other',
      bankOrgId: otherBank,
      borrowerOrgId: null,
      supervisorOrgId: organisation,
      contractHeadcount: 1,
      loanAmount: '1',
      status: 'ACTIVE',
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      farmIds: [farms.pledged],
      createdAt: 0,
    })
    const all = async (kind: string) =>
      (
        await world.call<RuleInForce[]>(tokens.pm, 'POST', '/collateral/web/alertRule/inForce', {
          farmId: farms.pledged,
        })
      ).data.filter((rule) => rule.kind === kind)
    const rulesByProject = async (kind: string) =>
      (await all(kind)).map(({ projects, parameters, rules }) => [
        projects.map(({ name }) => name),
        parameters['raiseHeads'],
        rules.map(({ scope }) => scope),
      ])
    expect(await rulesByProject('HEADCOUNT_DROP')).toEqual([[['pledged', 'other'], expect.any(Number), ['PLATFORM']]])
    const own = {
      kind: 'HEADCOUNT_DROP',
      scope: 'PROJECT',
      projectId: other,
      parameters: { raiseHeads: 2, raisePercent: 1 },
    }
    const { data: rule } = await set('admin', own)
    expect(await rulesByProject('HEADCOUNT_DROP')).toEqual([
      [['pledged'], expect.any(Number), ['PLATFORM']],
      [['other'], 2, ['PROJECT', 'PLATFORM']],
    ])
    // Only the bank of that loan is notified.
    expect([await notices('bank'), await notices('other.bank')]).toEqual([[], ['COLLATERAL_RULE']])
    const looser = await set('admin', {
      ...own,
      id: rule.id,
      version: rule.version,
      parameters: { raiseHeads: 3, raisePercent: 1 },
    })
    expect([looser.status, looser.error.fields]).toEqual([409, { 'parameters.raiseHeads': 'loosened' }])
    // A rule left from its draft that is looser than the rule in force for the other project.
    await world.sql`insert into alert_rules (kind, scope, scope_id, severity, parameters, updated_at) values ('BAD_POSITION', 'PROJECT', ${other}, 'INFO', '{}', now())`
    expect(
      (await all('BAD_POSITION')).map(({ severity, rules }) => [severity === 'INFO', rules.map(({ scope }) => scope)]),
    ).toEqual([[false, ['PLATFORM', 'PROJECT']]])
    // A rule overridden by another project's stricter one is not loosened either: it would be in force once that project closes.
    expect(
      (await set('admin', { kind: 'NO_MOVEMENT', scope: 'PROJECT', projectId: id, parameters: { stillHours: 1 } }))
        .status,
    ).toBe(200)
    const hidden = await set('admin', { kind: 'NO_MOVEMENT', farmId: farms.pledged, parameters: { stillHours: 700 } })
    expect([hidden.status, hidden.error.fields]).toEqual([409, { 'parameters.stillHours': 'loosened' }])
    const reach = (
      await world.call<{ rules: { id: number; farms: number }[] }>(tokens.pm, 'GET', '/collateral/web/alertRule/reach')
    ).data
    expect(reach.rules.find(({ id }) => id === rule.id)?.farms).toBe(1)
    // Rules of a project that waits for approval are not loosened either.
    await world.sql`update projects set status = 'PENDING_APPROVAL' where id = ${other}`
    const off = await set('admin', { kind: 'COVERAGE_LOW', scope: 'PROJECT', projectId: other, enabled: false })
    expect([off.status, off.error.fields]).toEqual([409, { enabled: 'loosened' }])
    await world.sql`update projects set status = 'CLOSED' where id = ${other}`
    expect(await rulesByProject('HEADCOUNT_DROP')).toEqual([[['pledged'], expect.any(Number), ['PLATFORM']]])
  })

  test('answer not found for other supervisors’ farms and unknown farms', async () => {
    const ask = (who: Who, farmId: number) =>
      world.call(tokens[who], 'POST', '/collateral/web/alertRule/inForce', { farmId })
    expect([(await ask('otherPm', farms.free)).status, (await ask('pm', 999_999)).status]).toEqual([404, 404])
  })

  test('store a schedule and return whether it is in force now', async () => {
    // Herd time stands at noon UTC of 1 May 2026, which is 20:00 in Shanghai.
    const weekly = [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinuteOfDay: 21 * 60, toMinuteOfDay: 300 }]
    const { data } = await set('pm', {
      kind: 'TEMPERATURE',
      farmId: farms.free,
      schedule: { weekly, restDays: ['2026-05-04'] },
    })
    expect(data.schedule).toEqual({
      weekly,
      restDays: ['2026-05-04'],
      fromDay: null,
      toDay: null,
      seasonFrom: null,
      seasonTo: null,
    })
    expect(await inForce('pm', farms.free, 'TEMPERATURE')).toMatchObject({ isNow: false, schedule: { weekly } })
    const wrong = await set('pm', {
      kind: 'TEMPERATURE',
      farmId: farms.free,
      schedule: { seasonFrom: '02-30', seasonTo: '05-01' },
    })
    expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ['schedule.seasonFrom']])
  })
})

test('counts the caller’s farms on which each rule is in force', async () => {
  const reach = async (who: Who) =>
    (
      await world.call<{ farms: number; rules: { id: number; farms: number }[] }>(
        tokens[who],
        'GET',
        '/collateral/web/alertRule/reach',
      )
    ).data
  const { data: ofAll } = await set('admin', { kind: 'COLLAR_REMOVED', scope: 'ORGANISATION' })
  const { data: ofFarm } = await set('admin', { kind: 'COLLAR_REMOVED', farmId: farms.free })
  const platform = (await rulesOf('pm')).find(({ kind, scope }) => kind === 'COLLAR_REMOVED' && scope === 'PLATFORM')
  const ownReach = await reach('pm')
  const of = (id: number | undefined) => ownReach.rules.find((rule) => rule.id === id)?.farms ?? 0
  expect([ownReach.farms, of(ofAll.id), of(ofFarm.id), of(platform?.id)]).toEqual([3, 2, 1, 0])
  expect(await reach('otherPm')).toEqual({ farms: 0, rules: [] })
  expect((await reach('platform')).farms).toBe(3)
})
