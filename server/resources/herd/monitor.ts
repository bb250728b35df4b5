import type { Scene } from '#contract/monitor.ts'
import type { HandlersOf } from '../../handler.ts'
import { selectFarms } from './farms.ts'
import { selectGateways } from './gateways.ts'
import { selectPens } from './pens.ts'
import { visibleFarms, visibleProjects } from '../visibility.ts'

export const monitorHandlers: HandlersOf<'monitor'> = {
  async scene(_input, caller, { sql }) {
    const farms = visibleFarms(sql, caller)
    const [farmRows, pens, gateways, projects] = await Promise.all([
      selectFarms(sql, sql`f.id in (${farms})`, sql`order by f.id`),
      selectPens(sql, sql`p.farm_id in (${farms})`, sql`order by p.id`),
      selectGateways(sql, sql`g.farm_id in (${farms})`, sql`order by g.id`),
      sql<Scene['projects']>`
        select p.id, p.code, p.name, p.contract_headcount as "contractHeadcount",
          array(select pf.farm_id from project_farms pf where pf.project_id = p.id and pf.farm_id in (${farms}) order by 1)
            as "farmIds"
        from projects p where p.status in ('ACTIVE', 'CLOSING') and p.id in (${visibleProjects(sql, caller)}) order by p.id`,
    ])
    return { farms: [...farmRows], pens: [...pens], gateways: [...gateways], projects: [...projects] }
  },
}
