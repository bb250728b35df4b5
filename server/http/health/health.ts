import { statfs } from 'node:fs/promises'
import type { BrokerFault, Status } from '#contract/live/live.ts'
import type { Clock } from '../../clock.ts'
import type { ConnectOptions, Sql } from '../../db/connect.ts'
import { isReachable, acceptsConnections } from '../../db/reach.ts'
import type { Events } from '../../events.ts'
import type { Listening } from '../../herd/listening/listening.ts'

/** Whether a part of the server works, and since when (herd time, epoch ms). */
export interface PartState {
  up: boolean
  since: number
  /** Why an outside broker is unavailable. */
  fault?: BrokerFault
}

/** `connections`: whether the database accepts new ones. `demo`: whether the demo's data is complete. */
export const partNames = ['database', 'connections', 'broker', 'disk', 'demo'] as const
export type PartName = (typeof partNames)[number]

export const probeIntervalMs = 1000
const probeTimeoutMs = 2000
const minFreeBytes = 64 * 1024 * 1024

interface HealthParts {
  sql: Sql
  /** The database that `sql` is connected to. */
  target: ConnectOptions['target']
  dataDir: string
  /** Receives `healthChanged` after each change. */
  events: Pick<Events, 'emit'>
  /** Receives whether readings arrive and can be stored. */
  listening: Pick<Listening, 'reportPart'>
}

/** Tracks which parts of the server work. It probes database and disk itself; the owners of the other parts report theirs. */
export class Health {
  readonly parts: Record<PartName, PartState>
  private readonly clock: Clock
  private readonly sql: Sql
  private readonly target: ConnectOptions['target']
  private readonly dataDir: string
  private readonly events: Pick<Events, 'emit'>
  private readonly listening: Pick<Listening, 'reportPart'>
  /** Whether an outside broker sends a message again until it is acknowledged. */
  isBrokerReliable = true
  private reachable = true
  private storing = true

  constructor(clock: Clock, { sql, target, dataDir, events, listening }: HealthParts) {
    this.clock = clock
    this.sql = sql
    this.target = target
    this.dataDir = dataDir
    this.events = events
    this.listening = listening
    const since = clock.now()
    const up = { up: true, since }
    this.parts = { database: up, connections: up, broker: { up: false, since }, disk: up, demo: up }
  }

  set(part: PartName, up: boolean): void {
    if (this.parts[part].up === up) return
    this.parts[part] = { up, since: this.clock.now() }
    this.events.emit('healthChanged', {})
  }

  /** Sets the state of an outside broker; `fault` is null while it is available. */
  setBroker(fault: BrokerFault | null): void {
    const { broker } = this.parts
    const up = fault === null
    this.parts.broker = {
      up,
      since: broker.up === up ? broker.since : this.clock.now(),
      ...(fault !== null && { fault }),
    }
    // NO_SOURCE means that nobody configured a source for it: the broker itself is available.
    this.listening.reportPart('broker', up || fault === 'NO_SOURCE')
    this.events.emit('healthChanged', {})
  }

  /** Sets whether readings can be stored: a database that answers but stores nothing counts as down. */
  setStoring(storing: boolean): void {
    this.storing = storing
    this.listening.reportPart('storing', storing)
    this.set('database', this.reachable && storing)
  }

  /** The parts that screens display. */
  get screenStatus(): Pick<Status, 'database' | 'broker'> {
    const { database, connections, broker } = this.parts
    return { database: { ...database, ...(!connections.up && { closedSince: connections.since }) }, broker }
  }

  /** The parts that are down. */
  get missing(): PartName[] {
    return partNames.filter((part) => !this.parts[part].up)
  }

  /** Probes the database and the disk; call it once a second. */
  async probe(): Promise<void> {
    this.reachable = await isReachable(this.sql, probeTimeoutMs)
    this.set('database', this.reachable && this.storing)
    const disk = await statfs(this.dataDir).catch(() => null)
    this.set('disk', disk !== null && disk.bavail * disk.bsize > minFreeBytes)
  }

  /**
   * Opens a new connection to the database; call it once a second. A hanging postmaster admits nobody, and open
   * connections do not notice it.
   */
  async probeConnections(): Promise<void> {
    this.set('connections', await acceptsConnections(this.target, probeTimeoutMs))
  }
}
