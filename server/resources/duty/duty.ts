import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'
import { defaultPolicy } from '#contract/duty/alertPolicies.ts'
import { isWithin, type PersonalChannel, defaultChannels } from '#contract/duty/notificationSettings.ts'
import type { Shift } from '#contract/duty/rosters.ts'
import { dutyAdminRoles, dutyRoles } from '#contract/people/roles.ts'
import type { Queries } from '../../db/connect.ts'
import { type Language, readLanguage } from '../../languages.ts'
import { textIn } from '../../records/page.ts'
import { onShiftAt, type StandIn } from './rosters/onShift.ts'

export interface DutyPerson {
  id: number
  name: string
  isAdministrator: boolean
  email: string | null
  telephone: string | null
  language: Language
  timeZone: string
  channels: Record<Severity, PersonalChannel[]>
  quietHours: { from: number; to: number } | null
  quietSeverities: Severity[]
}

export interface DutyRoster {
  id: number
  name: string
  timeZone: string
  /** Empty means all farms. */
  farmIds: number[]
  shifts: Shift[]
}

export interface DutyChannel {
  id: number
  kind: OrganisationChannelKind
  name: string
  severities: Severity[]
  language: Language
}

/** The rosters, stand-ins, people and channels that decide the recipients of an organisation's alerts. */
export interface Duty {
  escalateMinutes: Record<Severity, number | null>
  remindMinutes: number | null
  rosters: DutyRoster[]
  standIns: StandIn[]
  people: ReadonlyMap<number, DutyPerson>
  channels: DutyChannel[]
}

/** Time zone of users without notification settings. */
export const defaultZone = 'Asia/Shanghai'

const rosterRows = (sql: Queries) => sql`
  select r.id, r.name, r.organisation_id as "organisationId", r.time_zone as "timeZone",
    array(select f.farm_id from roster_farms f where f.roster_id = r.id order by f.farm_id) as "farmIds",
    coalesce((select jsonb_agg(jsonb_build_object('layer', s.layer, 'personId', s.user_id, 'days', s.days, 'from', s.from_minute, 'to', s.to_minute) order by s.layer, s.id)
      from roster_shifts s where s.roster_id = r.id), '[]') as shifts
  from rosters r where r.deleted_at is null`

/** Returns the rosters of organisations. */
export async function rostersOf(
  sql: Queries,
  organisationIds: readonly number[],
): Promise<(DutyRoster & { organisationId: number })[]> {
  return sql<
    (DutyRoster & { organisationId: number })[]
  >`${rosterRows(sql)} and r.organisation_id = any(${[...organisationIds]}::bigint[]) order by r.id`
}

/** Returns the stand-ins that overlap a period between two instants (epoch ms). */
export async function standInsOf(
  sql: Queries,
  organisationIds: readonly number[],
  from: number,
  to: number,
): Promise<(StandIn & { organisationId: number })[]> {
  return sql<(StandIn & { organisationId: number })[]>`
    select organisation_id as "organisationId", away_user_id as "awayId", cover_user_id as "coverId", starts_at as "startsAt", least(ends_at, ended_at) as "endsAt"
    from roster_stand_ins
    where organisation_id = any(${[...organisationIds]}::bigint[]) and starts_at < ${to}::timestamptz and least(ends_at, ended_at) > ${from}::timestamptz order by id`
}

type PersonRow = Pick<DutyPerson, 'id' | 'name' | 'isAdministrator' | 'email' | 'telephone'> & {
  organisationId: number
  language: Language | null
  timeZone: string | null
  channels: DutyPerson['channels'] | null
  quietFrom: number | null
  quietTo: number | null
  quietSeverities: Severity[] | null
}

function toPerson({
  quietFrom,
  quietTo,
  language,
  timeZone,
  channels,
  quietSeverities,
  ...row
}: PersonRow): DutyPerson {
  return {
    ...row,
    language: language ?? readLanguage(undefined),
    timeZone: timeZone ?? defaultZone,
    channels: channels ?? defaultChannels,
    quietHours: quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo },
    quietSeverities: quietSeverities ?? [],
  }
}

