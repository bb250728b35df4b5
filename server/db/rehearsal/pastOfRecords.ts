import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { Sql } from '../connect.ts'
import { readHerdRecords } from '../herdRecords.ts'
import type { RunningProject } from '../projects/farmFinance.ts'
import { type Past, readBreaks } from './past.ts'
import { changesOfInsurance, insuredAsOf } from './pastInsurance.ts'
import { changesOfLoan, type PastProject, projectAt, projectsSince } from './pastLoans.ts'

interface Asked {
  farmIds: readonly number[]
  /** Epoch ms. */
  from: number
  to: number
  /** Changes within one such step of herd time count as one, ms. */
  stepMs: number
}

/** Reads the states that a kind judges, ascending. @param onShare receives the share read so far, 0 to 1 */
type Source = (sql: Sql, asked: Asked, onShare: (share: number) => void) => Promise<Past['finance']>

/** Rounds changes up to steps of herd time, and adds the start of the span. */
function stepsOf(changes: readonly number[], { from, to, stepMs }: Asked): number[] {
  const seen = changes.map((at) => Math.ceil(at / stepMs) * stepMs).filter((at) => at > from && at <= to)
  return [from, ...new Set(seen.toSorted((one, other) => one - other))]
}

const insurance: Source = async (sql, asked, onShare) => {
  const steps = stepsOf(await changesOfInsurance(sql, asked.from, asked.to), asked)
  const found: Past['finance'] = []
  for (const [place, at] of steps.entries()) {
    found.push({ at, insured: await insuredAsOf(sql, asked.farmIds, at) })
    onShare((place + 1) / steps.length)
  }
  return found
}

const loans: Source = async (sql, asked, onShare) => {
  const { farmIds, from, to } = asked
  const ids = await projectsSince(sql, farmIds, from)
  const found: { at: number; id: number; project: PastProject | null }[] = []
  for (const [place, id] of ids.entries()) {
    for (const at of stepsOf(await changesOfLoan(sql, id, from, to), asked))
      found.push({ at, id, project: await projectAt(sql, id, at) })
    onShare((place + 1) / ids.length)
  }
  const running = new Map<number, PastProject | null>(ids.map((id) => [id, null]))
  const steps = [...Map.groupBy(found, ({ at }) => at)].toSorted(([one], [other]) => one - other)
  return steps.map(([at, changed]) => {
    for (const { id, project } of changed) running.set(id, project)
    return { at, projects: byFarm(farmIds, [...running.values()]) }
  })
}

function byFarm(farmIds: readonly number[], projects: readonly (PastProject | null)[]): Map<number, RunningProject[]> {
  const projectsOn = (farmId: number) =>
    projects.flatMap((one) =>
      one?.farmIds.includes(farmId) === true ? [{ ...one, firstFarmId: Math.min(...one.farmIds), loggedOn: null }] : [],
    )
  return new Map(farmIds.map((farmId) => [farmId, projectsOn(farmId)]))
}

const sources: Partial<Record<RuleKind, Source>> = { INSURANCE_EXPIRING: insurance, COVERAGE_LOW: loans }

/**
 * Reads the past of farms for a kind judged by records only, without animals and readings.
 * @param onShare receives the share read so far, 0 to 1
 */
export async function readPastOfRecords(
  sql: Sql,
  kind: RuleKind,
  asked: Asked,
  onShare: (share: number) => void,
): Promise<Past> {
  const source = sources[kind]
  if (!source) throw new Error(`no past of ${kind} is read`)
  const { farmIds, from, to } = asked
  const records = await readHerdRecords(sql, farmIds)
  const breaks = await readBreaks(sql, farmIds, from, to)
  const finance = await source(sql, asked, onShare)
  return {
    records: { ...records, animals: [], spares: [], sources: [] },
    stays: [],
    pairings: [],
    pledges: [],
    logs: [],
    permits: [],
    breaks,
    finance,
    readFrom: from,
  }
}
