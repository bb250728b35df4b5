import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { Sql } from '../connect.ts'
import { readHerdRecords } from '../herdRecords.ts'
import type { FarmFinance } from '../projects/farmFinance.ts'
import { type Past, readBreaks } from './past.ts'
import { changesOfInsurance, insuredThen } from './pastInsurance.ts'

interface Asked {
  farmIds: readonly number[]
  /** Epoch ms. */
  from: number
  to: number
  /** Changes between two steps of herd time are one. */
  stepMs: number
}

/** How the past of what a kind judges is read: when it changed between two instants, and as it was at one. */
interface Source {
  changes(sql: Sql, farmIds: readonly number[], from: number, to: number): Promise<number[]>
  readAt(sql: Sql, farmIds: readonly number[], at: number): Promise<Partial<FarmFinance>>
}

const insurance: Source = {
  changes: (sql, _farmIds, from, to) => changesOfInsurance(sql, from, to),
  readAt: async (sql, farmIds, at) => ({ insured: await insuredThen(sql, farmIds, at) }),
}

const sources: Partial<Record<RuleKind, Source>> = { INSURANCE_EXPIRING: insurance }

/**
 * Reads the past of farms for a kind that is judged by records alone: without animals and readings.
 * @param onShare is told how much has been read, 0 to 1
 */
export async function readPastOfRecords(sql: Sql, kind: RuleKind, { farmIds, from, to, stepMs }: Asked, onShare: (share: number) => void): Promise<Past> {
  const source = sources[kind]
  if (!source) throw new Error(`no past of ${kind} is read`)
  const records = await readHerdRecords(sql, farmIds)
  const breaks = await readBreaks(sql, from, to)
  const changes = await source.changes(sql, farmIds, from, to)
  const steps = [from, ...new Set(changes.map((at) => Math.ceil(at / stepMs) * stepMs).filter((at) => at > from && at <= to))]
  const finance: Past['finance'] = []
  for (const [place, at] of steps.entries()) {
    finance.push({ at, ...(await source.readAt(sql, farmIds, at)) })
    onShare((place + 1) / steps.length)
  }
  return { records: { ...records, animals: [], spares: [], sources: [] }, stays: [], pairings: [], pledges: [], logs: [], permits: [], breaks, finance, readFrom: from }
}
