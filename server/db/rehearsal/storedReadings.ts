import { getPriority, setPriority } from 'node:os'
import type pg from 'pg'
import { toInstant } from '../../clock.ts'
import { openClient } from '../client.ts'
import type { ConnectOptions } from '../connect.ts'
import { CopyOut } from './copyOut.ts'

/** Column groups that can be read in addition to time, neckband and gateway. */
export const readingParts = {
  position: ['longitude', 'latitude', 'accuracy_m'],
  rssi: ['rssi'],
  battery: ['battery'],
  temperature: ['temperature_c'],
  motion: ['activity', 'moving'],
  tamper: ['tamper'],
} as const
export type ReadingPart = keyof typeof readingParts
type Column = (typeof readingParts)[ReadingPart][number]

/** Readings as columns, in table order. Missing values are NaN; flags are 1 or 0. */
export interface StoredReadings {
  count: number
  /** Epoch ms. */
  at: Float64Array<ArrayBuffer>
  neckbandIds: Uint32Array<ArrayBuffer>
  gatewayIds: Uint32Array<ArrayBuffer>
  values: Partial<Record<Column, Float64Array<ArrayBuffer>>>
}

/** PostgreSQL counts microseconds from 2000-01-01. */
const postgresEpochMs = 946_684_800_000
const headerBytes = 19
/** Approximate bytes per stored reading without indexes, to estimate the number of readings in a partition. */
const bytesOfReading = 110
/** Priority below the server's own connections, so that they do not wait for this one. */
const niceIncrement = 15
const firstCapacity = 65_536

/**
 * Reads stored readings of some neckbands over its own read-only connection. It uses one process of the database, and on this machine at low
 * priority.
 */
export class ReadingsReader {
  private opened: pg.Client | null = null
  private readonly target: ConnectOptions['target']
  private readonly neckbandIds: readonly number[]
  private readonly columns: readonly Column[]

  constructor(target: ConnectOptions['target'], neckbandIds: readonly number[], parts: readonly ReadingPart[]) {
    this.target = target
    this.neckbandIds = neckbandIds
    this.columns = parts.flatMap((part) => [...readingParts[part]])
  }

  private get client(): pg.Client {
    if (this.opened === null) throw new Error('the reader of readings is not open')
    return this.opened
  }

  async open(isLocal: boolean): Promise<void> {
    this.opened = await openClient(this.target, { name: 'drover-rehearsal' })
    await this.client.query(
      "set default_transaction_read_only = on; set max_parallel_workers_per_gather = 0; set jit = off; set timezone = 'UTC'; set statement_timeout = '10min'",
    )
    if (!isLocal) return
    const { rows } = await this.client.query<{ pid: number }>('select pg_backend_pid() as pid')
    try {
      const pid = rows[0]?.pid ?? 0
      if (pid > 0) setPriority(pid, Math.min(19, getPriority(pid) + niceIncrement))
    } catch {
      // The process belongs to another account: reading continues at normal priority.
    }
  }

  /** Estimates the number of readings, of all neckbands, on the days that a span touches. Instants are epoch ms. */
  async estimate(from: number, to: number): Promise<number> {
    const { rows } = await this.client.query<{ bytes: string }>(
      `select coalesce(sum(pg_relation_size(i.inhrelid)), 0)::text as bytes from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'readings'::regclass and right(c.relname::text, 8) between $1 and $2`,
      // Compared as text: the planner may look at other relations first, and their names contain no day.
      [dayName(from), dayName(to - 1)],
    )
    return Number(rows[0]?.bytes ?? 0) / bytesOfReading
  }

  /** Reads the readings of a span without its end. Instants are epoch ms. */
  async read(from: number, to: number): Promise<StoredReadings> {
    const parser = new RowParser(this.columns)
    if (this.neckbandIds.length > 0) {
      const names = ['at', 'neckband_id', 'gateway_id', ...this.columns].join(', ')
      const copy = new CopyOut(
        `copy (select ${names} from readings where at >= '${toInstant(from)}' and at < '${toInstant(to)}' and neckband_id = any('{${this.neckbandIds.join(',')}}'::int[])) to stdout (format binary)`,
        (bytes) => parser.take(bytes),
      )
      this.client.query(copy)
      await copy.done
    }
    return parser.readings()
  }

  async close(): Promise<void> {
    await this.opened?.end()
  }
}

