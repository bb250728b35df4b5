import { statfs } from 'node:fs/promises'
import type { BrokerFault, Status } from '#contract/live/live.ts'
import type { Clock } from '../../clock.ts'
import type { ConnectOptions, Sql } from '../../db/connect.ts'
import { isReachable, takesConnections } from '../../db/reach.ts'
import type { Events } from '../../events.ts'
import type { Listening } from '../../herd/listening/listening.ts'

/** Whether a part of the server works, and since when (herd time, epoch ms) it does or does not. */
export interface PartState {
  up: boolean
  since: number
  /** Why an outside broker is not there. */
  fault?: BrokerFault
}

/** `connections`: whether the database lets new ones in. `demo`: whether it is all there, where one is made. */
export const partNames = ['database', 'connections', 'broker', 'disk', 'demo'] as const
export type PartName = (typeof partNames)[number]

export const probeMs = 1000
const probeTimeoutMs = 2000
const minFreeBytes = 64 * 1024 * 1024

interface HealthParts {
  sql: Sql
  /** The database that `sql` is connected to. */
  target: ConnectOptions['target']
  dataDir: string
  /** Told of each change. */
  events: Pick<Events, 'emit'>
  /** Told whether readings come in. */
  listening: Pick<Listening, 'note'>
}

/** Knows which parts of the server work. The probes ask the database and the disk; the others are set by who runs them. */
export class Health {
  readonly parts: Record<PartName, PartState>
  private readonly clock: Clock
  private readonly sql: Sql
  private readonly target: ConnectOptions['target']
  private readonly dataDir: string
  private readonly events: Pick<Events, 'emit'>
  private readonly listening: Pick<Listening, 'note'>
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

  /** Notes the state of an outside broker; `fault` is null while it is there. */
  setBroker(fault: BrokerFault | null): void {
    const { broker } = this.parts
    const up = fault === null
    this.parts.broker = { up, since: broker.up === up ? broker.since : this.clock.now(), ...(fault !== null && { fault }) }
    // That no source stands for it is somebody's decision: the broker itself is there.
    this.listening.note('broker', up || fault === 'NO_SOURCE')
    this.events.emit('healthChanged', {})
  }

  /** Notes whether readings can be stored: a database that answers and stores nothing does not work either. */
  setStoring(storing: boolean): void {
    this.storing = storing
    this.listening.note('storing', storing)
    this.set('database', this.reachable && storing)
  }

  /** The parts that screens are told about. */
  get told(): Pick<Status, 'database' | 'broker'> {
    const { database, connections, broker } = this.parts
    return { database: { ...database, ...(!connections.up && { closedSince: connections.since }) }, broker }
  }

  /** The parts that are missing now. */
  get missing(): PartName[] {
    return partNames.filter((part) => !this.parts[part].up)
  }

  /** Asks the database and the disk; to be called each `probeMs`. */
  async probe(): Promise<void> {
    this.reachable = await isReachable(this.sql, probeTimeoutMs)
    this.set('database', this.reachable && this.storing)
    const disk = await statfs(this.dataDir).catch(() => null)
    this.set('disk', disk !== null && disk.bavail * disk.bsize > minFreeBytes)
  }

  /**
   * Asks the database for a connection; to be called each `probeMs`. A postmaster that hangs lets nobody in, and
   * those who are in notice nothing until they need one more.
   */
  async probeConnections(): Promise<void> {
    this.set('connections', await takesConnections(this.target, probeTimeoutMs))
  }
}
