import type { Clock } from '../../clock.ts'
import type { Sql } from '../../db/connect.ts'
import { addListeningBreak, breaksOf, cutFutureBreaks, type ListeningBreak, longestWindowMs, recentBreaks } from '../../db/listeningBreaks.ts'
import type { Herd } from '../herd.ts'
import { farmsPastBroker } from './pastBroker.ts'

/** A break in listening that is longer than this is not held against those who were silent in it. */
const shortBreakMs = 60_000
/** So long before a broker went away it is asked what came by it. */
const lookBackMs = 24 * 60 * 60_000

/** What readings come in by, each of which may fail by itself: the way to the disk, and an outside broker. */
export type Way = 'storing' | 'broker'

interface ListeningParts {
  sql: Sql
  clock: Clock
  herd: Herd
  /** The name of the source that an outside broker's messages count for; absent: there is none. */
  broker?: string
}

/**
 * Knows the times in which readings were not taken in: the server was stopped, could not store, had no broker, or did not run
 * at all while the time went on. Nobody was silent in them.
 */
export class Listening {
  private readonly parts: ListeningParts
  /** The ways that fail, and since when (herd time, epoch ms). */
  private readonly failing = new Map<Way, number>()
  /** Since when one of them has failed without a break, herd time; NaN: none does. */
  private deafSinceAt = Number.NaN
  /** The farms that are heard past the broker; none while that is not known. */
  private pastBroker: readonly number[] = []
  /** When it was looked at last, by a clock that is real: herd time; NaN: not, or by another. */
  private lookedAt = Number.NaN
  /** Breaks that the database does not have yet, by their beginnings. */
  private readonly unsaved = new Map<number, ListeningBreak>()

  constructor(parts: ListeningParts) {
    this.parts = parts
  }

  /** Takes up from a server that listened until `endedAt` (NaN: there was none), then since `sinceAt` (herd time, epoch ms). */
  async restore(endedAt: number, sinceAt: number): Promise<void> {
    const { sql, clock, herd } = this.parts
    const now = clock.now()
    await cutFutureBreaks(sql, now)
    herd.breaks = await recentBreaks(sql, now)
    if (now - endedAt <= shortBreakMs) herd.listeningSinceAt = Math.min(sinceAt, now)
    else {
      herd.listeningSinceAt = now
      if (!Number.isNaN(endedAt)) this.noteBreak({ fromAt: endedAt, toAt: now })
    }
    await this.save()
  }

  /** Notes whether readings come in by a way. While one fails nothing is silent; once all work it is as at a start. */
  note(way: Way, works: boolean): void {
    const { clock, herd } = this.parts
    const isChange = works === this.failing.has(way)
    if (works) this.failing.delete(way)
    else if (isChange) this.failing.set(way, clock.now())
    else return
    if (isChange) void this.findPastBroker()
    if (this.failing.size > 0) {
      if (Number.isNaN(this.deafSinceAt)) this.deafSinceAt = clock.now()
    } else {
      this.noteDeafness(clock.now())
      this.deafSinceAt = Number.NaN
    }
    herd.isDeaf = this.failing.size > 0
    this.spare()
  }

  /** Finds out who is heard past a broker that fails. Until it is known all are deaf. */
  private async findPastBroker(): Promise<void> {
    const { sql, clock, herd, broker } = this.parts
    this.pastBroker = []
    const failingSince = this.failing.get('broker')
    if (failingSince === undefined || broker === undefined) return
    // Where it was away before a start already, what came by it came before that.
    const since = breaksOf([...herd.breaks, { fromAt: failingSince, toAt: clock.now() }]).at(-1)?.fromAt ?? failingSince
    const found = await farmsPastBroker(sql, herd, broker, since - lookBackMs).catch(() => [])
    if (this.failing.get('broker') !== failingSince) return
    this.pastBroker = found
    this.spare()
  }

  /** Spares the farms that are heard past the broker while that alone fails. A break that others feel is another one. */
  private spare(): void {
    const { clock, herd } = this.parts
    const spared = this.failing.has('broker') && this.failing.size === 1 ? this.pastBroker : []
    if (spared.join() === herd.sparedFarmIds.join()) return
    if (this.noteDeafness(clock.now())) this.deafSinceAt = clock.now()
    herd.sparedFarmIds = spared
  }

  /** Looks, at `now` (herd time, epoch ms), how long it has lasted that nothing comes in, and whether the clock leapt or the machine slept. */
  look(now: number): void {
    const lookedAt = this.lookedAt
    this.lookedAt = this.parts.clock.isReal() ? now : Number.NaN
    if (this.deafSinceAt > now) this.deafSinceAt = now
    if (!Number.isNaN(this.deafSinceAt)) this.noteDeafness(now)
    else if (now - lookedAt > shortBreakMs) this.noteBreak({ fromAt: lookedAt, toAt: now })
  }

  /** @returns whether it has lasted long enough to be noted */
  private noteDeafness(now: number): boolean {
    const isBreak = now - this.deafSinceAt > shortBreakMs
    if (isBreak) this.noteBreak({ fromAt: this.deafSinceAt, toAt: now, sparedFarmIds: this.parts.herd.sparedFarmIds })
    return isBreak
  }

  /** Nothing was taken in from one instant to another: heads count as unverified for it, and silence counts from its end. */
  private noteBreak(noted: ListeningBreak): void {
    const { herd } = this.parts
    const { fromAt, toAt, sparedFarmIds = [] } = noted
    // One that spares a farm counts for each farm by itself.
    if (sparedFarmIds.length === 0) herd.listeningSinceAt = toAt
    herd.breaks = [...herd.breaks.filter((one) => one.fromAt !== fromAt && one.toAt > toAt - longestWindowMs), noted]
    this.unsaved.set(fromAt, noted)
  }

  /** Keeps the breaks that the database does not have yet. Throws when it can't take them: they stay to be kept. */
  async save(): Promise<void> {
    for (const [fromAt, noted] of this.unsaved) {
      await addListeningBreak(this.parts.sql, noted)
      if (this.unsaved.get(fromAt) === noted) this.unsaved.delete(fromAt)
    }
  }
}
