import { randomInt } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import type { Alert } from '#contract/alerts/alerts.ts'
import { joinFrames } from '#contract/live/frames.ts'
import { livePath, statusMs, tickMs, watchSchema } from '#contract/live/live.ts'
import type {
  AlertsAnswer,
  ClientEvents,
  EndReason,
  LiveHeadcount,
  LiveRate,
  ServerEvents,
  Status,
  Watch,
} from '#contract/live/live.ts'
import type { Clock } from '../clock.ts'
import type { AlertViewer } from '../db/alerts.ts'
import type { Events } from '../events.ts'
import type { Faults } from '../faults.ts'
import type { Herd } from '../herd/herd.ts'
import { sparesFarmId } from '../herd/registry.ts'
import { parseInput } from '../inputBounds.ts'
import { addressesBehind } from '../requestAddress.ts'
import type { Settings } from '../settings.ts'
import { AccessRefresher } from './accessFollower.ts'
import { ChangeNotifier } from './changeTeller.ts'
import { FarmFeed } from './farmFeed.ts'
import { endSoon, isOfOurPages, SocketLimits } from './socketLimits.ts'
import {
  type LiveAccess,
  alertRoomOf,
  type LiveSocket,
  sessionRoom,
  type SocketData,
  userRoom,
  Viewer,
  watchRoom,
} from './viewer.ts'
import { WatchTurns } from './watchTurns.ts'

export interface HubParts {
  clock: Clock
  log: Logger
  faults: Pick<Faults, 'contain'>
  events: Events
  herd: Herd
  /** PUBLIC_URL: additional origin whose pages may connect. TRUSTED_PROXY: proxies whose client addresses are trusted. */
  settings: Pick<Settings, 'PUBLIC_URL' | 'TRUSTED_PROXY'>
  /** Returns the session of a token and its current access; null without a valid session. */
  admit: (token: string) => Promise<LiveAccess | null>
  alertsSince: (viewer: AlertViewer, asOf: string) => Promise<AlertsAnswer>
  status: () => Omit<Status, 'herdAt' | 'speed'>
  /** Returns the intake rates of farms. */
  rates: (farmIds: ReadonlySet<number>) => LiveRate[]
  /** Called after a tick that sent frames, with their number. */
  onFrames: (count: number) => void
}

/** Interval between headcounts, ms of machine time. */
const headcountIntervalMs = 2000

/** The live side: one delta frame per farm and tick for all its viewers. A slow client gets only the newest state. */
export class LiveHub {
  private readonly parts: HubParts
  private readonly io: Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>
  private readonly feeds = new Map<number, FarmFeed>()
  private readonly startEpoch = randomInt(1, 0x7fff_ffff)
  private readonly timers: NodeJS.Timeout[] = []
  private readonly limits: SocketLimits
  private readonly turns = new WatchTurns()
  private headcounts: LiveHeadcount[] = []
  private registry: Herd['registry'] | undefined
  private readonly subscriptions: (() => void)[] = []
  private readonly access: AccessRefresher
  private readonly changes: ChangeNotifier

  constructor(httpServer: HttpServer, parts: HubParts) {
    this.parts = parts
    this.limits = new SocketLimits(addressesBehind(parts.settings.TRUSTED_PROXY))
    this.io = new Server(httpServer, {
      path: livePath,
      serveClient: false,
      perMessageDeflate: false,
      maxHttpBufferSize: 100_000,
      pingInterval: 10_000,
      pingTimeout: 10_000,
      allowRequest: (request, done) =>
        done(null, isOfOurPages(request, parts.settings.PUBLIC_URL) && this.limits.mayOpen(request)),
    })
    // The engine recreates its WebSocket server when it starts to listen.
    httpServer.on('listening', () => endSoon(this.io.engine))
    this.io.engine.on('connection', (connection: LiveSocket['conn']) => this.limits.opened(connection))
    this.access = new AccessRefresher({
      log: parts.log,
      sockets: () => this.sockets,
      admissionOf: (socket) => this.admissionOf(socket),
    })
    this.changes = new ChangeNotifier(() => this.sockets)
    this.io.use((socket, next) => {
      this.admit(socket).then(
        () => next(),
        (error: unknown) => next(error instanceof Error ? error : new Error('NOT_SIGNED_IN')),
      )
    })
    this.io.on('connection', (socket) => this.onConnection(socket))
    this.timers.push(
      this.every(tickMs, 'frames', () => this.tick()),
      this.every(statusMs, 'status', () => this.sendStatus()),
      this.every(headcountIntervalMs, 'headcounts', () => this.sendHeadcounts()),
    )
    const { events } = parts
    this.subscriptions.push(
      events.on('alertsChanged', ({ alerts }) => this.sendAlerts(alerts)),
      events.on('sessionEnded', ({ tokenHash, reason }) => this.endSession(tokenHash, reason)),
      events.on('accountsChanged', ({ userIds }) => this.access.accountsChanged(userIds)),
      events.on(
        'noticesChanged',
        ({ userId, counts, notice }) => void this.io.to(userRoom(userId)).emit('notices', counts, notice),
      ),
      events.on('healthChanged', () => this.sendStatus()),
      events.on('recordsChanged', (change) => this.access.recordsChanged(change)),
      events.on('recordsChanged', (change) => this.changes.note(change)),
      events.on('accountsChanged', () => this.changes.note({ noun: 'users' })),
    )
  }

