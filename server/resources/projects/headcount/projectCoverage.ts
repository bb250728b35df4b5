import type { CountedHeads } from '../../../db/projects/countedHeads.ts'
import type { HandlersOf } from '../../../handler.ts'
import { first } from '../../../records/transaction.ts'
import { resolveProjectAsOf } from '../past/projectThen.ts'
import { readVisibleProject } from '../projectAccess.ts'
import { coverageAsOf } from './projectFigures.ts'

export const projectCoverageHandlers: HandlersOf<'projectCoverage'> = {
  async shown(input, caller, context) {
    const { sql } = context
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    return coverageAsOf(sql, project.id, asOf)
  },

  async gateways({ id }, caller, context) {
    const { sql, herd, countedHeads, clock } = context
    const { farmIds, windowMinutes } = await readVisibleProject(sql, caller, id, clock.now())
    const counted = first([...(await countedHeads.read(sql, [id])).values()])
    const { gatewayIds } = await herd.heads({ farmIds, animalIds: counted.animalIds }, windowMinutes)
    const heads = headsByGateway(counted, gatewayIds)
    const gateways = await sql<
      { id: number; mac: string }[]
    >`select id, mac from gateways where id = any(${[...heads.keys()]}::bigint[]) order by mac`
    return {
      gateways: gateways.map((gateway) => ({
        ...gateway,
        lines: [...(heads.get(gateway.id) ?? [])].map(([lineId, count]) => ({ lineId, heads: count })),
      })),
    }
  },
}

/** Counts the heads of each line by the gateway that heard each head last. Heads without one (0) are left out. */
function headsByGateway({ lines }: CountedHeads, gatewayIds: Uint32Array): Map<number, Map<number, number>> {
  const byGateway = new Map<number, Map<number, number>>()
  let place = 0
  for (const { lineId, heads } of lines) {
    for (const end = place + heads; place < end; place++) {
      const gatewayId = gatewayIds[place] as number
      if (gatewayId === 0) continue
      const ofGateway = byGateway.get(gatewayId) ?? new Map<number, number>()
      byGateway.set(gatewayId, ofGateway.set(lineId, (ofGateway.get(lineId) ?? 0) + 1))
    }
  }
  return byGateway
}
