import type { Clock } from '../../clock.ts'
import type { Sql } from '../../db/connect.ts'
import {
  addListeningBreak,
  mergeBreaks,
  cutFutureBreaks,
  type ListeningBreak,
  maxWindowMs,
  recentBreaks,
} from '../../db/listeningBreaks.ts'
import type { Herd } from '../herd.ts'
import { farmsHeardWithoutBroker } from './pastBroker.ts'

/** Minimum length of a recorded break, ms. */
const shortBreakMs = 60_000
/** How far before a broker's failure its readings are considered, ms. */
const lookBackMs = 24 * 60 * 60_000

/** Parts of the intake that can fail separately: storing readings, and an outside broker. */
export type IntakePart = 'storing' | 'broker'

interface ListeningParts {
  sql: Sql
  clock: Clock
  herd: Herd
  /** Name of the source of an outside broker's messages; absent without one. */
  broker?: string
}

/**
 * Records the times without intake of readings: the server was stopped, could not store, lost its broker, or
 * was suspended. Nothing counts as silent in them.
 */
export class Listening {
  private readonly parts: ListeningParts
  /** Failing parts, and since when (herd time, epoch ms). */
  private readonly failing = new Map<IntakePart, number>()
  /** Since when at least one part has been failing, herd time; NaN when all work. */
  private deafSinceAt = Number.NaN
  /** Farms whose devices were all heard without the broker; empty while unknown. */
  private pastBroker: readonly number[] = []
  /** Time of the last check with a real clock, herd time; NaN before it, or with another clock. */
  private lookedAt = Number.NaN
  /** Breaks not in the database yet, by start. */
  private readonly unsaved = new Map<number, ListeningBreak>()

  constructor(parts: ListeningParts) {
    this.parts = parts
  }

  /** Continues from a server that listened until `endedAt` (NaN without one), without a break since `sinceAt` (herd time, epoch ms). */
  async restore(endedAt: number, sinceAt: number): Promise<void> {
    const { sql, clock, herd } = this.parts
    const now = clock.now()
    await cutFutureBreaks(sql, now)
    herd.breaks = await recentBreaks(sql, now)
    if (now - endedAt <= shortBreakMs) herd.listeningSinceAt = Math.min(sinceAt, now)
    else {
      herd.listeningSinceAt = now
      if (!Number.isNaN(endedAt)) this.recordBreak({ fromAt: endedAt, toAt: now })
    }
    await this.save()
  }

  /** Sets whether a part of the intake works. While one fails, nothing counts as silent; silence counts again once all work. */
  reportPart(way: IntakePart, works: boolean): void {
    const { clock, herd } = this.parts
    const isChange = works === this.failing.has(way)
    if (works) this.failing.delete(way)
    else if (isChange) this.failing.set(way, clock.now())
    else return
    if (isChange) void this.findPastBroker()
    if (this.failing.size > 0) {
      if (Number.isNaN(this.deafSinceAt)) this.deafSinceAt = clock.now()
    } else {
      this.recordDeafness(clock.now())
      this.deafSinceAt = Number.NaN
    }
    herd.isDeaf = this.failing.size > 0
    this.spare()
  }

  /** Finds the farms that are heard without a failed broker. Until then, all farms count as affected. */
  private async findPastBroker(): Promise<void> {
    const { sql, clock, herd, broker } = this.parts
    this.pastBroker = []
    const failingSince = this.failing.get('broker')
    if (failingSince === undefined || broker === undefined) return
    // If the broker already failed before a start, its last readings came before that.
    const since =
      mergeBreaks([...herd.breaks, { fromAt: failingSince, toAt: clock.now() }]).at(-1)?.fromAt ?? failingSince
    const found = await farmsHeardWithoutBroker(sql, herd, broker, since - lookBackMs).catch(() => [])
    if (this.failing.get('broker') !== failingSince) return
    this.pastBroker = found
    this.spare()
  }

  /** Spares farms heard without the broker while only the broker fails. Affecting other farms starts a new break. */
  private spare(): void {
    const { clock, herd } = this.parts
    const spared = this.failing.has('broker') && this.failing.size === 1 ? this.pastBroker : []
    if (spared.join() === herd.sparedFarmIds.join()) return
    if (this.recordDeafness(clock.now())) this.deafSinceAt = clock.now()
    herd.sparedFarmIds = spared
  }

  /** Records at `now` (herd time, epoch ms) how long the intake has been failing, and whether the clock leapt or the machine slept. */
  check(now: number): void {
    const lookedAt = this.lookedAt
    this.lookedAt = this.parts.clock.isReal() ? now : Number.NaN
    if (this.deafSinceAt > now) this.deafSinceAt = now
    if (!Number.isNaN(this.deafSinceAt)) this.recordDeafness(now)
    else if (now - lookedAt > shortBreakMs) this.recordBreak({ fromAt: lookedAt, toAt: now })
  }

  /** @returns whether the failure is long enough to be recorded */
  private recordDeafness(now: number): boolean {
    const isBreak = now - this.deafSinceAt > shortBreakMs
    if (isBreak) this.recordBreak({ fromAt: this.deafSinceAt, toAt: now, sparedFarmIds: this.parts.herd.sparedFarmIds })
    return isBreak
  }

  /** Records a time without intake: heads count as unverified for it, and silence counts from its end. */
  private recordBreak(noted: ListeningBreak): void {
    const { herd } = this.parts
    const { fromAt, toAt, sparedFarmIds = [] } = noted
    // A break that spares farms is applied to each farm separately.
    if (sparedFarmIds.length === 0) herd.listeningSinceAt = toAt
    herd.breaks = [...herd.breaks.filter((one) => one.fromAt !== fromAt && one.toAt > toAt - maxWindowMs), noted]
    this.unsaved.set(fromAt, noted)
  }

  /** Saves breaks to the database. Throws when it cannot take them; they stay unsaved. */
  async save(): Promise<void> {
    for (const [fromAt, noted] of this.unsaved) {
      await addListeningBreak(this.parts.sql, noted)
      if (this.unsaved.get(fromAt) === noted) this.unsaved.delete(fromAt)
    }
  }
}
