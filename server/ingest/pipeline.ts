import type { Logger } from 'pino'
import type { Rejection } from '#contract/herd/readings.ts'
import { machineSpan } from '../clock.ts'
import { isDatabaseAway } from '../db/away.ts'
import type { Reading, Versions } from '../db/readings/batch.ts'
import type { ReadingWriter } from '../db/readings/writer.ts'
import type { Faults } from '../faults.ts'
import type { Herd } from '../herd/herd.ts'
import type { Device, GatewayRecord } from '../herd/registry.ts'
import type { DecodedMessage, Intake, Outcome } from './intake.ts'
import { countUp, outcomesOf, tallyByFarm } from './outcomes.ts'
import { type PendingMessage, type QueueLimits, ReadingQueue } from './queue.ts'
import type { FarmTally } from './rates.ts'
import { GatewayClocks } from './validation/gatewayClocks.ts'
import { Jumps } from './validation/jumps.ts'
import { LocalTimes } from './validation/localTimes.ts'
import { Newest, validate, type Validated } from './validation/validation.ts'

/**
 * Maximum readings per transaction: small enough that a second batch usually waits while the first is written, so that
 * the database is never idle. Larger batches leave it idle while their rows come through the socket (`npm run bench -- pipe`).
 */
const maxBatchReadings = 3_000
const retryMs = 250

export interface PipelineParts {
  log: Logger
  /** Receives errors of our own code that a stored reading or a message caused. */
  faults: Pick<Faults, 'contain' | 'report'>
  herd: Herd
  writer: ReadingWriter
  maxAgeMs: number
  /** Returns how far the machine's clock is ahead of herd time, ms (see `Clock`); absent: 0. */
  aheadMs?: () => number
  /** Reads the records again if they changed; called before each batch, and after `nudge`. */
  refresh: () => Promise<void>
  /** Called for each stored reading after it was applied to the herd, so that the rules are evaluated. */
  onReading: (device: Device, isNewFix: boolean) => void
  /** Called with the versions that a neckband reports, if the reading is not older than its last one. */
  onVersions: (neckbandId: number, versions: Versions) => void
  /** Called after the rules evaluated a batch; acknowledgements do not wait for the writing of alerts. */
  onBatch: () => void
  /** Called with the counts of each stored batch, in total and by farm. */
  onStored: (counts: { result: string; count: number }[], tallies: FarmTally[], arrivedAt: number) => void
  /** Called, after storing, with each message that was not stored exactly as sent. */
  onRejected: (message: PendingMessage, rejected: readonly Rejection[], impossible: Validated['impossible']) => void
  /** Called with whether the database can store, after each try. */
  onDatabase: (up: boolean) => void
  limits?: QueueLimits
}

/** A batch of messages on its way to the disk. */
interface Batch {
  batchMessages: PendingMessage[]
  validated: Validated
  /** With more than one try, a duplicate may have been stored by an earlier try whose answer was lost. */
  written: Promise<{ duplicates: ReadonlySet<number>; tries: number } | { error: unknown }>
}

/**
 * The way of messages to the disk, as one loop. It takes a fair share of each source's waiting messages, validates them and stores
 * them in one transaction. Then it applies them to the herd, evaluates the rules and settles the messages.
 * The herd never contains data that is not on disk.
 */
export class Pipeline implements Intake {
  private readonly parts: PipelineParts
  private readonly known = {
    newest: new Newest(),
    clocks: new GatewayClocks(),
    jumps: new Jumps(),
    localTimes: new LocalTimes(),
  }
  private readonly queue: ReadingQueue
  /** The batches being written, at most two. */
  private readonly inWork = new Set<readonly PendingMessage[]>()
  private wake: () => void = () => {}
  private nudged = false
  private stopping = false
  private loop: Promise<void> = Promise.resolve()

  constructor(parts: PipelineParts) {
    this.parts = parts
    this.queue = new ReadingQueue(parts.limits, () => this.wake())
  }

  start(): void {
    this.loop = this.run()
  }

  /** Stores all waiting messages, then ends. */
  async stop(): Promise<void> {
    this.stopping = true
    this.queue.close()
    this.wake()
    await this.loop
  }

  hasRoom(sourceId: number): boolean {
    return this.queue.isOpen(sourceId)
  }

  whenRoom(sourceId: number): Promise<boolean> {
    return this.queue.whenOpen(sourceId)
  }

  get readingsWaiting(): number {
    return this.queue.readings
  }

  /** Returns the herd time (epoch ms) of the oldest unstored message; null without one. */
  oldestWaitingAt(): number | null {
    let oldest = this.queue.oldestReceivedAt
    for (const batch of this.inWork) for (const { receivedAt } of batch) oldest = Math.min(oldest, receivedAt)
    return oldest === Infinity ? null : oldest
  }

  /** Triggers a read of the records and rules, also without new readings. */
  nudge(): void {
    this.nudged = true
    this.wake()
  }

  /** Clears the memory of newest readings, after the herd dropped some state. */
  forgetNewest(): void {
    this.known.newest.clear()
  }

  submit(message: DecodedMessage): Promise<Outcome> {
    return this.queue.add(message)
  }

  private async run(): Promise<void> {
    let writing: Batch | null = null
    for (;;) {
      if (writing) writing = await this.finish(writing)
      else {
        this.nudged = false
        if (!(await this.refreshed())) return
        // The records changed again: a message that arrived after the change must be validated against it.
        if (this.nudged) continue
        writing = this.begin()
        if (writing || this.nudged) continue
        if (this.stopping) return
        await new Promise<void>((resolve) => {
          this.wake = resolve
        })
        this.wake = () => {}
      }
    }
  }

