import { alertKinds, type RuleKind, ruleKinds } from '#contract/alerts/alertKinds.ts'
import { isAlways } from '#contract/alerts/schedules.ts'
import { type AlertRule, ruleChangers, type RuleInForce, type RuleScope } from '#contract/alerts/alertRules.ts'
import type { Reply } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import { measuresOf, raiseAlike, rulesFor } from '../alerts/rules/inForce.ts'
import { loosened } from '../alerts/rules/loosened.ts'
import { type RuledFarm, rulesByPlace, type RulesByPlace, rulesOf } from '../alerts/rules/rules.ts'
import { isInForce } from '../alerts/schedules/schedules.ts'
import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../db/connect.ts'
import { type Change, describeRecords, reference, type Save } from '../records/describe.ts'
import { selectRecords } from '../records/select.ts'
import { first } from '../records/transaction.ts'
import { notifyBanks } from './herd/collateralNotices.ts'
import { isFarmPledged, isPendingOrRunning, pledgedFarms, rulingProjects } from './herd/pledges.ts'
import { visibleFarms, visibleProjects } from './visibility.ts'

/** Whether a role may save a rule of a scope, or request its change. */
export const mayChangeRules = ({ role }: Pick<Caller, 'role'>, scope: RuleScope): boolean =>
  ruleChangers[scope].includes(role)

type Place = Pick<AlertRule, 'scope' | 'scopeId'>

/** @throws CallError NOT_ALLOWED; APPROVAL_REQUIRED for a project manager, when the project, or one on the farm, is running or pending */
async function requireChanger(sql: Queries, caller: Caller, { scope, scopeId }: Place): Promise<void> {
  if (!mayChangeRules(caller, scope)) throw new CallError('NOT_ALLOWED')
  if (
    caller.role === 'SUPERVISOR_PM' &&
    scopeId !== null &&
    (await (scope === 'PROJECT' ? isPendingOrRunning(sql, scopeId) : isFarmPledged(sql, scopeId)))
  )
    throw new CallError('APPROVAL_REQUIRED')
}

/** A rule before and after a change; null when it does not exist. */
interface RuleChange {
  before: AlertRule | null
  after: AlertRule | null
  /** Returns the input field to name in an error about a loosened parameter. */
  fieldOf: (loosened: string) => string
}

/**
 * Checks that the caller may change rules at some places and that nothing is loosened, and emits `rulesChanged` after the commit.
 * @throws CallError as `requireChanger` and `rejectLoosening` do
 */
async function checkChange(change: Change, places: readonly Place[], rule: RuleChange): Promise<void> {
  for (const place of places) await requireChanger(change.sql, change.caller, place)
  await rejectLoosening(change, rule)
  change.afterCommit(() => change.context.events.emit('rulesChanged', {}))
}

/** Rejects loosened rules without the banks' consent and notifies the banks of projects whose rules change. @throws CallError as `checkLoosening` does */
async function rejectLoosening(change: Change, rule: RuleChange): Promise<void> {
  const consenting = await consentingProjects(change)
  const { concerned } = await checkLoosening(change, rule, (projectId) => consenting.has(projectId))
  for (const [name, farmsOf] of concerned) {
    await notifyBanks(
      change,
      [...farmsOf.values()].flatMap((farms) => [...farms.keys()]),
      'COLLATERAL_RULE',
      (_farmIds, projectId) => {
        const farms = [...(farmsOf.get(projectId)?.values() ?? [])]
        return farms[0] === undefined ? null : { rule: name, count: String(farms.length), name: farms[0] }
      },
    )
  }
}

/** Returns the projects whose banks have approved the ticket that makes a change. */
async function consentingProjects({ sql, note }: Change): Promise<Set<number>> {
  const ticketId = note['ticketId']
  if (typeof ticketId !== 'number') return new Set()
  const rows = await sql<{ id: number }[]>`
    select p.id from projects p join ticket_steps s on s.approver_org_id = p.bank_org_id
    where s.ticket_id = ${ticketId} and s.approver_role = 'ADMIN_BANK' and s.decision = 'APPROVED'`
  return new Set(rows.map(({ id }) => id))
}

/** The farms (names by id) where a rule changes, by kind and project. */
type Concerned = Map<RuleKind, Map<number, Map<number, string>>>

/**
 * Returns the projects for which a change makes a rule stricter, and those for which it is loosened with consent. Each project is checked with its own rules alone,
 * because these apply once the other projects are closed. Locks the rules until the transaction ends.
 * @param hasConsent whether the bank of a project has agreed that its rule is loosened
 * @throws CallError PLEDGED naming the fields, when a rule would raise fewer or later alerts, or none, without consent
 */
