import type { Roster } from '#contract/duty/rosters.ts'
import { dutyAdminRoles, dutyRoles } from '#contract/people/roles.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import { machineNow, toInstant } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { audit, saved } from '../../../records/audit.ts'
import { textIn } from '../../../records/page.ts'
import { first } from '../../../records/transaction.ts'
import { transact } from '../../../records/write.ts'
import { standInsOf } from '../duty.ts'
import { handOver, listHandOvers } from './handOvers.ts'
import { organisationOf, requirePeople, requireZone } from '../ofOrganisation.ts'
import { spansBetween } from './onShift.ts'
import { nameBoth, namesOf, selectRosters, selectStandIns, toRoster } from './rosterRows.ts'

const dayMs = 86_400_000
/** Maximum absence, days. */
const maxAbsenceDays = 92

const emitRostersChanged = ({ events }: Context, organisationId: number) =>
  events.emit('recordsChanged', { noun: 'rosters', organisationIds: [organisationId] })

/** Reads the current state of a roster. @throws CallError NOT_FOUND */
async function readRoster(sql: Queries, organisationId: number, id: number, at: number): Promise<Roster> {
  const row = first(await selectRosters(sql, organisationId, sql`r.id = ${id}`))
  return toRoster(row, await standInsOf(sql, [organisationId], at, at + 1), await namesOf(sql, organisationId), at)
}

/** @throws CallError BAD_SHAPE naming the field, when a farm is not the organisation's */
async function requireFarms(sql: Queries, organisationId: number, ids: readonly number[]): Promise<void> {
  const rows = await sql<
    { id: number }[]
  >`select id from farms where id = any(${[...ids]}::bigint[]) and supervisor_org_id = ${organisationId} and deleted_at is null`
  if (rows.length < new Set(ids).size) throw new CallError('BAD_SHAPE', { fields: { watchedFarmIds: 'unknown' } })
}

async function readPeopleAndFarms(sql: Queries, caller: Caller) {
  const organisationId = organisationOf(caller)
  const [people, farms] = await Promise.all([
    sql<{ id: number; name: string; isAdministrator: boolean }[]>`
      select id, display_name as name, ${textIn(sql, 'role', dutyAdminRoles)} as "isAdministrator" from users
      where organisation_id = ${organisationId} and status = 'ACTIVE' and ${textIn(sql, 'role', dutyRoles)} order by display_name, id`,
    sql<{ id: number; name: string; timeZone: string }[]>`
      select id, name, time_zone as "timeZone" from farms where supervisor_org_id = ${organisationId} and deleted_at is null order by name, id`,
  ])
  return { people: [...people], farms: [...farms] }
}