/** Returns the suffix of a day's partition name: `20260501`. @param at epoch ms */
const dayName = (at: number) => toInstant(at).slice(0, 10).replaceAll('-', '')

const doubles: ReadonlySet<Column> = new Set<Column>(['longitude', 'latitude'])
const flags: ReadonlySet<Column> = new Set<Column>(['moving', 'tamper'])

/** Parses rows of the binary COPY format into columns. Each piece contains whole rows. */
class RowParser {
  private count = 0
  private isBegun = false
  private at = new Float64Array(firstCapacity)
  private neckbandIds = new Uint32Array(firstCapacity)
  private gatewayIds = new Uint32Array(firstCapacity)
  private readonly columns: readonly Column[]
  private readonly kinds: Uint8Array
  private readonly lists: Float64Array<ArrayBuffer>[]

  constructor(columns: readonly Column[]) {
    this.columns = columns
    this.kinds = Uint8Array.from(columns, (name) => (doubles.has(name) ? 8 : flags.has(name) ? 1 : 4))
    this.lists = columns.map(() => new Float64Array(firstCapacity))
  }

  take(bytes: Buffer): void {
    let place = 0
    if (!this.isBegun) {
      this.isBegun = true
      place = headerBytes
    }
    while (place < bytes.length && bytes.readInt16BE(place) >= 0) place = this.row(bytes, place + 2)
  }

  private row(bytes: Buffer, start: number): number {
    const row = this.count
    if (row === this.at.length) this.grow()
    // Time, neckband and gateway are never null, so their lengths are fixed.
    this.at[row] =
      postgresEpochMs + (bytes.readInt32BE(start + 4) * 4_294_967_296 + bytes.readUInt32BE(start + 8)) / 1000
    this.neckbandIds[row] = bytes.readInt32BE(start + 16)
    this.gatewayIds[row] = bytes.readInt32BE(start + 24)
    let place = start + 28
    for (let column = 0; column < this.lists.length; column++) {
      const list = this.lists[column] as Float64Array
      const length = bytes.readInt32BE(place)
      place += 4
      if (length < 0) {
        list[row] = Number.NaN
        continue
      }
      const kind = this.kinds[column]
      list[row] =
        kind === 8 ? bytes.readDoubleBE(place) : kind === 4 ? bytes.readFloatBE(place) : (bytes[place] as number)
      place += length
    }
    this.count++
    return place
  }

  private grow(): void {
    const capacity = this.at.length * 2
    const longer = (from: Float64Array<ArrayBuffer>) => {
      const list = new Float64Array(capacity)
      list.set(from)
      return list
    }
    const longerIds = (from: Uint32Array<ArrayBuffer>) => {
      const list = new Uint32Array(capacity)
      list.set(from)
      return list
    }
    this.at = longer(this.at)
    this.neckbandIds = longerIds(this.neckbandIds)
    this.gatewayIds = longerIds(this.gatewayIds)
    for (const [place, list] of this.lists.entries()) this.lists[place] = longer(list)
  }

  readings(): StoredReadings {
    const { count, at, neckbandIds, gatewayIds } = this
    return {
      count,
      at,
      neckbandIds,
      gatewayIds,
      values: Object.fromEntries(this.columns.map((name, place) => [name, this.lists[place]])),
    }
  }
}

/**
 * Returns the order of readings by time, as indexes, earliest first. Sorts by bucket: as many time spans as readings, compared only within a span.
 */
export function inTimeOrder(
  { count, at }: Pick<StoredReadings, 'count' | 'at'>,
  from: number,
  to: number,
): Uint32Array<ArrayBuffer> {
  const spans = count + 1
  const perMs = count / (to - from)
  const starts = new Uint32Array(spans + 1)
  const spanOf = (row: number) => Math.min(count, Math.max(0, Math.floor(((at[row] as number) - from) * perMs)))
  for (let row = 0; row < count; row++) starts[spanOf(row) + 1] = (starts[spanOf(row) + 1] as number) + 1
  for (let span = 1; span <= spans; span++) starts[span] = (starts[span] as number) + (starts[span - 1] as number)
  const order = new Uint32Array(count)
  const next = starts.slice()
  for (let row = 0; row < count; row++) {
    const span = spanOf(row)
    const first = starts[span] as number
    let place = next[span] as number
    next[span] = place + 1
    while (place > first && (at[order[place - 1] as number] as number) > (at[row] as number)) {
      order[place] = order[place - 1] as number
      place--
    }
    order[place] = row
  }
  return order
}
