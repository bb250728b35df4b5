import type { Roster, RosterStandIn } from '#contract/duty/rosters.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { onShiftAt, type StandIn } from './onShift.ts'

interface RosterRow extends Omit<Roster, 'now' | 'lastHandOver'> {
  handedOverAt: number | null
  handedOverBy: string | null
}

/** Selects the rosters `r` of an organisation that match a condition. */
export async function selectRosters(sql: Queries, organisationId: number, condition: Fragment): Promise<RosterRow[]> {
  return sql<RosterRow[]>`
    select r.id, r.version, r.name, r.time_zone as "timeZone",
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.name, f.id) from roster_farms rf join farms f on f.id = rf.farm_id
        where rf.roster_id = r.id and f.deleted_at is null), '[]') as "watchedFarms",
      coalesce((select jsonb_agg(jsonb_build_object('layer', s.layer, 'personId', s.user_id, 'name', u.display_name, 'days', s.days, 'from', s.from_minute, 'to', s.to_minute)
        order by s.layer, s.id) from roster_shifts s join users u on u.id = s.user_id where s.roster_id = r.id), '[]') as shifts,
      h.at as "handedOverAt", h.by as "handedOverBy"
    from rosters r left join lateral (
      select o.at, u.display_name as by from roster_hand_overs o join users u on u.id = o.by_user_id where o.roster_id = r.id order by o.id desc limit 1) h on true
    where r.organisation_id = ${organisationId} and r.deleted_at is null and ${condition} order by r.name, r.id`
}

/** Adds the people on shift at an instant (epoch ms) to a roster. @param names of people by id */
export function toRoster(
  { handedOverAt, handedOverBy, ...row }: RosterRow,
  standIns: readonly StandIn[],
  names: ReadonlyMap<number, string>,
  at: number,
): Roster {
  return {
    ...row,
    now: onShiftAt(row, standIns, at).map(({ layer, personId, insteadOfId }) => ({
      layer,
      personId,
      ...nameBoth(names, personId, insteadOfId),
    })),
    lastHandOver: handedOverAt === null ? null : { at: toInstant(handedOverAt), by: handedOverBy ?? '' },
  }
}

export function nameBoth(names: ReadonlyMap<number, string>, personId: number, insteadOfId: number | null) {
  return { name: names.get(personId) ?? '', insteadOf: insteadOfId === null ? null : (names.get(insteadOfId) ?? '') }
}

/** Returns the names of all users in an organisation or its stand-ins, by id. */
export async function namesOf(sql: Queries, organisationId: number): Promise<Map<number, string>> {
  const rows = await sql<{ id: number; name: string }[]>`
    select id, display_name as name from users where organisation_id = ${organisationId}
      or id in (select away_user_id from roster_stand_ins where organisation_id = ${organisationId} union select cover_user_id from roster_stand_ins where organisation_id = ${organisationId})`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the stand-ins at an instant (epoch ms) or later. */
export async function selectStandIns(sql: Queries, organisationId: number, at: number): Promise<RosterStandIn[]> {
  const rows = await sql<(Omit<RosterStandIn, 'startsAt' | 'endsAt'> & { startsAt: number; endsAt: number })[]>`
    select i.id, a.display_name as "awayName", c.display_name as "coverName", i.starts_at as "startsAt", i.ends_at as "endsAt", i.starts_at <= ${at}::timestamptz as "isNow"
    from roster_stand_ins i join users a on a.id = i.away_user_id join users c on c.id = i.cover_user_id
    where i.organisation_id = ${organisationId} and i.ended_at is null and i.ends_at > ${at}::timestamptz order by i.starts_at, i.id`
  return rows.map(({ startsAt, endsAt, ...row }) => ({
    ...row,
    startsAt: toInstant(startsAt),
    endsAt: toInstant(endsAt),
  }))
}