export async function checkLoosening(
  { sql, caller }: Pick<Change, 'sql' | 'caller'>,
  { before, after, fieldOf }: RuleChange,
  hasConsent: (projectId: number) => boolean = () => false,
): Promise<{ concerned: Concerned; loosenedProjects: Set<number> }> {
  // Locks the table: two concurrent changes that loosen nothing could do so together.
  await sql`lock table alert_rules in share row exclusive mode`
  const others = (await allRules(sql)).filter(({ id }) => id !== before?.id)
  const [placesBefore, placesAfter] = [before, after].map((rule) =>
    rulesByPlace(rule === null ? others : [...others, rule]),
  ) as [RulesByPlace, RulesByPlace]
  const names = [...new Set([before, after].flatMap((rule) => (rule === null ? [] : [rule.kind])))]
  const concerned: Concerned = new Map()
  const loosenedProjects = new Set<number>()
  for (const farm of await pledgedFarms(sql, visibleFarms(sql, caller))) {
    for (const project of farm.projects) {
      const its = { ...farm, projects: [project] }
      const rulesBefore = rulesFor(its, placesBefore, names)
      for (const [place, now] of rulesFor(its, placesAfter, names).entries()) {
        const ruleBefore = rulesBefore[place]
        if (ruleBefore === undefined || raiseAlike(ruleBefore, now)) continue
        const fields = loosened(ruleBefore, now)
        if (fields.length > 0 && hasConsent(project.id)) loosenedProjects.add(project.id)
        else if (fields.length > 0)
          throw new CallError('PLEDGED', {
            fields: Object.fromEntries(fields.map((field) => [fieldOf(field), 'loosened'])),
          })
        const farmsOf = concerned.getOrInsertComputed(now.name, () => new Map())
        farmsOf.getOrInsertComputed(project.id, () => new Map()).set(farm.id, farm.name)
      }
    }
  }
  return { concerned, loosenedProjects }
}

const placeOf = (
  { organisationId }: Caller,
  { scope, farmId, projectId }: { scope: RuleScope; farmId?: number | undefined; projectId?: number | undefined },
): Place => ({
  scope,
  scopeId: { PLATFORM: null, ORGANISATION: organisationId, FARM: farmId ?? null, PROJECT: projectId ?? null }[scope],
})

/** Returns a rule as a save would leave it. */
export function ruleAfter(caller: Caller, before: AlertRule | null, input: Save<'alertRules'>): AlertRule {
  const { kind, enabled, parameters, schedule, severity = alertKinds[kind].severity } = input
  return {
    id: before?.id ?? 0,
    version: before?.version ?? 0,
    kind,
    ...placeOf(caller, input),
    severity,
    enabled,
    parameters,
    schedule: schedule === null || isAlways(schedule) ? null : schedule,
  }
}

/** The error field when a rule is removed or restored as a whole. */
export const ofRule = () => 'id'

export const alertRules = describeRecords('alertRules', {
  noun: 'alertRule',
  table: 'alert_rules',
  fields: {
    scopeId: 'scope_id',
  },
  inputs: { farmId: reference('scope_id', visibleFarms), projectId: reference('scope_id', visibleProjects) },
  filters: {
    farmId: (sql, farmId) => sql`case r.scope when 'FARM' then r.scope_id = ${farmId}
      when 'PROJECT' then r.scope_id in (select project_id from project_farms where farm_id = ${farmId}) else true end`,
    projectId: (sql, projectId) => sql`(r.scope = 'PROJECT' and r.scope_id = ${projectId})`,
  },
  live: { fields: [], read: async (_context, rows) => rows.map(withDefaults) },
  visible: (sql, caller) => sql`
    r.kind = any(${ruleKinds}::text[]) and (r.scope = 'PLATFORM' or (r.scope = 'ORGANISATION' and r.scope_id = ${caller.organisationId})
      or (r.scope = 'FARM' and r.scope_id in (${visibleFarms(sql, caller)})) or (r.scope = 'PROJECT' and r.scope_id in (${visibleProjects(sql, caller)})))`,
  unique: { alert_rules_scope: 'kind' },
  same(sql, input, caller) {
    const { scope, scopeId } = placeOf(caller, input)
    return sql`r.kind = ${input.kind} and r.scope = ${scope} and r.scope_id is not distinct from ${scopeId}`
  },
  hooks: {
    async beforeSave(change) {
      const { caller, before, input } = change
      const after = ruleAfter(caller, before, input)
      await checkChange(change, before === null ? [after] : [before, after], {
        before,
        after,
        fieldOf: (field) => field,
      })
      return { scope_id: after.scopeId, severity: after.severity, schedule: after.schedule }
    },
    async beforeRemove(change) {
      if (change.before.scope === 'PLATFORM') throw new CallError('NOT_ALLOWED')
      await checkChange(change, [change.before], { before: change.before, after: null, fieldOf: ofRule })
    },
    beforeRestore: (change) =>
      checkChange(change, [change.before], { before: null, after: change.before, fieldOf: ofRule }),
    beforePurge: (change) => checkChange(change, [change.before], { before: null, after: null, fieldOf: ofRule }),
  },
})

