import type { LookupKind } from '#contract/herd/lookups.ts'
import { languages } from '../../../languages.ts'
import type { NamedRecords } from '../../../records/import/describe.ts'
import { visibleFarms } from '../../visibility.ts'

/** The farms that a caller may name. */
export const namedFarms: NamedRecords = (sql, caller) => sql`select f.id, f.name, null::bigint as within from farms f where f.id in (${visibleFarms(sql, caller)})`

/** The pens of those farms. */
export const namedPens: NamedRecords = (sql, caller) => sql`
  select p.id, p.name, p.farm_id as within from pens p where p.deleted_at is null and p.farm_id in (${visibleFarms(sql, caller)})`

/** The entries of a list that may be chosen, by their names in every language and by their codes. */
export const namedEntries =
  (kind: LookupKind): NamedRecords =>
  (sql) => sql`
    select l.id, n.name, null::bigint as within
    from lookups l cross join lateral unnest(array[l.code, ${languages.map((language, place) => sql`${place === 0 ? sql`` : sql`, `}l.names ->> ${language}::text`)}]) as n (name)
    where l.kind = ${kind} and l.deleted_at is null and not l.is_retired`