  private every(intervalMs: number, place: string, work: () => void): NodeJS.Timeout {
    return setInterval(() => this.parts.faults.contain(place, work), intervalMs)
  }

  get viewers(): number {
    return this.io.engine.clientsCount
  }

  private get sockets(): Iterable<LiveSocket> {
    return this.io.sockets.sockets.values()
  }

  private admissionOf(socket: LiveSocket): Promise<LiveAccess | null> {
    const { token } = socket.handshake.auth
    return typeof token === 'string' ? this.parts.admit(token) : Promise.resolve(null)
  }

  private async admit(socket: LiveSocket): Promise<void> {
    const admittedAt = this.access.changes
    const admission = await this.admissionOf(socket)
    if (!admission) throw new Error('NOT_SIGNED_IN')
    this.limits.enter(socket, admission)
    socket.data.viewer = new Viewer(socket, admission, admittedAt)
  }

  private onConnection(socket: LiveSocket): void {
    const { viewer } = socket.data
    viewer.enter()
    if (viewer.admittedAt !== this.access.changes) void this.access.accountChanged(socket)
    socket.emit('farms', [...viewer.farmIds])
    socket.emit('status', this.status())
    socket.on('watch', (input, reply) => {
      if (typeof reply !== 'function') return
      // Parsed in its turn; waiting ones cost nothing.
      const take = (isPassedOver: boolean) => {
        const parsed = parseInput(watchSchema, input)
        if (!parsed.success) return
        if (!isPassedOver) this.watch(socket, parsed.data)
        reply({ refused: viewer.refused(parsed.data) })
      }
      const answerContained = (isPassedOver: boolean) => this.parts.faults.contain('watch', () => take(isPassedOver))
      this.turns.ask(
        socket,
        () => answerContained(false),
        () => answerContained(true),
      )
    })
    socket.once('disconnect', () => this.turns.end(socket))
    socket.on('wall', (isShown) => {
      if (viewer.displayId !== null)
        this.parts.herd.walls.note(viewer.displayId, isShown ? this.parts.clock.now() : null)
    })
    socket.on('alertsSince', (asOf, reply) => {
      if (typeof reply !== 'function') return
      viewer
        .runInTurn(() => this.parts.alertsSince(viewer, typeof asOf === 'string' ? asOf : ''))
        .then(
          (answer) => answer && reply(answer),
          (error: unknown) => this.parts.log.warn({ err: error }, 'alerts could not be read for a viewer'),
        )
    })
  }

  /** Switches a viewer to the requested farms, without duplicates and without farms that it may not see. */
  private watch(socket: LiveSocket, { farms }: Watch): void {
    const { viewer } = socket.data
    const isFirst = viewer.watching.size === 0
    const farmsById = new Map(farms.map((farm) => [farm.farmId, farm]))
    const allowedFarms = [...farmsById.values()].filter(({ farmId }) => viewer.farmIds.has(farmId))
    viewer.watch(allowedFarms.map(({ farmId }) => farmId))
    if (!viewer.isBehind) {
      for (const { farmId, epoch, sequence } of allowedFarms) this.catchUp(socket, farmId, epoch, sequence)
      if (isFirst && allowedFarms.length > 0) this.sendFigures([socket])
    }
  }

  /** Sends a viewer the missed deltas or a snapshot of a farm, unless one is already on its way. */
  private catchUp(socket: LiveSocket, farmId: number, epoch?: number, sequence?: number): void {
    const feed = this.feedOf(farmId)
    if (!feed || !socket.data.viewer.mayCatchUp(farmId)) return
    const missed = epoch !== undefined && sequence !== undefined ? feed.since(epoch, sequence) : null
    if (missed === null) this.sendSnapshot(socket, feed)
    else if (missed.length > 0) socket.emit('delta', asPacket(joinFrames(missed)))
  }

  private sendSnapshot(socket: LiveSocket, feed: FarmFeed): void {
    const { roster, bytes } = feed.snapshot(this.parts.clock.now())
    socket.emit('snapshot', roster, asPacket(bytes))
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
    this.followRecords()
    this.resumeSlow()
    const frames = new Map<number, Uint8Array<ArrayBuffer>>()
    for (const farmId of this.parts.herd.registry.farms.keys()) {
      const bytes = this.parts.faults.contain('frames', () => this.feedOf(farmId)?.delta(herdAt), { farmId })
      if (bytes) frames.set(farmId, bytes)
    }
    if (frames.size === 0) return
    const rooms = new Map<string, ReadonlySet<number>>()
    for (const {
      data: { viewer },
    } of this.sockets) {
      if (viewer.watching.size > 0) rooms.set(watchRoom(viewer.watching), viewer.watching)
    }
    for (const [room, farmIds] of rooms) {
      const packet = [...farmIds].flatMap((farmId) => frames.get(farmId) ?? [])
      if (packet.length > 0) this.io.to(room).emit('delta', asPacket(joinFrames(packet)))
    }
    this.parts.onFrames(frames.size)
  }

