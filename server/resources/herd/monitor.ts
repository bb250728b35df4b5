import type { Scene } from '#contract/herd/monitor.ts'
import type { HandlersOf } from '../../handler.ts'
import { selectRecords } from '../../records/select.ts'
import { visibleFarms, visibleProjects } from '../visibility.ts'
import { farms } from './farms.ts'
import { gateways } from './gateways.ts'
import { pens } from './pens.ts'

export const monitorHandlers: HandlersOf<'monitor'> = {
  async scene(_input, caller, { sql }) {
    const visible = visibleFarms(sql, caller)
    const ofFarms = sql`r.deleted_at is null and r.farm_id in (${visible})`
    const byId = { end: sql`order by r.id` }
    const [farmRows, penRows, gatewayRows, projects] = await Promise.all([
      selectRecords(sql, farms, sql`r.id in (${visible})`, byId),
      selectRecords(sql, pens, ofFarms, byId),
      selectRecords(sql, gateways, ofFarms, byId),
      sql<Scene['projects']>`
        select p.id, p.code, p.name, p.contract_headcount as "contractHeadcount",
          array(select pf.farm_id from project_farms pf where pf.project_id = p.id and pf.farm_id in (${visible}) order by 1)
            as "farmIds",
          (select count(*)::int from project_farms pf where pf.project_id = p.id) as farms,
          (select count(distinct s.animal_id)::int from stays s join project_farms pf on pf.farm_id = s.farm_id
            join animals a on a.id = s.animal_id
            where pf.project_id = p.id and pf.farm_id in (${visible}) and a.deleted_at is null
              and a.in_herd_to >= greatest(p.starts_on, p.created_at)) as left
        from projects p where p.status in ('ACTIVE', 'CLOSING') and p.id in (${visibleProjects(sql, caller)}) order by p.id`,
    ])
    return { farms: farmRows, pens: penRows, gateways: gatewayRows, projects: [...projects] }
  },
}