  /** Reads the records again. @returns false when the pipeline stops before the database answers; waiting messages have then failed */
  private async refreshed(): Promise<boolean> {
    try {
      await this.retrying(this.parts.refresh)
      return true
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      this.fail(this.queue.take(Infinity))
      return false
    }
  }

  /** Validates waiting messages and starts to write them; null when none waits. */
  private begin(): Batch | null {
    const taken = this.queue.take(maxBatchReadings)
    if (taken.length === 0) return null
    this.inWork.add(taken)
    return this.send(taken)
  }

  private send(taken: PendingMessage[]): Batch {
    const validated = validate(
      taken,
      this.parts.herd.registry,
      this.known,
      { maxAgeMs: this.parts.maxAgeMs, aheadMs: this.parts.aheadMs?.() ?? 0 },
      (error, { topic, sourceId }) => this.parts.faults.report('message', error, { topic, sourceId }),
    )
    let tries = 0
    const write = () => {
      tries++
      return this.parts.writer.write(validated.batch, (known) => countUp(taken, validated, known), validated.unreadable)
    }
    const written = this.retrying(write).then(
      (duplicates) => ({ duplicates, tries }),
      (error: unknown) => ({ error }),
    )
    return { batchMessages: taken, validated, written }
  }

  /**
   * Completes a batch. Starts the next one at once if it is full, else when the disk is free, so
   * that the database is rarely idle. Never starts one between a change of the records and their read.
   */
  private async finish(batch: Batch): Promise<Batch | null> {
    const early = this.queue.hasReadings(maxBatchReadings) && !this.nudged ? this.begin() : null
    await batch.written
    const next = early ?? (this.nudged ? null : this.begin())
    await this.end(batch)
    this.inWork.delete(batch.batchMessages)
    return next
  }

  /** Waits until a batch is on disk, applies it to the herd, evaluates the rules and settles its messages. */
  private async end({ batchMessages: taken, validated, written }: Batch): Promise<void> {
    const result = await written
    if ('error' in result) {
      await this.endSingly(taken, result.error)
      return
    }
    this.applyToHerd(taken, validated, result)
    this.parts.onBatch()
    const outcomes = outcomesOf(taken, validated, result.duplicates)
    this.queue.settle(taken, (owner) => outcomes[owner] ?? { kind: 'failed' })
  }

  /** Stores a rejected batch message by message, so that one bad message does not block the others. */
  private async endSingly(taken: PendingMessage[], error: unknown): Promise<void> {
    this.known.newest.clear()
    // An unavailable database, when there is no time left to wait, cannot take single messages either.
    if (taken.length > 1 && !isDatabaseAway(error)) {
      for (const pending of taken) await this.end(this.send([pending]))
      return
    }
    this.parts.log.error({ error, topic: taken[0]?.topic, messages: taken.length }, 'what came in could not be stored')
    this.fail(taken)
  }

  private fail(pendings: readonly PendingMessage[]): void {
    this.queue.settle(pendings, () => ({ kind: 'failed' }))
  }

  private applyToHerd(
    taken: PendingMessage[],
    validated: Validated,
    { duplicates, tries }: { duplicates: ReadonlySet<number>; tries: number },
  ): void {
    const { faults, herd, onRejected, onStored } = this.parts
    for (const [gateway, at] of validated.seenGateways) herd.hearGateway(gateway, at)
    for (const [gateway, behindMs] of validated.clocks) herd.noteGatewayClock(gateway, behindMs)
    const { impossible } = validated
    const { readings } = validated.batch
    for (let i = 0; i < readings.length; i++) {
      if (duplicates.has(i) && tries === 1) continue
      const reading = readings[i]
      const device = validated.devices[i]
      if (reading === undefined || device === undefined) continue
      try {
        this.hear(device, validated.gateways[i], reading, impossible.size > 0 && impossible.has(reading))
      } catch (error) {
        // It is stored; the other readings of the batch must still be heard.
        faults.report('reading', error, { neckbandId: device.neckbandId, at: reading.at })
      }
    }
    for (const [owner, message] of taken.entries()) {
      const rejected = validated.rejected[owner] ?? []
      if (!message.message.ok || rejected.length > 0)
        faults.contain('rejection', () => onRejected(message, rejected, validated.impossible), { topic: message.topic })
    }
    const arrivedAt = taken.reduce((oldest, one) => Math.min(oldest, one.arrivedAt), machineSpan())
    faults.contain('rates', () =>
      onStored(countUp(taken, validated, duplicates), tallyByFarm(taken, validated, duplicates), arrivedAt),
    )
  }

  private hear(device: Device, gateway: GatewayRecord | undefined, reading: Reading, isImpossible: boolean): void {
    const { herd, onReading, onVersions } = this.parts
    if (reading.versions && !(reading.at < (device.herd.columns.heardAt[device.slot] as number)))
      onVersions(device.neckbandId, reading.versions)
    onReading(device, herd.hear(device, gateway, reading, isImpossible))
  }

  /** Retries until the database answers; throws any other error. */
  private async retrying<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await work()
        this.parts.onDatabase(true)
        return result
      } catch (error) {
        if (!isDatabaseAway(error) || this.stopping) throw error
        this.parts.onDatabase(false)
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }
}
