import { randomInt } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import type { Socket } from 'socket.io'
import type { Alert } from '#contract/alerts.ts'
import { joinFrames } from '#contract/frames.ts'
import { livePath, statusMs, tickMs, watchSchema } from '#contract/live.ts'
import type { ClientEvents, LiveHeadcount, ServerEvents, Status } from '#contract/live.ts'
import type { Notice, NoticeCounts } from '#contract/notices.ts'
import type { Clock } from '../clock.ts'
import type { Herd } from '../herd/herd.ts'
import { sparesFarmId } from '../herd/registry.ts'
import type { Registry } from '../herd/registry.ts'
import { FarmFeed } from './farmFeed.ts'

interface Viewer {
  tokenHash: string
  userId: number
  readFarmIds: () => Promise<number[]>
  /** Farms that this user may see, by the records of now. */
  farmIds: ReadonlySet<number>
  watching: Set<number>
  /** Ticks in a row at which the socket was still busy with what it was given before. */
  busyTicks: number
  /** Whether the socket can't take more: it gets nothing of what comes every moment until it can. */
  isBehind: boolean
  /** Frames that were left out since then, and packets (alerts, notices) that wait for it. */
  skipped: number
  waiting: number
}

type LiveServer = Server<ClientEvents, ServerEvents, Record<string, never>, { viewer: Viewer }>
type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, { viewer: Viewer }>

export interface HubParts {
  clock: Clock
  log: Logger
  herd: Herd
  /** Who holds a token, and a look at which farms they may see; null: nobody. */
  admit: (token: string) => Promise<{ tokenHash: string; userId: number; farmIds: () => Promise<number[]> } | null>
  alertsSince: (farmIds: number[], changeId: number) => Promise<Alert[]>
  status: () => Omit<Status, 'herdAt' | 'speed'>
  /** Told of each tick that sent frames, and how many. */
  onFrames: (count: number) => void
}

/** Ticks in a row that a socket may be busy before it counts as slow: what waits for it is bounded by them. */
const maxBusyTicks = 8
/** Packets that may wait for one that is behind; beyond, it is cut off, and starts over when it comes again. */
const maxWaitingPackets = 200
/** Headcounts are counted and sent so often, ms of machine time. */
const headcountMs = 2000

/** Who watches the same farms gets the same packets: one a tick, however many farms. */
const roomOf = (farmIds: ReadonlySet<number>) => `watch ${[...farmIds].toSorted((a, b) => a - b).join()}`

/** The live side: one delta frame a farm and tick for all who watch it; a slow client gets only the newest state. */
export class LiveHub {
  private readonly parts: HubParts
  private readonly io: LiveServer
  private readonly feeds = new Map<number, FarmFeed>()
  private readonly startEpoch = randomInt(1, 0x7fff_ffff)
  private readonly timers: NodeJS.Timeout[] = []
  private headcounts: LiveHeadcount[] = []

  constructor(httpServer: HttpServer, parts: HubParts) {
    this.parts = parts
    this.io = new Server(httpServer, {
      path: livePath,
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: 100_000,
      pingInterval: 10_000,
      pingTimeout: 10_000,
    })
    this.io.use((socket, next) => {
      this.admit(socket).then(() => next(), (error: unknown) => next(error instanceof Error ? error : new Error('NOT_SIGNED_IN')))
    })
    this.io.on('connection', (socket) => this.welcome(socket))
    this.timers.push(
      setInterval(() => this.tick(), tickMs),
      setInterval(() => this.sendStatus(), statusMs),
      setInterval(() => this.sendHeadcounts(), headcountMs),
    )
  }

  get viewers(): number {
    return this.io.engine.clientsCount
  }

  private async admit(socket: LiveSocket): Promise<void> {
    const { token } = socket.handshake.auth
    const admitted = typeof token === 'string' ? await this.parts.admit(token) : null
    if (!admitted) throw new Error('NOT_SIGNED_IN')
    const { tokenHash, userId, farmIds } = admitted
    socket.data.viewer = { tokenHash, userId, readFarmIds: farmIds, farmIds: new Set(await farmIds()), watching: new Set(), busyTicks: 0, isBehind: false, skipped: 0, waiting: 0 }
  }