  /** Sends the newest state to viewers that fell behind and can receive again. */
  private resumeSlow(): void {
    for (const socket of this.sockets) {
      const { viewer } = socket.data
      const skipped = viewer.checkPace()
      if (skipped === null) continue
      socket.emit('behind', skipped)
      for (const farmId of viewer.watching) this.catchUp(socket, farmId)
    }
  }

  private status(): Status {
    return { herdAt: this.parts.clock.now(), speed: this.parts.clock.speed(), ...this.parts.status() }
  }

  /** Sends the heartbeat to all: every second, and when a part of the server fails or recovers. */
  private sendStatus(): void {
    const all = [...this.sockets].filter(({ data: { viewer } }) => !viewer.isBehind)
    if (all.length > 0) this.io.to(all.map(({ id }) => id)).emit('status', this.status())
  }

  private sendHeadcounts(): void {
    const now = this.parts.clock.now()
    this.headcounts = [...this.parts.herd.registry.farms.keys()]
      .filter((farmId) => farmId !== sparesFarmId)
      .flatMap(
        (farmId) =>
          this.parts.faults.contain('headcounts', () => this.parts.herd.headcount(farmId, now), { farmId }) ?? [],
      )
    // Encodes the figures once for all viewers of the same farms.
    const groups = new Map<string, LiveSocket[]>()
    for (const socket of this.sockets) {
      const { watching, isBehind, farmIds } = socket.data.viewer
      if (watching.size === 0 || isBehind) continue
      const key = [...farmIds].join()
      const group = groups.get(key)
      if (group) group.push(socket)
      else groups.set(key, [socket])
    }
    for (const sockets of groups.values()) this.sendFigures(sockets)
  }

  /** Sends headcounts, gateways and rates of all visible farms to viewers of the same farms. Farms out of view appear as figures. */
  private sendFigures(sockets: LiveSocket[]): void {
    const farmIds = sockets[0]?.data.viewer.farmIds
    if (!farmIds) return
    const { herd } = this.parts
    const gateways = [...herd.registry.gateways.values()].filter(({ farmId }) => farmIds.has(farmId))
    const all = this.io.to(sockets.map(({ id }) => id))
    all.emit(
      'headcounts',
      this.headcounts.filter(({ farmId }) => farmIds.has(farmId)),
    )
    all.emit(
      'gateways',
      gateways.flatMap(({ id }) => herd.gateway(id) ?? []),
    )
    all.emit('rates', this.parts.rates(farmIds))
  }

  /** Sends alerts to all who may see their farms or projects. */
  private sendAlerts(alerts: readonly Alert[]): void {
    // An outage changes the status of gateways and heads, so headcounts are sent with its alert.
    if (alerts.some(({ subjectType }) => subjectType === 'GATEWAY' || subjectType === 'FARM')) this.sendHeadcounts()
    for (const [room, ofRoom] of Map.groupBy(alerts, alertRoomOf)) this.io.to(room).emit('alerts', ofRoom)
  }

  /** Updates the feeds after the records were read again. Viewers get snapshots of new farms and of farms with changed slots. */
  private followRecords(): void {
    const { registry } = this.parts.herd
    if (registry === this.registry) return
    this.registry = registry
    const changed = new Set([...registry.farms.keys()].filter((farmId) => !this.feeds.has(farmId)))
    for (const [farmId, feed] of this.feeds) {
      const farm = registry.farms.get(farmId)
      if (!farm) this.feeds.delete(farmId)
      else if (feed.follow(farm)) changed.add(farmId)
    }
    for (const socket of this.sockets) {
      const { watching, isBehind } = socket.data.viewer
      for (const farmId of isBehind ? [] : watching.intersection(changed)) {
        const feed = this.feedOf(farmId)
        if (feed) this.sendSnapshot(socket, feed)
      }
    }
  }

  /** Disconnects the sockets of a session. */
  private endSession(tokenHash: string, reason: EndReason): void {
    this.access.changes++
    const sockets = this.io.in(sessionRoom(tokenHash))
    sockets.emit('ended', reason)
    sockets.disconnectSockets(true)
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    for (const end of this.subscriptions) end()
    this.access.stop()
    this.changes.stop()
    await this.io.close()
  }
}

/** Types a frame for Socket.IO: the event declares ArrayBuffer, which a browser receives; Node receives a Buffer. */
function asPacket(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return bytes.buffer
}
