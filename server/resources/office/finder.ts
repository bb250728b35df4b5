import type { Finding } from '#contract/office/finder.ts'
import { monitorRoles, type Role } from '#contract/people/roles.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { contains } from '../../records/page.ts'
import { visibleFarms, visibleProjects } from '../visibility.ts'

const mostOfAKind = 8

/** Who has screens that show farms and animals, and who has some that show projects. */
const farmViewers: readonly Role[] = monitorRoles
const projectViewers: readonly Role[] = ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'ADMIN_PLATFORM', 'SUPERVISOR_PM', 'BANK_USER']

/** What begins with the text comes first, then shorter names. */
function best(sql: Queries, name: string, text: string): Fragment {
  return sql`order by starts_with(lower(${sql(name)}), lower(${text})) desc, length(${sql(name)}), ${sql(name)} limit ${mostOfAKind}`
}

export const finderHandlers: HandlersOf<'finder'> = {
  async find({ text }, caller, { sql }) {
    const farms = visibleFarms(sql, caller)
    const seesFarms = farmViewers.includes(caller.role)
    const [foundFarms, foundAnimals, foundProjects] = await Promise.all([
      seesFarms
        ? sql<Finding[]>`
            select 'farm' as kind, f.id, f.name, coalesce(f.address, '') as hint, f.id as "farmId"
            from farms f where f.id in (${farms}) and ${contains(sql, 'f.name', text)} ${best(sql, 'f.name', text)}`
        : [],
      seesFarms
        ? sql<Finding[]>`
            select 'animal' as kind, a.id, a.visual_tag as name, f.name as hint, a.farm_id as "farmId"
            from animals a join farms f on f.id = a.farm_id
            where a.deleted_at is null and a.farm_id in (${farms}) and (${contains(sql, 'a.visual_tag', text)} or ${contains(sql, 'a.electronic_tag', text)})
            ${best(sql, 'a.visual_tag', text)}`
        : [],
      projectViewers.includes(caller.role)
        ? sql<Finding[]>`
            select 'project' as kind, p.id, p.name, p.code as hint,
              (select min(pf.farm_id) from project_farms pf
                where pf.project_id = p.id and ${seesFarms} and pf.farm_id in (${farms})) as "farmId"
            from projects p where p.id in (${visibleProjects(sql, caller)})
              and (${contains(sql, 'p.name', text)} or ${contains(sql, 'p.code', text)}) ${best(sql, 'p.name', text)}`
        : [],
    ])
    return { list: [...foundFarms, ...foundAnimals, ...foundProjects] }
  },
}
