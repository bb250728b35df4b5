import { maxWindowMinutes } from '#contract/herd/headcounts.ts'
import type { Clock } from '../../clock.ts'
import type { Sql } from '../../db/connect.ts'
import { addListeningBreak, breaksWithin, cutFutureBreaks, type ListeningBreak } from '../../db/listeningBreaks.ts'
import type { Herd } from '../herd.ts'

/** A break in listening that is longer than this is not held against those who were silent in it. */
const shortBreakMs = 60_000
/** Breaks with less than this between them are one: a start finds out first that a broker is still away, and who listened so shortly heard few. */
const betweenBreaksMs = 2 * shortBreakMs
/** No headcount looks back further. */
const longestWindowMs = maxWindowMinutes * 60_000

/** What readings come in by, each of which may fail by itself: the way to the disk, and an outside broker. */
export type Way = 'storing' | 'broker'

interface ListeningParts {
  sql: Sql
  clock: Clock
  herd: Herd
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
  /** When it was looked at last, by a clock that is real: herd time; NaN: not, or by another. */
  private lookedAt = Number.NaN
  /** Ends of breaks that the database does not have yet, by their beginnings. */
  private readonly unsaved = new Map<number, number>()

  constructor(parts: ListeningParts) {
    this.parts = parts
  }

  /** Takes up from a server that listened until `endedAt` (NaN: there was none), then since `sinceAt` (herd time, epoch ms). */
  async restore(endedAt: number, sinceAt: number): Promise<void> {
    const { sql, clock, herd } = this.parts
    const now = clock.now()
    await cutFutureBreaks(sql, now)
    herd.breaks = await breaksWithin(sql, now, longestWindowMs)
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
    if (works) this.failing.delete(way)
    else if (!this.failing.has(way)) this.failing.set(way, clock.now())
    else return
    if (this.failing.size > 0) {
      if (Number.isNaN(this.deafSinceAt)) this.deafSinceAt = clock.now()
    } else {
      this.noteDeafness(clock.now())
      this.deafSinceAt = Number.NaN
    }
    herd.isDeaf = this.failing.size > 0
  }

  /** Looks, at `now` (herd time, epoch ms), how long it has lasted that nothing comes in, and whether the clock leapt or the machine slept. */
  look(now: number): void {
    const lookedAt = this.lookedAt
    this.lookedAt = this.parts.clock.isReal() ? now : Number.NaN
    if (this.deafSinceAt > now) this.deafSinceAt = now
    if (!Number.isNaN(this.deafSinceAt)) this.noteDeafness(now)
    else if (now - lookedAt > shortBreakMs) this.noteBreak({ fromAt: lookedAt, toAt: now })
  }

  private noteDeafness(now: number): void {
    if (now - this.deafSinceAt > shortBreakMs) this.noteBreak({ fromAt: this.deafSinceAt, toAt: now })
  }

  /** Nothing was taken in from one instant to another: heads count as unverified for it, and silence counts from its end. */
  private noteBreak({ fromAt: from, toAt }: ListeningBreak): void {
    const { herd } = this.parts
    const fromAt = Math.min(from, ...herd.breaks.filter((one) => one.fromAt < from && from - one.toAt < betweenBreaksMs).map((one) => one.fromAt))
    herd.listeningSinceAt = toAt
    herd.breaks = [...herd.breaks.filter((one) => one.fromAt < fromAt && one.toAt > toAt - longestWindowMs), { fromAt, toAt }]
    this.unsaved.set(fromAt, toAt)
  }

  /** Keeps the breaks that the database does not have yet. Throws when it can't take them: they stay to be kept. */
  async save(): Promise<void> {
    for (const [fromAt, toAt] of this.unsaved) {
      await addListeningBreak(this.parts.sql, { fromAt, toAt })
      if (this.unsaved.get(fromAt) === toAt) this.unsaved.delete(fromAt)
    }
  }
}
