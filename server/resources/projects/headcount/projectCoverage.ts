import type { HandlersOf } from '../../../handler.ts'
import { first } from '../../../records/transaction.ts'
import { findProject } from '../projectAccess.ts'
import { type FigureLine, figuresOf, toLine } from './projectFigures.ts'

export const projectCoverageHandlers: HandlersOf<'projectCoverage'> = {
  async shown({ id }, caller, context) {
    const { sql, clock } = context
    await findProject(sql, caller, id, clock.now())
    const figures = first([...(await figuresOf(context, [id])).values()])
    const heads = headsByGateway(figures.lines)
    const gateways = await sql<{ id: number; mac: string }[]>`select id, mac from gateways where id = any(${[...heads.keys()]}::bigint[]) order by mac`
    const { balance, balanceAsOf, warningLine, minimumLine, coverage } = figures
    return {
      ...coverage, balance, balanceAsOf, warningLine, minimumLine,
      lines: figures.lines.map(toLine),
      gateways: gateways.map((gateway) => ({ ...gateway, lines: [...(heads.get(gateway.id) ?? [])].map(([lineId, count]) => ({ lineId, heads: count })) })),
    }
  },
}

/** How many heads of each line each gateway was the last to hear. */
function headsByGateway(lines: readonly FigureLine[]): Map<number, Map<number, number>> {
  const heads = new Map<number, Map<number, number>>()
  for (const { lineId, heard } of lines) {
    for (const gatewayId of heard.gatewayIds) {
      if (gatewayId === 0) continue
      const ofGateway = heads.get(gatewayId) ?? new Map<number, number>()
      heads.set(gatewayId, ofGateway.set(lineId, (ofGateway.get(lineId) ?? 0) + 1))
    }
  }
  return heads
}
