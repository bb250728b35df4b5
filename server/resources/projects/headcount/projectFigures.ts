import { coverageOf, type Coverage, type CoverageLine, valueOfHeads } from '#contract/projects/coverage.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import type { CountedHeads } from '../../../db/projects/countedHeads.ts'
import { headCodes } from '../../../herd/headcount.ts'
import type { HeadResults } from '../../../herd/herd.ts'

/** A line with heads on its ledger. */
interface LineOfHeads extends CoverageLine {
  categoryId: number
  pricedOn: string
  priceSource: string
  /** Heads on the ledger, and the missing ones among them. */
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

/** A loan's terms and its current coverage. */
interface Covered extends Terms {
  coverage: Coverage
  lines: LineOfHeads[]
}

/** The current figures of a project. */
export interface Figures extends Covered {
  ledger: number
  heard: number
  unverified: number
  unaccounted: number
  missing: number
  /** Herd time, epoch ms; null when nothing was heard. */
  lastHeardAt: number | null
  /** Value of the unverified and of the unaccounted heads after haircut. */
  unverifiedValue: string
  unaccountedValue: string
}

export interface HeadSources extends Pick<Context, 'countedHeads'> {
  sql: Queries
  herd: Pick<Context['herd'], 'heads'>
}

/** Reads the coverage of projects from the counters of their lines. The cost does not depend on the number of heads. */
export async function coverageFigures(sql: Queries, projectIds: readonly number[]): Promise<Covered[]> {
  const [projects, lines] = await Promise.all([readTerms(sql, projectIds), readLines(sql, projectIds)])
  const linesOf = Map.groupBy(lines, ({ projectId }) => projectId)
  return projects.map((terms) => {
    const own = (linesOf.get(terms.projectId) ?? []).map((line) => ({ ...line, heads: line.ledger - line.missing }))
    return { ...terms, coverage: coverageOf(own, terms), lines: own }
  })
}

/**
 * Reads the five numbers and the coverage of projects now. It checks the ledger's heads against the live herd.
 * The cost is a few queries in total and one herd lookup for each project. Counted heads are cached until a ledger changes.
 * @returns by id, without projects that do not exist
 */
export async function figuresOf(
  { sql, herd, countedHeads }: HeadSources,
  projectIds: readonly number[],
): Promise<Map<number, Figures>> {
  const [covered, counted] = await Promise.all([coverageFigures(sql, projectIds), countedHeads.read(sql, projectIds)])
  const figures = await Promise.all(
    covered.map(async (one): Promise<[number, Figures]> => {
      const heads = counted.get(one.projectId) ?? { lines: [], animalIds: new Float64Array() }
      return [
        one.projectId,
        sumUp(one, heads, await herd.heads({ farmIds: one.farmIds, animalIds: heads.animalIds }, one.windowMinutes)),
      ]
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

function readLines(
  sql: Queries,
  projectIds: readonly number[],
): Promise<(Omit<LineOfHeads, 'heads'> & { projectId: number })[]> {
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

/** @param all state of each counted head, in the same order */
function sumUp(covered: Covered, counted: CountedHeads, all: HeadResults): Figures {
  const lineOf = new Map(covered.lines.map((line) => [line.lineId, line]))
  let [ledger, heard, unverified, missing] = [0, 0, 0, 0]
  let lastHeardAt = Number.NEGATIVE_INFINITY
  const apart: Record<'unverified' | 'unaccounted', CoverageLine[]> = { unverified: [], unaccounted: [] }
  let place = 0
  for (const { lineId, heads } of counted.lines) {
    const counts = [0, 0, 0]
    for (const end = place + heads; place < end; place++) {
      const code = all.codes[place] as number
      counts[code] = (counts[code] as number) + 1
      const at = all.heardAt[place] as number
      if (at > lastHeardAt) lastHeardAt = at
    }
    ledger += heads
    heard += counts[headCodes.heard] as number
    unverified += counts[headCodes.unverified] as number
    // A line added between the two reads has no price yet.
    const line = lineOf.get(lineId)
    if (!line) continue
    missing += line.missing
    apart.unverified.push({ ...line, heads: counts[headCodes.unverified] as number })
    apart.unaccounted.push({ ...line, heads: counts[headCodes.unaccounted] as number })
  }
  const worth = (coverageLines: CoverageLine[]) => coverageOf(coverageLines, covered).value
  return {
    ...covered,
    ledger,
    heard,
    unverified,
    unaccounted: ledger - heard - unverified,
    missing,
    lastHeardAt: Number.isFinite(lastHeardAt) ? lastHeardAt : null,
    unverifiedValue: worth(apart.unverified),
    unaccountedValue: worth(apart.unaccounted),
  }
}

/** Returns a line's heads with their value after haircut. */
export function toLine({ lineId, categoryId, unitPrice, haircut, pricedOn, priceSource, heads }: LineOfHeads) {
  return {
    lineId,
    categoryId,
    unitPrice,
    haircut,
    pricedOn,
    priceSource,
    heads,
    value: valueOfHeads({ lineId, heads, unitPrice, haircut }),
  }
}