  private welcome(socket: LiveSocket): void {
    const { viewer } = socket.data
    void socket.join(`session ${viewer.tokenHash}`)
    void socket.join(`user ${viewer.userId}`)
    for (const farmId of viewer.farmIds) void socket.join(`alerts ${farmId}`)
    socket.conn.on('packetCreate', () => {
      if (viewer.isBehind && ++viewer.waiting > maxWaitingPackets) socket.conn.close(true)
    })
    socket.emit('status', this.status())
    socket.emit('headcounts', this.headcountsFor(viewer))
    socket.emit('gateways', this.gatewaysFor(viewer))
    socket.on('watch', (input, reply) => {
      const parsed = watchSchema.safeParse(input)
      if (!parsed.success || typeof reply !== 'function') return
      const wanted = parsed.data.farms.filter(({ farmId }) => viewer.farmIds.has(farmId))
      void socket.leave(roomOf(viewer.watching))
      viewer.watching = new Set(wanted.map(({ farmId }) => farmId))
      reply({ refused: parsed.data.farms.filter(({ farmId }) => !viewer.farmIds.has(farmId)).map(({ farmId }) => farmId) })
      if (viewer.isBehind) return
      for (const { farmId, epoch, sequence } of wanted) this.catchUp(socket, farmId, epoch, sequence)
      void socket.join(roomOf(viewer.watching))
    })
    socket.on('alertsSince', (changeId, reply) => {
      if (typeof changeId !== 'number' || !Number.isSafeInteger(changeId) || typeof reply !== 'function') return
      this.parts.alertsSince([...viewer.farmIds], changeId).then(reply, (error: unknown) => {
        this.parts.log.warn({ error }, 'alerts could not be read for a viewer')
      })
    })
  }

  /** Brings one viewer to the present of a farm. */
  private catchUp(socket: LiveSocket, farmId: number, epoch?: number, sequence?: number): void {
    const feed = this.feedOf(farmId)
    if (!feed) return
    const missed = epoch !== undefined && sequence !== undefined ? feed.since(epoch, sequence) : null
    if (missed?.length) socket.emit('delta', asPacket(joinFrames(missed)))
    else if (!missed) {
      const { roster, bytes } = feed.snapshot(this.parts.clock.now())
      socket.emit('snapshot', roster, asPacket(bytes))
    }
  }

  private feedOf(farmId: number): FarmFeed | undefined {
    const farm = this.parts.herd.registry.farms.get(farmId)
    if (!farm || farmId === sparesFarmId) return undefined
    let feed = this.feeds.get(farmId)
    if (!feed) this.feeds.set(farmId, (feed = new FarmFeed(farm, this.startEpoch)))
    return feed
  }

  private tick(): void {
    const herdAt = this.parts.clock.now()
    this.mindTheSlow()
    const frames = new Map<number, Uint8Array<ArrayBuffer>>()
    for (const farmId of this.parts.herd.registry.farms.keys()) {
      const bytes = this.feedOf(farmId)?.delta(herdAt)
      if (bytes) frames.set(farmId, bytes)
    }
    if (frames.size === 0) return
    const rooms = new Map<string, ReadonlySet<number>>()
    for (const { data: { viewer } } of this.io.sockets.sockets.values()) {
      if (viewer.watching.size > 0) rooms.set(roomOf(viewer.watching), viewer.watching)
    }
    for (const [room, farmIds] of rooms) {
      const packet = [...farmIds].flatMap((farmId) => frames.get(farmId) ?? [])
      if (packet.length > 0) this.io.to(room).emit('delta', asPacket(joinFrames(packet)))
    }
    this.parts.onFrames(frames.size)
  }

  /** Takes those who can't keep up out of the rooms, and brings those who can again to the newest state. */
  private mindTheSlow(): void {
    for (const socket of this.io.sockets.sockets.values()) {
      const { viewer } = socket.data
      const isBusy = !socket.conn.transport.writable
      viewer.busyTicks = isBusy ? viewer.busyTicks + 1 : 0
      if (!viewer.isBehind && viewer.busyTicks > maxBusyTicks) {
        void socket.leave(roomOf(viewer.watching))
        Object.assign(viewer, { isBehind: true, skipped: viewer.watching.size, waiting: 0 })
      } else if (viewer.isBehind && !isBusy) {
        viewer.isBehind = false
        socket.emit('behind', viewer.skipped)
        for (const farmId of viewer.watching) this.catchUp(socket, farmId)
        void socket.join(roomOf(viewer.watching))
      } else if (viewer.isBehind) viewer.skipped += viewer.watching.size
    }
  }