export const rosterHandlers: HandlersOf<'rosters'> = {
  async list(_input, caller, { sql, clock }) {
    const organisationId = organisationOf(caller)
    const at = clock.now()
    const [rows, standIns, names, shown, choices] = await Promise.all([
      selectRosters(sql, organisationId, sql`true`),
      standInsOf(sql, [organisationId], at, at + 1),
      namesOf(sql, organisationId),
      selectStandIns(sql, organisationId, at),
      readPeopleAndFarms(sql, caller),
    ])
    return { list: rows.map((row) => toRoster(row, standIns, names, at)), standIns: shown, ...choices }
  },

  addOrEdit: ({ id, version, name, timeZone, watchedFarmIds, shifts }, caller, context) =>
    transact(context, async ({ sql, afterCommit }) => {
      const organisationId = organisationOf(caller)
      const at = context.clock.now()
      requireZone(timeZone)
      if (id !== undefined) await sql`select from rosters where id = ${id} for update`
      const before = id === undefined ? null : await readRoster(sql, organisationId, id, at)
      if (before !== null && version !== undefined && version !== before.version)
        throw new CallError('CONFLICT', { fields: { version: 'stale' }, current: before })
      await requireFarms(sql, organisationId, watchedFarmIds)
      await requirePeople(
        sql,
        organisationId,
        shifts.map(({ personId }) => personId),
        (unknownId) => `shifts.${shifts.findIndex(({ personId }) => personId === unknownId)}.personId`,
      )
      const now = machineNow()
      const [row] =
        before === null
          ? await sql<
              { id: number }[]
            >`insert into rosters (organisation_id, name, time_zone, updated_at) values (${organisationId}, ${name}, ${timeZone}, ${now}) returning id`
          : await sql<
              { id: number }[]
            >`update rosters set name = ${name}, time_zone = ${timeZone}, updated_at = ${now}, version = version + 1 where id = ${before.id} returning id`
      const rosterId = row?.id ?? 0
      await sql`delete from roster_farms where roster_id = ${rosterId}`
      await sql`insert into roster_farms (roster_id, farm_id) select distinct ${rosterId}::bigint, id from unnest(${watchedFarmIds}::bigint[]) as id`
      await sql`delete from roster_shifts where roster_id = ${rosterId}`
      await sql`
        insert into roster_shifts (roster_id, layer, user_id, days, from_minute, to_minute)
        select ${rosterId}::bigint, s.layer, s."personId", array(select distinct day from unnest(s.days) as day order by day), s."from", s."to"
        from jsonb_to_recordset(${JSON.stringify(shifts)}::text::jsonb) as s(layer smallint, "personId" bigint, days smallint[], "from" smallint, "to" smallint)`
      const after = await readRoster(sql, organisationId, rosterId, at)
      await audit(sql, caller, now, { ...saved(before, after), noun: 'roster', nounId: rosterId })
      afterCommit(() => emitRostersChanged(context, organisationId))
      return after
    }),

  remove: ({ id }, caller, context) =>
    transact(context, async ({ sql, afterCommit }) => {
      const organisationId = organisationOf(caller)
      const before = await readRoster(sql, organisationId, id, context.clock.now())
      const now = machineNow()
      await sql`update rosters set deleted_at = ${now}, deleted_by = ${caller.userId}, version = version + 1 where id = ${id}`
      await audit(sql, caller, now, { action: 'REMOVE', noun: 'roster', nounId: id, before, after: null })
      afterCommit(() => emitRostersChanged(context, organisationId))
      return {}
    }),

  async week({ id, from }, caller, { sql }) {
    const organisationId = organisationOf(caller)
    const roster = first(await selectRosters(sql, organisationId, sql`r.id = ${id}`))
    const day = Temporal.PlainDate.from(from)
    const instantOf = (date: Temporal.PlainDate) =>
      date.toZonedDateTime({ timeZone: roster.timeZone }).epochMilliseconds
    const [begins, ends] = [instantOf(day), instantOf(day.add({ days: 7 }))]
    const [standIns, names] = await Promise.all([
      standInsOf(sql, [organisationId], begins, ends),
      namesOf(sql, organisationId),
    ])
    const spans = spansBetween(roster, standIns, begins, ends)
    return {
      list: spans.map(({ layer, personId, insteadOfId, from, to }) => ({
        layer,
        personId,
        ...nameBoth(names, personId, insteadOfId),
        from: toInstant(from),
        to: toInstant(to),
      })),
      begins: toInstant(begins),
      ends: toInstant(ends),
    }
  },

  addStandIn: ({ awayPersonId, coverPersonId, startsAt, endsAt }, caller, context) =>
    transact(context, async ({ sql, afterCommit }) => {
      const organisationId = organisationOf(caller)
      const at = context.clock.now()
      if (endsAt <= at) throw new CallError('BAD_SHAPE', { fields: { endsAt: 'past' } })
      if (endsAt - startsAt > maxAbsenceDays * dayMs)
        throw new CallError('BAD_SHAPE', { fields: { endsAt: 'period_too_long' } })
      await requirePeople(sql, organisationId, [awayPersonId, coverPersonId], (unknownId) =>
        unknownId === awayPersonId ? 'awayPersonId' : 'coverPersonId',
      )
      // Locks the organisation, so that the second of two concurrent requests sees the first.
      await sql`select from organisations where id = ${organisationId} for no key update`
      const others = await sql`
        select from roster_stand_ins where away_user_id = ${awayPersonId} and ended_at is null and starts_at < ${endsAt}::timestamptz and ends_at > ${startsAt}::timestamptz`
      if (others.length > 0) throw new CallError('CONFLICT', { fields: { startsAt: 'away' } })
      const now = machineNow()
      const added = first(
        await sql<{ id: number }[]>`
        insert into roster_stand_ins (organisation_id, away_user_id, cover_user_id, starts_at, ends_at, named_by, named_at)
        values (${organisationId}, ${awayPersonId}, ${coverPersonId}, ${startsAt}, ${endsAt}, ${caller.userId}, ${now}) returning id`,
      )
      await audit(sql, caller, now, {
        action: 'ADD',
        noun: 'rosterStandIn',
        nounId: added.id,
        before: null,
        after: { ...added, awayPersonId, coverPersonId, startsAt, endsAt },
      })
      afterCommit(() => emitRostersChanged(context, organisationId))
      return { standIns: await selectStandIns(sql, organisationId, at) }
    }),

  endStandIn: ({ standInOfRosterId }, caller, context) =>
    transact(context, async ({ sql, afterCommit }) => {
      const organisationId = organisationOf(caller)
      const at = context.clock.now()
      const before = first(
        await sql<{ id: number; awayPersonId: number; coverPersonId: number; startsAt: number; endsAt: number }[]>`
        update roster_stand_ins set ended_at = ${at}
        where id = ${standInOfRosterId} and organisation_id = ${organisationId} and ended_at is null and ends_at > ${at}::timestamptz
        returning id, away_user_id as "awayPersonId", cover_user_id as "coverPersonId", starts_at as "startsAt", ends_at as "endsAt"`,
      )
      await audit(sql, caller, machineNow(), {
        action: 'EDIT',
        noun: 'rosterStandIn',
        nounId: before.id,
        before,
        after: { ...before, endedAt: at },
      })
      afterCommit(() => emitRostersChanged(context, organisationId))
      return { standIns: await selectStandIns(sql, organisationId, at) }
    }),

  handOvers: listHandOvers,
  handOver,
}
