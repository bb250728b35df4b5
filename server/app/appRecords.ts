import type { Logger } from 'pino'
import type { Sql } from '../db/connect.ts'
import { readHerdRecords } from '../db/herdRecords.ts'
import { type FinancePart, readFinance } from '../db/projects/farmFinance.ts'
import type { EventPayloads, Events } from '../events.ts'
import { FinanceFollower } from '../herd/financeFollower.ts'
import type { Herd } from '../herd/herd.ts'
import { Refresher } from '../herd/refresher.ts'
import { layOutRegistry } from '../herd/registry.ts'

type Noun = EventPayloads['recordsChanged']['noun']

/** The nouns whose records the herd is laid out by: no reading is judged before they are read again. */
const herdNouns: ReadonlySet<Noun> = new Set(['farms', 'pens', 'gateways', 'animals', 'neckbands', 'sources'])

/** The nouns that change only what the herd knows of loans and insurance: no reading waits for these. */
const financeOf: Partial<Record<Noun, readonly FinancePart[]>> = {
  projects: ['projects', 'pledged'],
  collateral: ['projects', 'pledged'],
  ledgerEntries: ['projects', 'pledged'],
  loanBalances: ['projects'],
  dailyLogs: ['projects'],
  insurancePolicies: ['insured'],
}

/** Keeps the records that the herd is judged by as the database has them. */
export function createAppRecords({ sql, herd, log }: { sql: Sql; herd: Herd; log: Logger }) {
  const finance = new FinanceFollower({ herd, log, read: (part, farmIds) => readFinance(sql, part, farmIds) })
  const registry = new Refresher((farmIds) =>
    finance.during(farmIds, async () => {
      herd.registry = layOutRegistry(await readHerdRecords(sql, farmIds), herd.registry, farmIds ?? undefined)
    }),
  )
  return {
    /** Reads what readings are judged by again, where it changed. */
    refresh: () => registry.refresh(),
    /** Waits until every change so far has been read. */
    whenCurrent: async () => void (await Promise.all([registry.whenCurrent(), finance.whenCurrent()])),
    /** Notes changes as they are told from now on. @param onStale called when `refresh` has something to read */
    follow(events: Events, onStale: () => void) {
      events.on('recordsChanged', ({ noun, farmIds }) => {
        const parts = financeOf[noun]
        if (parts) finance.note(parts, farmIds)
        if (!herdNouns.has(noun)) return
        registry.note(farmIds)
        onStale()
      })
    },
    stop: () => finance.stop(),
  }
}
