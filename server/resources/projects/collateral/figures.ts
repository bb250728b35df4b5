import type { TicketFigure } from '#contract/office/tickets.ts'
import { coverageOf, type CoverageLine } from '#contract/projects/coverage.ts'
import type { Queries } from '../../../db/connect.ts'
import { first } from '../../../records/transaction.ts'

/** What a change would do to a line. */
interface LineEffect {
  lineId: number
  /** Heads that come, or go (negative). */
  heads: number
  /** Heads that are worth something in the place of as many that were missing. */
  found?: number
  price?: { unitPrice: string; haircut: string }
}

interface Terms {
  contracted: number
  balance: string
  warningLine: string
  minimumLine: string
}

/** The ledger, the value and the coverage of the project of some lines: as they are, and as they would be. A head that is missing is worth nothing. */
export async function figuresAfter(sql: Queries, effects: readonly LineEffect[]): Promise<TicketFigure[]> {
  const project = sql`(select project_id from collateral_lines where id = any(${effects.map(({ lineId }) => lineId)}::bigint[]) limit 1)`
  const terms = first(
    await sql<Terms[]>`
      select p.contract_headcount as contracted, p.warning_line as "warningLine", p.minimum_line as "minimumLine",
        coalesce((select balance from loan_balances b where b.project_id = p.id order by b.id desc limit 1), p.loan_amount)::numeric(18, 2) as balance
      from projects p where p.id = ${project}`,
  )
  const lines = await sql<(CoverageLine & { ledger: number })[]>`
    select l.id as "lineId", l.ledger_heads as ledger, l.unit_price as "unitPrice", l.haircut, l.ledger_heads - (
      select count(*)::int from pledges p join animals a on a.id = p.animal_id and a.status = 'MISSING' where p.line_id = l.id and p.is_counted) as heads
    from collateral_lines l where l.project_id = ${project} and l.deleted_at is null and l.status in ('PENDING', 'ACTIVE') order by l.id`
  const after = lines.map((line) => {
    const changed = effects.find(({ lineId }) => lineId === line.lineId)
    return changed ? { ...line, ...changed.price, ledger: line.ledger + changed.heads, heads: Math.max(0, line.heads + changed.heads + (changed.found ?? 0)) } : line
  })
  const [was, would] = [lines, after].map((some) => ({ heads: some.reduce((sum, { ledger }) => sum + ledger, 0), ...coverageOf(some, terms) }))
  const contracted = String(terms.contracted)
  return [
    { measure: 'contracted', before: contracted, after: contracted },
    { measure: 'ledger', before: String(was?.heads), after: String(would?.heads) },
    { measure: 'value', before: was?.value ?? null, after: would?.value ?? null },
    { measure: 'coverage', before: was?.ratio ?? null, after: would?.ratio ?? null, lines: { warning: terms.warningLine, minimum: terms.minimumLine } },
  ]
}
