import type { Logger } from 'pino'
import type { EventPayloads } from '../events.ts'
import type { LiveAccess, LiveSocket } from './viewer.ts'

type Noun = EventPayloads['recordsChanged']['noun']

/** Nouns that decide which farms a user may see, and nouns shown in the monitor's scene. */
const accessNouns: ReadonlySet<Noun> = new Set(['farms', 'organisations', 'projects'])
const sceneNouns: ReadonlySet<Noun> = new Set(['farms', 'pens', 'gateways', 'organisations'])
/** Time in which record changes are collected before access is read again, ms. */
const coalesceMs = 500
/** Pause before a failed read of a viewer's access is repeated, ms. */
const retryMs = 1000
const concurrency = 4

interface RefresherParts {
  log: Logger
  sockets: () => Iterable<LiveSocket>
  /** Returns the current access of a socket's session; null when the session has ended. */
  admissionOf: (socket: LiveSocket) => Promise<LiveAccess | null>
}

/** Keeps each viewer's access up to date: after a change, it reads the access of the affected sockets again. */
export class AccessRefresher {
  /** Counts changes of access. A socket admitted while it grew is read again. */
  changes = 0
  private readonly parts: RefresherParts
  private timer: NodeJS.Timeout | undefined
  /** Sockets waiting for a read, and sockets being read. Each socket is read once at a time. */
  private readonly waiting = new Set<LiveSocket>()
  private readonly asked = new Set<LiveSocket>()
  /** Sockets whose account changed again while they were being read. */
  private readonly again = new Set<LiveSocket>()
  /** Farms whose scene has changed. */
  private scene: Set<number> | 'all' | null = null

  constructor(parts: RefresherParts) {
    this.parts = parts
  }

  /** Schedules one read of all viewers' access for all record changes of the next half second. */
  recordsChanged({ noun, farmIds }: EventPayloads['recordsChanged']): void {
    if (accessNouns.has(noun)) {
      this.changes++
      for (const socket of this.parts.sockets()) this.waiting.add(socket)
    }
    if (sceneNouns.has(noun)) {
      const before = this.scene
      this.scene = farmIds === undefined || before === 'all' ? 'all' : new Set([...(before ?? []), ...farmIds])
    }
    if (accessNouns.has(noun) || sceneNouns.has(noun)) this.soon(coalesceMs)
  }

  /** Refreshes the sockets of users whose role, name or organisation changed. Lost access ends at once, and their screens are notified. */
  accountsChanged(userIds: readonly number[]): void {
    this.changes++
    const changed = new Set(userIds)
    for (const socket of this.parts.sockets())
      if (changed.has(socket.data.viewer.userId)) void this.accountChanged(socket)
  }

  /** Refreshes one socket at once. If that fails, it closes the connection, so that nothing stays open; the client reconnects and is checked then. */
  async accountChanged(socket: LiveSocket): Promise<void> {
    this.again.add(socket)
    if (this.asked.has(socket)) return
    this.asked.add(socket)
    try {
      while (this.again.delete(socket)) {
        const admission = await this.parts.admissionOf(socket)
        if (!admission) throw new Error('the session is over')
        if (!this.again.has(socket)) apply(socket, admission)
      }
      socket.emit('accountChanged')
    } catch (error) {
      this.parts.log.info({ err: error }, 'a viewer is asked to come back')
      socket.conn.close()
    } finally {
      this.asked.delete(socket)
      this.again.delete(socket)
    }
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private soon(ms: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void this.run()
    }, ms)
  }

  private async run(): Promise<void> {
    const sockets = [...this.waiting].filter((socket) => !this.asked.has(socket))
    await Promise.all(Array.from({ length: concurrency }, () => this.askNext(sockets)))
    const { scene } = this
    this.scene = null
    if (scene !== null) {
      for (const socket of this.parts.sockets()) {
        const { farmIds } = socket.data.viewer
        if (scene === 'all' ? farmIds.size > 0 : !scene.isDisjointFrom(farmIds)) socket.emit('sceneChanged')
      }
    }
    if (this.waiting.size > 0) this.soon(retryMs)
  }

  private async askNext(sockets: LiveSocket[]): Promise<void> {
    for (let socket = sockets.pop(); socket !== undefined; socket = sockets.pop()) {
      this.waiting.delete(socket)
      if (!socket.connected) continue
      this.asked.add(socket)
      try {
        const admission = await this.parts.admissionOf(socket)
        apply(socket, admission ?? { farmIds: [], role: null, organisationId: null })
      } catch (error) {
        this.waiting.add(socket)
        this.parts.log.warn({ err: error }, 'what a viewer may see could not be read')
      } finally {
        this.asked.delete(socket)
      }
      if (this.again.has(socket)) await this.accountChanged(socket)
    }
  }
}

/** Applies an access to a socket, replacing the previous one. */
function apply(
  socket: LiveSocket,
  {
    role,
    organisationId,
    ...seen
  }: Pick<LiveAccess, 'farmIds' | 'projectIds' | 'seesWalls' | 'role' | 'organisationId'>,
): void {
  Object.assign(socket.data.viewer, { role, organisationId })
  if (!socket.data.viewer.allow(seen)) return
  socket.emit('farms', [...seen.farmIds])
  socket.emit('sceneChanged')
}
