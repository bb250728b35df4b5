import type { LookupKind } from '#contract/herd/lookups.ts'
import { languages } from '../../../languages.ts'
import type { NamedRecords } from '../../../records/import/describe.ts'
import { visibleFarms } from '../../visibility.ts'

/** Selects the farms that a caller may name in a sheet. */
export const namedFarms: NamedRecords = (sql, caller) =>
  sql`select f.id, f.name, null::bigint as within, f.time_zone as zone from farms f where f.id in (${visibleFarms(sql, caller)})`

/** Selects the pens of these farms. */
export const namedPens: NamedRecords = (sql, caller) => sql`
  select p.id, p.name, p.farm_id as within, null::text as zone from pens p where p.deleted_at is null and p.farm_id in (${visibleFarms(sql, caller)})`

/** Selects the animals that a caller may name, by ear tag. */
export const namedAnimals: NamedRecords = (sql, caller, only) => sql`
  select a.id, t.name, null::bigint as within, null::text as zone from animals a
  cross join lateral (values (a.visual_tag), (${only === undefined ? sql`a.electronic_tag` : sql`null::text`})) t (name)
  where t.name is not null and a.deleted_at is null and a.in_herd_to is null and a.farm_id in (${visibleFarms(sql, caller)})`

/** Selects the choosable entries of a lookup list, by name in every language and by code. */
export const namedEntries =
  (kind: LookupKind): NamedRecords =>
  (sql, _caller, only) =>
    sql`
    select l.id, n.name, null::bigint as within, null::text as zone
    from lookups l cross join lateral unnest(array[${only === undefined ? sql`l.code, ` : sql``}${languages.filter((language) => only === undefined || language === only).map((language, place) => sql`${place === 0 ? sql`` : sql`, `}l.names ->> ${language}::text`)}]) as n (name)
    where l.kind = ${kind} and l.deleted_at is null and not l.is_retired`
