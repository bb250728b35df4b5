import type { AnimalEvent } from '#contract/herd/animalHistory.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { listOf } from '../../../records/page.ts'
import { visibleFarms } from '../../visibility.ts'
import { countOf, limited, type Page } from './animalHistory.ts'
import { coverOf } from './coverEvents.ts'

type Common = Pick<AnimalEvent, 'kind' | 'day' | 'name' | 'by' | 'reason'>
type Detail = Omit<AnimalEvent, keyof Common | 'at'>

const nothing: Detail = {
  alertKind: null,
  severity: null,
  action: null,
  status: null,
  documentId: null,
  angle: null,
  imageId: null,
  kg: null,
  treatment: null,
  entryKind: null,
  pledgeEnd: null,
}

/** Returns everything that happened to an animal, newest first. */
export async function readTimeline(sql: Queries, caller: Caller, input: Page) {
  const events = sql`(
    ${placesOf(sql, caller, input.id)}
    union all ${neckbandsOf(sql, input.id)}
    union all ${tagsOf(sql, input.id)}
    union all ${groupsOf(sql, caller, input.id)}
    union all ${coverOf(sql, caller, input.id)}
    union all ${alertsOf(sql, caller, input.id)}
    union all ${recordsOf(sql, input.id)}
    union all ${changesOf(sql, input.id)}
  ) events`
  const [rows, total] = await Promise.all([
    sql<(Common & { at: number; detail: Partial<Detail> | null })[]>`
      select kind, at, day, name, by, reason, detail from ${events} order by at desc, kind, name ${limited(sql, input)}`,
    countOf(sql, events),
  ])
  return listOf(
    rows.map(({ at, detail, ...row }): AnimalEvent => ({ ...nothing, ...detail, ...row, at: toInstant(at) })),
    total,
    input,
  )
}

/** Selects a user's display name by a fragment of their id. */
const nameOf = (sql: Queries, userId: Fragment) => sql`(select display_name from users where users.id = ${userId})`

function placesOf(sql: Queries, caller: Caller, id: number): Fragment {
  const stays = sql`stays s join farms f on f.id = s.farm_id left join pens on pens.id = s.pen_id
    where s.animal_id = ${id} and s.farm_id in (${visibleFarms(sql, caller)})`
  const place = sql`concat_ws(E'\\n', f.name, pens.name)`
  return sql`
    select 'CAME' as kind, s.from_at as at, null::date as day, ${place} as name, null::text as by, null::text as reason, null::jsonb as detail from ${stays}
    union all select 'LEFT', s.to_at, null, ${place}, null, null, null from ${stays} and s.to_at is not null
      and not exists (select from stays later where later.animal_id = s.animal_id and later.id <> s.id and later.from_at = s.to_at)`
}

function neckbandsOf(sql: Queries, id: number): Fragment {
  const pairings = sql`pairings p join neckbands n on n.id = p.neckband_id where p.animal_id = ${id}`
  const withPhoto = (column: Fragment) => sql`jsonb_build_object('imageId', ${column})`
  return sql`
    select 'PAIRED', p.from_at, null, n.device_id, ${nameOf(sql, sql`p.user_id`)}, p.reason, ${withPhoto(sql`p.photo_id`)} from ${pairings}
    union all select 'UNPAIRED', p.to_at, null, n.device_id, ${nameOf(sql, sql`p.ended_by`)}, p.end_reason, ${withPhoto(sql`p.end_photo_id`)} from ${pairings} and p.to_at is not null`
}

/** Selects replaced tags: those that followed another one of the same kind. */
function tagsOf(sql: Queries, id: number): Fragment {
  return sql`
    select 'TAGGED', t.from_at, null, t.value, null, null, null from animal_tags t where t.animal_id = ${id}
      and exists (select from animal_tags b where b.animal_id = t.animal_id and b.kind = t.kind and b.id < t.id)`
}

function groupsOf(sql: Queries, { organisationId }: Caller, id: number): Fragment {
  const members = sql`animal_group_members m join animal_groups g on g.id = m.group_id
    where m.animal_id = ${id} and g.deleted_at is null and g.organisation_id = ${organisationId}`
  return sql`
    select 'JOINED', m.from_at, null, g.name, ${nameOf(sql, sql`m.joined_by`)}, m.join_reason, null from ${members}
    union all select 'PARTED', m.to_at, null, g.name, ${nameOf(sql, sql`m.parted_by`)}, m.part_reason, null from ${members} and m.to_at is not null`
}

function alertsOf(sql: Queries, caller: Caller, id: number): Fragment {
  const alerts = sql`alerts a where a.animal_id = ${id} and a.farm_id in (${visibleFarms(sql, caller)})`
  const detail = sql`jsonb_build_object('alertKind', a.kind, 'severity', a.severity)`
  return sql`
    select 'RAISED', a.raised_at, null, null, null, null, ${detail} from ${alerts}
    union all select 'CLEARED', a.cleared_at, null, null, null, null, ${detail} from ${alerts} and a.cleared_at is not null`
}

/**
 * Selects photos, weights and treatments. Records known only by their day are placed when they were recorded, or at the end of that day if that is
 * earlier.
 */
function recordsOf(sql: Queries, id: number): Fragment {
  const at = (day: Fragment) => sql`least(r.created_at, (${day} + 1)::timestamp at time zone f.time_zone)`
  const animalRecords = sql`join animals a on a.id = r.animal_id join farms f on f.id = a.farm_id where r.animal_id = ${id} and r.deleted_at is null`
  return sql`
    select 'PHOTO', r.taken_at, null, null, ${nameOf(sql, sql`r.taken_by`)}, null,
      jsonb_build_object('angle', r.angle, 'imageId', r.image_id) from animal_photos r ${animalRecords}
    union all select 'WEIGHED', ${at(sql`r.weighed_on`)}, r.weighed_on, null, r.source, null, jsonb_build_object('kg', r.kg) from animal_weights r ${animalRecords}
    union all select 'TREATED', ${at(sql`r.treated_on`)}, r.treated_on, concat_ws(E'\\n', r.product, r.dose), r.given_by, r.remark,
      jsonb_build_object('treatment', r.kind) from treatments r ${animalRecords}`
}

/** Selects audit entries of the animal, with its new status and document where they changed. */
function changesOf(sql: Queries, id: number): Fragment {
  const changed = (field: string) =>
    sql`case when e.before is not null and e.after ->> ${field}::text is distinct from e.before ->> ${field}::text then e.after ->> ${field}::text end`
  return sql`
    select 'CHANGED', e.at, null, null, u.display_name, e.detail ->> 'reason',
      jsonb_build_object('action', e.action, 'status', ${changed('status')}, 'documentId', ${changed('documentId')})
    from audit_entries e left join users u on u.id = e.user_id where e.noun = 'animal' and e.noun_id = ${id}`
}
