import type { Access } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Finding, matchedFields } from '#contract/office/finder.ts'
import { monitorRoles } from '#contract/people/roles.ts'
import { projectRoles } from '#contract/projects/projectRoles.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { contains } from '../../records/page.ts'
import { tableOf } from '../../records/select.ts'
import { users } from '../people/users.ts'
import { visibleFarms, visibleProjects } from '../visibility.ts'
import { tickets, visible } from './tickets/ticketRows.ts'

/** One kind of records to search: by contained text, and by names whose spelling matches a pattern. */
export interface FindingSource {
  containing: (limit: number) => Promise<Finding[]>
  /** Null when the names are tags. */
  spelledLike: ((pattern: string, limit: number) => Promise<Finding[]>) | null
}

/** The parts that differ between kinds. */
interface Source {
  access: Access
  name: string
  /** The hint shown next to the name, and whether the text is searched in it. */
  hint: Fragment
  isHintSearched?: boolean
  id: string
  /** Further columns of the finding. */
  columns?: Fragment
  /** Its tables, limited to the rows that the caller may see. */
  from: Fragment
  /** Further columns in which the text is searched. */
  fields?: Partial<Record<(typeof matchedFields)[number], string>>
  /** The column with the pinyin spelling of its name; absent when the name is a tag. */
  pinyin?: string
}

function sourcesOf(sql: Queries, caller: Caller): Record<Finding['kind'], Source> {
  const farms = visibleFarms(sql, caller)
  const seesFarms = monitorRoles.some((role) => role === caller.role)
  return {
    farm: {
      access: monitorRoles,
      id: 'f.id',
      name: 'f.name',
      pinyin: 'f.pinyin',
      hint: sql`coalesce(f.address, '')`,
      columns: sql`f.id as "farmId"`,
      from: sql`farms f where f.id in (${farms})`,
    },
    animal: {
      access: monitorRoles,
      id: 'a.id',
      name: 'a.visual_tag',
      hint: sql`f.name`,
      columns: sql`a.farm_id as "farmId"`,
      from: sql`animals a join farms f on f.id = a.farm_id where a.deleted_at is null and a.farm_id in (${farms})`,
      fields: { electronicTag: 'a.electronic_tag' },
    },
    project: {
      access: projectRoles,
      id: 'p.id',
      name: 'p.name',
      pinyin: 'p.pinyin',
      hint: sql`p.code`,
      isHintSearched: true,
      columns: sql`(select min(pf.farm_id) from project_farms pf
        where pf.project_id = p.id and ${seesFarms} and pf.farm_id in (${farms})) as "farmId"`,
      from: sql`projects p where p.id in (${visibleProjects(sql, caller)})`,
    },
    organisation: {
      access: endpoints.organisations.list.access,
      id: 'o.id',
      name: 'o.name',
      pinyin: 'o.pinyin',
      hint: sql`coalesce(o.contact, '')`,
      from: sql`organisations o where o.deleted_at is null`,
      fields: { creditCode: 'o.credit_code', telephone: 'o.telephone', email: 'o.email' },
    },
    user: {
      access: endpoints.users.list.access,
      id: 'r.id',
      name: 'r.display_name',
      pinyin: 'r.pinyin',
      hint: sql`coalesce(o.name, '')`,
      columns: sql`null as "farmId", r.role`,
      from: sql`${tableOf(sql, users)} where ${users.visible(sql, caller)}`,
      fields: { userName: 'r.user_name', telephone: 'r.telephone', email: 'r.email' },
    },
    ticket: {
      access: endpoints.tickets.list.access,
      id: 't.id',
      name: 't.subject_name',
      pinyin: 't.pinyin',
      hint: sql`u.display_name`,
      columns: sql`null as "farmId", t.kind as "ticketKind"`,
      from: sql`${tickets(sql)} where ${visible(sql, caller)}`,
    },
  }
}

/** Returns the sources that a caller may search for a text. Names that start with it come first, then shorter names. */
export function findingSources(sql: Queries, caller: Caller, text: string): FindingSource[] {
  const mayCall = (access: Access) => typeof access !== 'string' && access.includes(caller.role)
  return Object.entries(sourcesOf(sql, caller)).flatMap(
    ([kind, { access, id, name, hint, columns, from, fields = {}, isHintSearched = false, pinyin }]) => {
      if (!mayCall(access)) return []
      const isShown = sql`(${contains(sql, name, text)} or (${isHintSearched} and ${contains(sql, hint, text)}))`
      const places = Object.entries(fields)
      const isInField = sql`${[sql`false`, ...places.map(([, column]) => sql` or ${contains(sql, column, text)}`)]}`
      const cases = places.map(
        ([field, column]) =>
          sql` when ${contains(sql, column, text)} then jsonb_build_object('field', ${field}::text, 'text', ${sql(column)})`,
      )
      const matched = places.length === 0 ? sql`null` : sql`case when ${isShown} then null ${cases} end`
      const select = (which: Fragment, end: Fragment, matchedColumn: Fragment) => sql<Finding[]>`
      select ${kind} as kind, ${sql(id)} as id, ${sql(name)} as name, ${hint} as hint, ${columns ?? sql`null as "farmId"`}, ${matchedColumn} as matched
      from ${from} and ${which} ${end}`
      const best = sql`order by starts_with(lower(${sql(name)}), lower(${text})) desc, length(${sql(name)}), ${sql(name)}, ${sql(id)}`
      return {
        containing: (maxRows) => select(sql`(${isShown} or ${isInField})`, sql`${best} limit ${maxRows}`, matched),
        spelledLike:
          pinyin === undefined
            ? null
            : (pattern, maxRows) =>
                select(
                  sql`${sql(pinyin)} ~ ${pattern}`,
                  sql`order by length(${sql(name)}), ${sql(id)} limit ${maxRows}`,
                  sql`null`,
                ),
      }
    },
  )
}
