import type { HandlersOf } from '../../../handler.ts'
import { first } from '../../../records/transaction.ts'
import { momentOf } from '../past/asOf.ts'
import { pastCoverage } from '../past/pastFigures.ts'
import { findProject } from '../projectAccess.ts'
import { countedHeads } from './countedHeads.ts'
import { coverageFigures, toLine } from './projectFigures.ts'

export const projectCoverageHandlers: HandlersOf<'projectCoverage'> = {
  async shown({ id, ...moment }, caller, { sql, clock }) {
    const asOf = momentOf(moment, clock.now())
    const project = await findProject(sql, caller, id, asOf?.happened ?? clock.now())
    if (asOf) return pastCoverage(sql, project, asOf)
    const { balance, balanceAsOf, warningLine, minimumLine, coverage, lines } = first(await coverageFigures(sql, [id]))
    return { ...coverage, balance, balanceAsOf, warningLine, minimumLine, lines: lines.map(toLine) }
  },

  async gateways({ id }, caller, context) {
    const { sql, herd, clock } = context
    await findProject(sql, caller, id, clock.now())
    const [{ farmIds, windowMinutes }, lines] = await Promise.all([coverageFigures(sql, [id]).then(first), countedHeads(sql, [id])])
    const { gatewayIds } = await herd.heads({ farmIds, animalIds: [...lines.values()].flat() }, windowMinutes)
    const heads = headsByGateway([...lines].flatMap(([lineId, { length }]) => Array<number>(length).fill(lineId)), gatewayIds)
    const gateways = await sql<{ id: number; mac: string }[]>`select id, mac from gateways where id = any(${[...heads.keys()]}::bigint[]) order by mac`
    return { gateways: gateways.map((gateway) => ({ ...gateway, lines: [...(heads.get(gateway.id) ?? [])].map(([lineId, count]) => ({ lineId, heads: count })) })) }
  },
}

/** How many heads of each line each gateway was the last to hear, by the line and the gateway (0: none) of each head. */
function headsByGateway(lineIds: readonly number[], gatewayIds: Uint32Array): Map<number, Map<number, number>> {
  const heads = new Map<number, Map<number, number>>()
  for (const [place, gatewayId] of gatewayIds.entries()) {
    const lineId = lineIds[place]
    if (gatewayId === 0 || lineId === undefined) continue
    const ofGateway = heads.get(gatewayId) ?? new Map<number, number>()
    heads.set(gatewayId, ofGateway.set(lineId, (ofGateway.get(lineId) ?? 0) + 1))
  }
  return heads
}