/** Fills in the defaults of parameters that a rule does not set. */
function withDefaults(rule: AlertRule): AlertRule {
  return { ...rule, parameters: alertKinds[rule.kind].parameters.parse(rule.parameters) }
}

/**
 * Returns the rules in force on a farm, and the reason. Rules about loans are listed for the projects that the caller may see, once for
 * projects with the same rule. @throws CallError NOT_FOUND
 */
export async function rulesInForce(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  caller: Caller,
  farmId: number,
): Promise<RuleInForce[]> {
  const farm = first(
    await sql<(RuledFarm & { name: string; timeZone: string })[]>`
    select f.id, f.name, f.supervisor_org_id as "supervisorOrgId", f.time_zone as "timeZone", ${rulingProjects(sql, sql`f.id`)} as projects
    from farms f where f.id = ${farmId} and f.id in (${visibleFarms(sql, caller)})`,
  )
  const projects = await sql<{ id: number; name: string }[]>`
    select id, name from projects where id = any(${farm.projects.map(({ id }) => id)}::bigint[]) and id in (${visibleProjects(sql, caller)}) order by id`
  const nameOf: Record<RuleScope, (id: number | null) => string | null> = {
    PLATFORM: () => null,
    ORGANISATION: () => null,
    FARM: () => farm.name,
    PROJECT: (id) => projects.find((project) => project.id === id)?.name ?? null,
  }
  const rules = rulesByPlace(await allRules(sql))
  const isVisible = ({ scope, scopeId }: AlertRule) => scope !== 'PROJECT' || projects.some(({ id }) => id === scopeId)
  const found = rulesFor(farm, rules).filter(
    ({ projectId }) => projectId === null || projects.some(({ id }) => id === projectId),
  )
  return [...Map.groupBy(found, ({ name, ruleId }) => `${name} ${ruleId}`).values()].flatMap((alike) => {
    const [rule] = alike
    if (rule === undefined) return []
    const loans = projects.filter(({ id }) => alike.some(({ projectId }) => projectId === id))
    const ofProjects =
      loans.length > 0 ? farm.projects.filter(({ id }) => loans.some((loan) => loan.id === id)) : farm.projects
    const ownRules = rulesOf({ ...farm, projects: ofProjects }, rules).filter(
      (one) => one.kind === rule.name && (one.id === rule.ruleId || isVisible(one)),
    )
    return {
      kind: rule.name,
      ...measuresOf(rule),
      isNow: rule.enabled && (rule.schedule === null || isInForce(rule.schedule, clock.now(), farm.timeZone)),
      projects: loans,
      rules: ownRules
        .toSorted((a, b) => Number(b.id === rule.ruleId) - Number(a.id === rule.ruleId))
        .map(({ id, scope, scopeId, enabled }) => ({ id, scope, scopeId, enabled, name: nameOf[scope](scopeId) })),
    }
  })
}

/** Counts for each rule the visible farms on which it is in force, including farms where only some projects use it. */
export async function ruleReach(sql: Queries, caller: Caller): Promise<Reply<typeof endpoints.alertRules.reach>> {
  const farms = await sql<RuledFarm[]>`
    select f.id, f.supervisor_org_id as "supervisorOrgId", ${rulingProjects(sql, sql`f.id`)} as projects from farms f where f.id in (${visibleFarms(sql, caller)})`
  const rules = rulesByPlace(await allRules(sql))
  const counts = new Map<number, number>()
  for (const farm of farms) {
    for (const id of new Set(rulesFor(farm, rules).map(({ ruleId }) => ruleId)))
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return { farms: farms.length, rules: [...counts].map(([id, count]) => ({ id, farms: count })) }
}

/** Returns all rules, with default parameters filled in. */
export async function allRules(sql: Queries): Promise<AlertRule[]> {
  const rules = await selectRecords(sql, alertRules, sql`r.deleted_at is null and r.kind = any(${ruleKinds}::text[])`, {
    end: sql`order by r.id`,
  })
  return rules.map(withDefaults)
}
