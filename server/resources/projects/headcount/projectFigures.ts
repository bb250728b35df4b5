import { coverageOf, type Coverage, type CoverageLine, valueOfHeads } from '#contract/projects/coverage.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { headCodes } from '../../../herd/headcount.ts'
import type { HeadsHeard } from '../../../herd/herd.ts'

/** A line that has heads, and who wears what in it. */
export interface FigureLine extends CoverageLine {
  categoryId: number
  pricedOn: string
  priceSource: string
  /** Heads that the ledger counts, and those of them that are missing. */
  ledger: number
  missing: number
  /** The neckband of each head; 0 where it wears none. */
  neckbandIds: number[]
  heard: HeadsHeard
}

/** What a project has at this moment. */
export interface Figures {
  projectId: number
  contracted: number
  windowMinutes: number
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
  balance: string
  balanceAsOf: string | null
  warningLine: string
  minimumLine: string
  coverage: Coverage
  lines: FigureLine[]
}

type Terms = Pick<Figures, 'projectId' | 'contracted' | 'windowMinutes' | 'balance' | 'balanceAsOf' | 'warningLine' | 'minimumLine'>
type StoredLine = Omit<FigureLine, 'heads' | 'heard' | 'neckbandIds'> & { projectId: number; bands: string }

/**
 * The five numbers and the coverage of projects now: what the ledger counts, from the database, by what the live herd heard
 * of it. Two queries and one question, however many projects.
 * @returns by id; a project that is not there is left out
 */
export async function figuresOf({ sql, herd }: { sql: Queries; herd: Pick<Context['herd'], 'heads'> }, projectIds: readonly number[]): Promise<Map<number, Figures>> {
  const [projects, lines] = await Promise.all([readTerms(sql, projectIds), readLines(sql, projectIds)])
  const linesOf = Map.groupBy(lines, ({ projectId }) => projectId)
  const figures = await Promise.all(
    projects.map(async (terms): Promise<[number, Figures]> => {
      const heard = (linesOf.get(terms.projectId) ?? []).map(async ({ bands, projectId: _project, ...line }): Promise<FigureLine> => {
        const neckbandIds = bands === '' ? [] : bands.split(',').map(Number)
        return { ...line, heads: line.ledger - line.missing, neckbandIds, heard: await herd.heads(neckbandIds, terms.windowMinutes) }
      })
      return [terms.projectId, sumUp(terms, await Promise.all(heard))]
    }),
  )
  return new Map(figures)
}

function readTerms(sql: Queries, projectIds: readonly number[]): Promise<Terms[]> {
  return sql<Terms[]>`
    select p.id as "projectId", p.contract_headcount as contracted, p.window_minutes as "windowMinutes", p.warning_line as "warningLine",
      p.minimum_line as "minimumLine", coalesce(b.balance, p.loan_amount)::numeric(18, 2) as balance, b.as_of as "balanceAsOf"
    from projects p
    left join lateral (select balance, as_of from loan_balances where project_id = p.id order by id desc limit 1) b on true
    where p.id = any(${[...projectIds]}::bigint[])`
}

/** The lines with heads. Their neckbands come as one text: 100,000 of them are one row and not as many. */
function readLines(sql: Queries, projectIds: readonly number[]): Promise<StoredLine[]> {
  return sql<StoredLine[]>`
    select l.project_id as "projectId", l.id as "lineId", l.category_id as "categoryId", l.unit_price as "unitPrice", l.haircut,
      l.priced_on as "pricedOn", l.price_source as "priceSource", heads.ledger, coalesce(gone.missing, 0) as missing, heads.bands
    from collateral_lines l
    join (
      select p.line_id, count(*)::int as ledger, string_agg(coalesce(w.neckband_id, 0)::text, ',') as bands
      from pledges p left join pairings w on w.animal_id = p.animal_id and w.to_at is null
      where p.project_id = any(${[...projectIds]}::bigint[]) and p.ended_at is null and p.is_counted group by 1
    ) heads on heads.line_id = l.id
    left join (
      select p.line_id, count(*)::int as missing from animals a join pledges p on p.animal_id = a.id and p.ended_at is null
      where a.status = 'MISSING' and p.is_counted group by 1
    ) gone on gone.line_id = l.id
    order by l.id`
}

function sumUp(terms: Terms, lines: FigureLine[]): Figures {
  let [ledger, heard, unverified, missing] = [0, 0, 0, 0]
  let lastHeardAt = Number.NEGATIVE_INFINITY
  const apart: Record<'unverified' | 'unaccounted', CoverageLine[]> = { unverified: [], unaccounted: [] }
  for (const line of lines) {
    const { codes, heardAt } = line.heard
    const counts = [0, 0, 0]
    for (let place = 0; place < codes.length; place++) {
      const code = codes[place] as number
      counts[code] = (counts[code] as number) + 1
      const at = heardAt[place] as number
      if (at > lastHeardAt) lastHeardAt = at
    }
    ledger += codes.length
    heard += counts[headCodes.heard] as number
    unverified += counts[headCodes.unverified] as number
    missing += line.missing
    apart.unverified.push({ ...line, heads: counts[headCodes.unverified] as number })
    apart.unaccounted.push({ ...line, heads: counts[headCodes.unaccounted] as number })
  }
  const worth = (some: CoverageLine[]) => coverageOf(some, terms).value
  return {
    ...terms, ledger, heard, unverified, unaccounted: ledger - heard - unverified, missing,
    lastHeardAt: Number.isFinite(lastHeardAt) ? lastHeardAt : null,
    unverifiedValue: worth(apart.unverified),
    unaccountedValue: worth(apart.unaccounted),
    coverage: coverageOf(lines, terms),
    lines,
  }
}

/** What the heads of a line are worth after haircut, and what they are. */
export function toLine({ lineId, categoryId, unitPrice, haircut, pricedOn, priceSource, heads }: FigureLine) {
  return { lineId, categoryId, unitPrice, haircut, pricedOn, priceSource, heads, value: valueOfHeads({ lineId, heads, unitPrice, haircut }) }
}
