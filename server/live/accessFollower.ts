import type { Logger } from 'pino'
import type { EventPayloads } from '../events.ts'
import type { Admission, LiveSocket } from './viewer.ts'

type Noun = EventPayloads['recordsChanged']['noun']

/** Nouns that decide which farms somebody may see, and nouns that the scene of the monitor shows. */
const accessNouns: ReadonlySet<Noun> = new Set(['farms', 'organisations', 'projects'])
const sceneNouns: ReadonlySet<Noun> = new Set(['farms', 'pens', 'gateways', 'organisations'])
/** Changes of the records are gathered for so long, ms. */
const gatherMs = 500
/** Where there was no answer, it is asked for again after so long, ms. */
const retryMs = 1000
const asksAtOnce = 4

interface FollowerParts {
  log: Logger
  sockets: () => Iterable<LiveSocket>
  /** The farms and account that a socket's session opens by the records of now; null: none, it is over. */
  admissionOf: (socket: LiveSocket) => Promise<Admission | null>
}

/** Keeps what each viewer may see as it is in the records: after a change the sockets concerned are asked about again. */
export class AccessFollower {
  /** Grows with each change. A socket that was being admitted when it grew is asked about again. */
  changes = 0
  private readonly parts: FollowerParts
  private timer: NodeJS.Timeout | undefined
  /** Sockets to ask about, and those being asked about: each once at a time. */
  private readonly waiting = new Set<LiveSocket>()
  private readonly asked = new Set<LiveSocket>()
  /** Of those being asked about, the ones whose account has changed again. */
  private readonly again = new Set<LiveSocket>()
  /** Farms whose scene has changed. */
  private scene: Set<number> | 'all' | null = null

  constructor(parts: FollowerParts) {
    this.parts = parts
  }

  /** Records changed: viewers are asked about soon, once for all changes in between, however many follow. */
  recordsChanged({ noun, farmIds }: EventPayloads['recordsChanged']): void {
    if (accessNouns.has(noun)) {
      this.changes++
      for (const socket of this.parts.sockets()) this.waiting.add(socket)
    }
    if (sceneNouns.has(noun)) {
      const before = this.scene
      this.scene = farmIds === undefined || before === 'all' ? 'all' : new Set([...(before ?? []), ...farmIds])
    }
    if (accessNouns.has(noun) || sceneNouns.has(noun)) this.soon(gatherMs)
  }

  /** The role, name or organisation of users changed: what they may no longer see stops at once, and their screens know. */
  accountsChanged(userIds: readonly number[]): void {
    this.changes++
    const changed = new Set(userIds)
    for (const socket of this.parts.sockets()) if (changed.has(socket.data.viewer.userId)) void this.accountChanged(socket)
  }

  /**
   * Asks about one socket at once. Where there is no answer nothing stays open: the connection is closed, the client comes
   * back and is asked about then.
   */
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
    await Promise.all(Array.from({ length: asksAtOnce }, () => this.askNext(sockets)))
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

/** Opens what an admission opens to a socket, and nothing else. */
function apply(socket: LiveSocket, { role, organisationId, ...seen }: Pick<Admission, 'farmIds' | 'projectIds' | 'seesWalls' | 'role' | 'organisationId'>): void {
  Object.assign(socket.data.viewer, { role, organisationId })
  if (!socket.data.viewer.allow(seen)) return
  socket.emit('farms', [...seen.farmIds])
  socket.emit('sceneChanged')
}
