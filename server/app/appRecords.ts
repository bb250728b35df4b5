import type { Logger } from 'pino'
import type { Sql } from '../db/connect.ts'
import { readHerdRecords } from '../db/herdRecords.ts'
import { type FinancePart, readFinance } from '../db/projects/farmFinance.ts'
import type { EventPayloads, Events } from '../events.ts'
import { FinanceRefresher } from '../herd/financeFollower.ts'
import type { Herd } from '../herd/herd.ts'
import { Refresher } from '../herd/refresher.ts'
import { buildRegistry } from '../herd/registry.ts'

type Noun = EventPayloads['recordsChanged']['noun']

/** Nouns in the herd's registry: no reading is evaluated until they are read again. */
const herdNouns: ReadonlySet<Noun> = new Set(['farms', 'pens', 'gateways', 'animals', 'neckbands', 'sources'])

/** Nouns that affect only the herd's loans and insurance: readings do not wait for these. */
const financePartsByNoun: Partial<Record<Noun, readonly FinancePart[]>> = {
  projects: ['projects', 'pledged'],
  collateral: ['projects', 'pledged'],
  ledgerEntries: ['projects', 'pledged'],
  loanBalances: ['projects'],
  dailyLogs: ['projects'],
  insurancePolicies: ['insured'],
}

/** Keeps the records that readings are evaluated against up to date. */
export function createAppRecords({ sql, herd, log }: { sql: Sql; herd: Herd; log: Logger }) {
  const finance = new FinanceRefresher({ herd, log, read: (part, farmIds) => readFinance(sql, part, farmIds) })
  const registry = new Refresher((farmIds) =>
    finance.whileReloading(farmIds, async () => {
      herd.registry = buildRegistry(await readHerdRecords(sql, farmIds), herd.registry, farmIds ?? undefined)
    }),
  )
  return {
    /** Reads changed registry data again. */
    refresh: () => registry.refresh(),
    /** Waits until all changes so far have been read. */
    whenCurrent: async () => void (await Promise.all([registry.whenCurrent(), finance.whenCurrent()])),
    /** Follows changes of records from now on. @param onStale called when `refresh` has something to read */
    follow(events: Events, onStale: () => void) {
      events.on('recordsChanged', ({ noun, farmIds }) => {
        const parts = financePartsByNoun[noun]
        if (parts) finance.note(parts, farmIds)
        if (!herdNouns.has(noun)) return
        registry.note(farmIds)
        onStale()
      })
    },
    stop: () => finance.stop(),
  }
}
