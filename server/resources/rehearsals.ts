import { isDeepStrictEqual } from 'node:util'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import type { Rehearsal } from '#contract/alerts/rehearsals.ts'
import { raiseAlike, rulesFor } from '../alerts/rules/inForce.ts'
import { type RuledFarm, rulesByPlace, type RulesByPlace } from '../alerts/rules/rules.ts'
import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import { machineNow } from '../clock.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import { endAbandoned, endRehearsal, selectRehearsals } from '../db/rehearsal/rehearsalRows.ts'
import { codeOf } from '../errorCode.ts'
import type { HandlersOf } from '../handler.ts'
import { audit } from '../records/audit.ts'
import { first, inTransaction } from '../records/transaction.ts'
import type { RehearsalAsk } from '../rehearsal/ask.ts'
import { allRules, mayChangeRules, ruleAfter } from './alertRules.ts'
import { shiftsOfFarms } from './alerts/loadShifts.ts'
import { rostersOf } from './duty/duty.ts'
import { rulingProjects } from './herd/pledges.ts'
import { visibleFarms, visibleProjects } from './visibility.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const retryAfterSeconds = 10

const own = (sql: Queries, { organisationId }: Caller) => sql`r.organisation_id is not distinct from ${organisationId}`

/** Reads a rehearsal. @throws CallError NOT_FOUND, also when it belongs to another organisation */
const find = async (sql: Queries, caller: Caller, id: number): Promise<Rehearsal> =>
  first(await selectRehearsals(sql, sql`r.id = ${id} and ${own(sql, caller)}`))

/** Builds the condition for the farms that a rule of a scope applies to. */
function farmsOf(sql: Queries, caller: Caller, { scope, scopeId }: AlertRule): Fragment {
  switch (scope) {
    case 'PROJECT':
      return sql`f.id in (select farm_id from project_farms where project_id = ${scopeId}) and f.id in (${visibleFarms(sql, caller)})`
    case 'FARM':
      return sql`f.id = ${scopeId} and f.id in (${visibleFarms(sql, caller)})`
    case 'ORGANISATION':
      return sql`f.supervisor_org_id = ${scopeId}`
    case 'PLATFORM':
      return sql`true`
  }
}

type ConcernedFarm = RuledFarm & { timeZone: string }

/** Returns the farms whose rule in force would change; when no farm's would, all farms that the rule applies to. */
async function farmsConcerned(
  sql: Queries,
  caller: Caller,
  rule: AlertRule,
  { today, rehearsed }: Pick<RehearsalAsk, 'today' | 'rehearsed'>,
): Promise<ConcernedFarm[]> {
  const farms = await sql<ConcernedFarm[]>`
    select f.id, f.time_zone as "timeZone", f.supervisor_org_id as "supervisorOrgId", ${rulingProjects(sql, sql`f.id`)} as projects from farms f where f.deleted_at is null and ${farmsOf(sql, caller, rule)} order by f.id`
  const inForce = (farm: (typeof farms)[number], rules: RulesByPlace) => rulesFor(farm, rules, [rule.kind])
  const [placesBefore, placesAfter] = [rulesByPlace(today), rulesByPlace(rehearsed)]
  const changed = farms.filter((farm) => {
    const rulesBefore = inForce(farm, placesBefore)
    return !inForce(farm, placesAfter).every((now, place) => raiseAlike(rulesBefore[place], now))
  })
  return changed.length > 0 ? changed : farms
}

export const rehearsalHandlers: HandlersOf<'rehearsals'> = {
  async begin({ days, ...input }, caller, { sql, clock, rehearser }) {
    if (!mayChangeRules(caller, input.scope)) throw new CallError('NOT_ALLOWED')
    if (input.farmId !== undefined)
      first(await sql`select id from farms where id = ${input.farmId} and id in (${visibleFarms(sql, caller)})`)
    if (input.projectId !== undefined)
      first(
        await sql`select id from projects where id = ${input.projectId} and id in (${visibleProjects(sql, caller)})`,
      )
    const today = await allRules(sql)
    const rule = ruleAfter(caller, null, input)
    const rehearsed = [
      ...today.filter(
        ({ kind, scope, scopeId }) =>
          !isDeepStrictEqual({ kind, scope, scopeId }, { kind: rule.kind, scope: rule.scope, scopeId: rule.scopeId }),
      ),
      rule,
    ]
    const farms = await farmsConcerned(sql, caller, rule, { today, rehearsed })
    const shifts = shiftsOfFarms(
      farms,
      await rostersOf(sql, caller.organisationId === null ? [] : [caller.organisationId]),
    )
    const to = Math.floor(clock.now() / minuteMs) * minuteMs
    const ask: RehearsalAsk = {
      kind: rule.kind,
      farmIds: farms.map(({ id }) => id),
      ...shifts,
      from: to - days * dayMs,
      to,
      today,
      rehearsed,
    }
    await endAbandoned(sql)
    try {
      const begun = await inTransaction(sql, async (sql) => {
        const now = machineNow()
        const { id } = first(
          await sql<{ id: number }[]>`
          insert into rehearsals (user_id, organisation_id, kind, scope, scope_id, state, begun_at, touched_at)
          values (${caller.userId}, ${caller.organisationId}, ${rule.kind}, ${rule.scope}, ${rule.scopeId}, 'WAITING', ${now}, ${now}) returning id`,
        )
        const begun = await find(sql, caller, id)
        await audit(sql, caller, machineNow(), {
          action: 'ADD',
          noun: 'rehearsal',
          nounId: id,
          before: null,
          after: begun,
          detail: { rule },
        })
        return begun
      })
      rehearser.begin(begun.id, ask)
      return begun
    } catch (error) {
      throw codeOf(error) === '23505' ? new CallError('BUSY', { retryAfterSeconds, cause: error }) : error
    }
  },

  async detail({ id }, caller, { sql }) {
    await endAbandoned(sql)
    return find(sql, caller, id)
  },

  async cancel({ id }, caller, { sql, rehearser }) {
    const after = await inTransaction(sql, async (sql) => {
      const before = await find(sql, caller, id)
      await endRehearsal(sql, id, 'CANCELLED')
      const after = await find(sql, caller, id)
      if (after.state !== before.state) {
        await audit(sql, caller, machineNow(), { action: 'EDIT', noun: 'rehearsal', nounId: id, before, after })
      }
      return after
    })
    rehearser.cancel(id)
    return after
  },
}
