import { coverageOf, type Coverage, type CoverageLine, valueOfHeads } from '#contract/projects/coverage.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { headCodes } from '../../../herd/headcount.ts'
import type { HeadsHeard } from '../../../herd/herd.ts'
import { countedHeads } from './countedHeads.ts'

/** A line that has heads. */
interface LineOfHeads extends CoverageLine {
  categoryId: number
  pricedOn: string
  priceSource: string
  /** Heads that the ledger counts, and those of them that are missing. */
  ledger: number
  missing: number
}

interface Terms {
  projectId: number
  farmIds: number[]
  contracted: number
  windowMinutes: number
  balance: string
  balanceAsOf: string | null
  warningLine: string
  minimumLine: string
}

/** What covers a loan at this moment. */
interface Covered extends Terms {
  coverage: Coverage
  lines: LineOfHeads[]
}

/** What a project has at this moment. */
export interface Figures extends Covered {
  ledger: number
  heard: number
  unverified: number
  unaccounted: number
  missing: number
  /** Epoch ms; null: nothing was heard. */
  lastHeardAt: number | null
  /** What the unverified and the unaccounted heads are worth after haircut, money. */
  unverifiedValue: string
  unaccountedValue: string
}

interface Asked {
  sql: Queries
  herd: Pick<Context['herd'], 'heads'>
}

/** The coverage of projects by what their lines count: it costs the same, however many heads there are. */
export async function coverageFigures(sql: Queries, projectIds: readonly number[]): Promise<Covered[]> {
  const [projects, lines] = await Promise.all([readTerms(sql, projectIds), readLines(sql, projectIds)])
  const linesOf = Map.groupBy(lines, ({ projectId }) => projectId)
  return projects.map((terms) => {
    const own = (linesOf.get(terms.projectId) ?? []).map((line) => ({ ...line, heads: line.ledger - line.missing }))
    return { ...terms, coverage: coverageOf(own, terms), lines: own }
  })
}

/**
 * The five numbers and the coverage of projects now: what the ledger counts, from the database, by what the live herd heard
 * of it. Three queries and one question a project, however many projects.
 * @returns by id; a project that is not there is left out
 */
export async function figuresOf({ sql, herd }: Asked, projectIds: readonly number[]): Promise<Map<number, Figures>> {
  const [covered, counted] = await Promise.all([coverageFigures(sql, projectIds), countedHeads(sql, projectIds)])
  const figures = await Promise.all(
    covered.map(async (one): Promise<[number, Figures]> => {
      const ofLines = one.lines.map(({ lineId }) => counted.get(lineId) ?? [])
      return [one.projectId, sumUp(one, ofLines, await herd.heads({ farmIds: one.farmIds, animalIds: ofLines.flat() }, one.windowMinutes))]
    }),
  )
  return new Map(figures)
}

function readTerms(sql: Queries, projectIds: readonly number[]): Promise<Terms[]> {
  return sql<Terms[]>`
    select p.id as "projectId", p.contract_headcount as contracted, p.window_minutes as "windowMinutes", p.warning_line as "warningLine",
      p.minimum_line as "minimumLine",
      array(select farm_id from project_farms where project_id = p.id order by 1) as "farmIds", coalesce(b.balance, p.loan_amount)::numeric(18, 2) as balance, b.as_of as "balanceAsOf"
    from projects p
    left join lateral (select balance, as_of from loan_balances where project_id = p.id order by id desc limit 1) b on true
    where p.id = any(${[...projectIds]}::bigint[])`
}

function readLines(sql: Queries, projectIds: readonly number[]): Promise<(Omit<LineOfHeads, 'heads'> & { projectId: number })[]> {
  return sql`
    select l.project_id as "projectId", l.id as "lineId", l.category_id as "categoryId", l.unit_price as "unitPrice", l.haircut,
      l.priced_on as "pricedOn", l.price_source as "priceSource", l.ledger_heads as ledger, coalesce(gone.missing, 0) as missing
    from collateral_lines l
    left join (
      select p.line_id, count(*)::int as missing from animals a join pledges p on p.animal_id = a.id and p.ended_at is null
      where a.status = 'MISSING' and p.is_counted group by 1
    ) gone on gone.line_id = l.id
    where l.project_id = any(${[...projectIds]}::bigint[]) and l.ledger_heads > 0 order by l.id`
}

/** @param ofLines the heads of each line, as they stand one line after the other in `all` */
function sumUp(covered: Covered, ofLines: readonly (readonly number[])[], all: HeadsHeard): Figures {
  let [ledger, heard, unverified, missing] = [0, 0, 0, 0]
  let lastHeardAt = Number.NEGATIVE_INFINITY
  const apart: Record<'unverified' | 'unaccounted', CoverageLine[]> = { unverified: [], unaccounted: [] }
  let place = 0
  for (const [index, line] of covered.lines.entries()) {
    const counts = [0, 0, 0]
    for (const end = place + (ofLines[index]?.length ?? 0); place < end; place++) {
      const code = all.codes[place] as number
      counts[code] = (counts[code] as number) + 1
      const at = all.heardAt[place] as number
      if (at > lastHeardAt) lastHeardAt = at
    }
    ledger += ofLines[index]?.length ?? 0
    heard += counts[headCodes.heard] as number
    unverified += counts[headCodes.unverified] as number
    missing += line.missing
    apart.unverified.push({ ...line, heads: counts[headCodes.unverified] as number })
    apart.unaccounted.push({ ...line, heads: counts[headCodes.unaccounted] as number })
  }
  const worth = (some: CoverageLine[]) => coverageOf(some, covered).value
  return {
    ...covered, ledger, heard, unverified, unaccounted: ledger - heard - unverified, missing,
    lastHeardAt: Number.isFinite(lastHeardAt) ? lastHeardAt : null,
    unverifiedValue: worth(apart.unverified),
    unaccountedValue: worth(apart.unaccounted),
  }
}

/** What the heads of a line are worth after haircut, and what they are. */
export function toLine({ lineId, categoryId, unitPrice, haircut, pricedOn, priceSource, heads }: LineOfHeads) {
  return { lineId, categoryId, unitPrice, haircut, pricedOn, priceSource, heads, value: valueOfHeads({ lineId, heads, unitPrice, haircut }) }
}