  private status(): Status {
    return { herdAt: this.parts.clock.now(), speed: this.parts.clock.speed(), ...this.parts.status() }
  }

  private sendStatus(): void {
    const status = this.status()
    for (const socket of this.io.sockets.sockets.values()) {
      if (!socket.data.viewer.isBehind) socket.emit('status', status)
    }
  }

  private sendHeadcounts(): void {
    const now = this.parts.clock.now()
    this.headcounts = [...this.parts.herd.registry.farms.keys()]
      .filter((farmId) => farmId !== sparesFarmId)
      .flatMap((farmId) => this.parts.herd.headcount(farmId, now) ?? [])
    for (const socket of this.io.sockets.sockets.values()) {
      if (socket.data.viewer.isBehind) continue
      socket.emit('headcounts', this.headcountsFor(socket.data.viewer))
      socket.emit('gateways', this.gatewaysFor(socket.data.viewer))
    }
  }

  private headcountsFor({ farmIds }: Viewer): LiveHeadcount[] {
    return this.headcounts.filter(({ farmId }) => farmIds.has(farmId))
  }

  private gatewaysFor({ farmIds }: Viewer) {
    const { herd } = this.parts
    return [...herd.registry.gateways.values()]
      .filter(({ farmId }) => farmIds.has(farmId))
      .flatMap(({ id }) => herd.gateway(id) ?? [])
  }

  /** Shows alerts to all who may see their farms. */
  alertsChanged(alerts: readonly Alert[]): void {
    for (const farmId of new Set(alerts.map((alert) => alert.farmId))) {
      this.io.to(`alerts ${farmId}`).emit('alerts', alerts.filter((alert) => alert.farmId === farmId))
    }
  }

  /** After the records were read again: new slots need snapshots, and what a viewer may see may have changed. */
  recordsChanged(registry: Registry): void {
    for (const [farmId, feed] of this.feeds) {
      const farm = registry.farms.get(farmId)
      if (!farm) this.feeds.delete(farmId)
      else if (feed.follow(farm)) {
        for (const socket of this.io.sockets.sockets.values()) {
          if (!socket.data.viewer.watching.has(farmId) || socket.data.viewer.isBehind) continue
          this.catchUp(socket, farmId)
        }
      }
    }
  }

  /** Asks anew which farms each viewer may see, and tells every screen to load its scene again. */
  async accessChanged(): Promise<void> {
    for (const socket of this.io.sockets.sockets.values()) {
      const { viewer } = socket.data
      const farmIds = await viewer.readFarmIds()
      for (const farmId of viewer.farmIds) void socket.leave(`alerts ${farmId}`)
      viewer.farmIds = new Set(farmIds)
      for (const farmId of viewer.farmIds) void socket.join(`alerts ${farmId}`)
      const still = new Set([...viewer.watching].filter((farmId) => viewer.farmIds.has(farmId)))
      if (still.size < viewer.watching.size) {
        void socket.leave(roomOf(viewer.watching))
        viewer.watching = still
        if (!viewer.isBehind) void socket.join(roomOf(still))
      }
      socket.emit('sceneChanged')
    }
  }

  /** Tells users' screens that their account is to be read again. */
  accountsChanged(userIds: readonly number[]): void {
    for (const userId of userIds) this.io.to(`user ${userId}`).emit('accountChanged')
  }

  /** Shows a user's screens how many notices there are, and the new one if there is one. */
  noticesChanged(userId: number, counts: NoticeCounts, notice: Notice | null): void {
    this.io.to(`user ${userId}`).emit('notices', counts, notice)
  }

  /** Ends the sockets of a session. */
  endSession(tokenHash: string, reason: Parameters<ServerEvents['ended']>[0]): void {
    const sockets = this.io.in(`session ${tokenHash}`)
    sockets.emit('ended', reason)
    sockets.disconnectSockets(true)
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    await this.io.close()
  }
}

/** A frame as Socket.IO sends it: the event type says ArrayBuffer, which is what a browser gets; Node sends a Buffer of it. */
function asPacket(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return bytes.buffer
}