/** Reads the duty data of organisations at an instant (herd time, epoch ms), by organisation. */
export async function readDuty(
  sql: Queries,
  organisationIds: readonly number[],
  at: number,
): Promise<Map<number, Duty>> {
  const ids = [...organisationIds]
  const [policies, rosters, standIns, people, channels] = await Promise.all([
    sql<({ organisationId: number } & Pick<Duty, 'escalateMinutes' | 'remindMinutes'>)[]>`
      select organisation_id as "organisationId", escalate_minutes as "escalateMinutes", remind_minutes as "remindMinutes" from alert_policies where organisation_id = any(${ids}::bigint[])`,
    rostersOf(sql, ids),
    standInsOf(sql, ids, at, at + 1),
    sql<PersonRow[]>`
      select u.id, u.organisation_id as "organisationId", u.display_name as name, ${textIn(sql, 'u.role', dutyAdminRoles)} as "isAdministrator", u.email, u.telephone,
        coalesce(n.language, (select t.payload ->> 'language' from tickets t
          where t.kind = 'ORGANISATION_REGISTRATION' and t.subject_id = u.organisation_id order by t.id desc limit 1)) as language,
        n.time_zone as "timeZone", n.channels, n.quiet_from as "quietFrom", n.quiet_to as "quietTo", n.quiet_severities as "quietSeverities"
      from users u left join notification_settings n on n.user_id = u.id
      where u.organisation_id = any(${ids}::bigint[]) and u.status = 'ACTIVE' and ${textIn(sql, 'u.role', dutyRoles)} order by u.id`,
    sql<(DutyChannel & { organisationId: number })[]>`
      select id, organisation_id as "organisationId", kind, name, severities, language from alert_channels
      where organisation_id = any(${ids}::bigint[]) and deleted_at is null and is_enabled order by id`,
  ])
  const of = <T extends { organisationId: number }>(rows: readonly T[], id: number) =>
    rows.filter(({ organisationId }) => organisationId === id)
  return new Map(
    ids.map((id) => {
      const [policy = defaultPolicy] = of(policies, id)
      const { escalateMinutes, remindMinutes } = policy
      const ofOrganisation = new Map(of(people, id).map((row) => [row.id, toPerson(row)]))
      return [
        id,
        {
          escalateMinutes,
          remindMinutes,
          rosters: of(rosters, id),
          standIns: of(standIns, id),
          people: ofOrganisation,
          channels: of(channels, id),
        },
      ]
    }),
  )
}

export interface EscalationLevel {
  people: DutyPerson[]
  isAdministrators: boolean
}

/**
 * Returns the people to notify about a farm at an instant (herd time, epoch ms), level by level: the layers of its rosters, then
 * administrators on none of them. Disabled users are left out.
 */
export function escalationLevels({ rosters, standIns, people }: Duty, farmId: number, at: number): EscalationLevel[] {
  const layers = new Map<number, Set<number>>()
  for (const roster of rosters) {
    if (roster.farmIds.length > 0 && !roster.farmIds.includes(farmId)) continue
    for (const { layer, personId } of onShiftAt(roster, standIns, at)) {
      const layerIds = layers.get(layer) ?? new Set()
      layers.set(layer, layerIds.add(personId))
    }
  }
  const notifiedIds = new Set<number>()
  const levels: EscalationLevel[] = []
  const add = (ids: Iterable<number>, isAdministrators: boolean) => {
    const found = [...ids].flatMap((id) => (notifiedIds.has(id) ? [] : (people.get(id) ?? [])))
    for (const { id } of found) notifiedIds.add(id)
    if (found.length > 0) levels.push({ people: found, isAdministrators })
  }
  for (const layer of [...layers.keys()].toSorted((one, other) => one - other)) add(layers.get(layer) ?? [], false)
  add(
    [...people.values()].filter(({ isAdministrator }) => isAdministrator).map(({ id }) => id),
    true,
  )
  return levels
}

/** Whether a user has quiet hours for a severity at an instant, epoch ms. */
export function isQuietAt(
  { quietHours, quietSeverities, timeZone }: Pick<DutyPerson, 'quietHours' | 'quietSeverities' | 'timeZone'>,
  severity: Severity,
  at: number,
): boolean {
  if (quietHours === null || !quietSeverities.includes(severity)) return false
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  return isWithin(hour * 60 + minute, quietHours)
}
