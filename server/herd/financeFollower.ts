import type { Logger } from 'pino'
import type { FarmFinance, FinancePart } from '../db/projects/farmFinance.ts'
import type { Herd } from './herd.ts'
import { Refresher } from './refresher.ts'
import { applyFinance } from './registry.ts'

const retryMs = 250
const partNames = ['projects', 'insured', 'pledged'] as const satisfies readonly FinancePart[]

interface RefresherParts {
  herd: Herd
  /** Reads one part of the finance of some farms; null: all farms. */
  read: (part: FinancePart, farmIds: readonly number[] | null) => Promise<Partial<FarmFinance>>
  log: Pick<Logger, 'warn'>
}

/**
 * Keeps the herd's loans and insurance up to date. It runs alongside the pipeline, so readings never wait for it, and
 * changes farms in place: slots stay, so no screen needs a snapshot.
 */
export class FinanceRefresher {
  private readonly parts: RefresherParts
  private readonly refreshers: Readonly<Record<FinancePart, Refresher>>
  private running: Promise<void> | null = null
  private isStopping = false
  private stopWaiting: () => void = () => {}
  /** Number of parts read so far. */
  private reads = 0

  constructor(parts: RefresherParts) {
    this.parts = parts
    const refresher = (part: FinancePart) => new Refresher((farmIds) => this.read(part, farmIds), { isCurrent: true })
    this.refreshers = { projects: refresher('projects'), insured: refresher('insured'), pledged: refresher('pledged') }
  }

  /** Schedules a read of parts. @param farmIds the affected farms; absent: all */
  note(parts: readonly FinancePart[], farmIds?: readonly number[]): void {
    for (const part of parts) this.refreshers[part].note(farmIds)
    this.running ??= this.run().finally(() => (this.running = null))
  }

  /** Runs a reload of all records. Parts read during the reload may be newer than its data, so they are read again. */
  async whileReloading(farmIds: readonly number[] | null, layOut: () => Promise<void>): Promise<void> {
    const { reads } = this
    await layOut()
    if (this.reads !== reads) this.note(partNames, farmIds ?? undefined)
  }

  /** Waits until everything noted so far has been read. */
  async whenCurrent(): Promise<void> {
    await Promise.all(Object.values(this.refreshers).map((one) => one.whenCurrent()))
  }

  async stop(): Promise<void> {
    this.isStopping = true
    this.stopWaiting()
    await this.running
  }

  private async run(): Promise<void> {
    while (!this.isStopping && Object.values(this.refreshers).some((one) => one.isStale)) {
      try {
        for (const part of partNames) await this.refreshers[part].refresh()
      } catch (error) {
        if (!this.isStopping)
          this.parts.log.warn({ err: error }, 'what changed of loans and insurance could not be read')
        await this.pause()
      }
    }
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, retryMs)
      this.stopWaiting = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.isStopping) this.stopWaiting()
    })
  }

  private async read(part: FinancePart, farmIds: readonly number[] | null): Promise<void> {
    const { herd, read } = this.parts
    for (;;) {
      const { registry } = herd
      const found = await read(part, farmIds)
      // The records were reloaded during the read and may be newer: read again.
      if (registry !== herd.registry) continue
      for (const farmId of farmIds ?? registry.farms.keys()) applyFinance(registry, farmId, found)
      this.reads++
      return
    }
  }
}
