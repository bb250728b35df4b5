import type { Socket } from 'socket.io'
import { loanKinds } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { ClientEvents, ServerEvents, Watch } from '#contract/live/live.ts'
import type { Role } from '#contract/people/roles.ts'

/** The farms and account that a socket's session opens; no farms: only what is of the account itself. */
export interface Admission {
  /** Hex of the session's token hash. */
  tokenHash: string
  userId: number
  /** The wall whose it is: it hears nothing of the person who paired it; absent or null: a person's. */
  displayId?: number | null
  /** Whether the alerts of walls are for them, too. */
  seesWalls?: boolean
  /** Null: nothing but their own account. */
  role: Role | null
  organisationId: number | null
  farmIds: readonly number[]
  /** The projects whose alerts are for them; absent: none. */
  projectIds?: readonly number[]
}

export interface SocketData {
  viewer: Viewer
}
export type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>

/** Ticks in a row that a socket may be busy before it counts as slow: this bounds what waits for it. */
const maxBusyTicks = 10
/** Packets that may wait for a viewer that is behind; beyond that it is disconnected and starts over when it comes back. */
const maxWaitingPackets = 200
/** Questions of a viewer that may wait for their answers. */
const maxInLine = 3

export const sessionRoom = (tokenHash: string) => `session ${tokenHash}`
export const userRoom = (userId: number) => `user ${userId}`
const alertRoom = (farmId: number) => `alerts ${farmId}`
const projectAlertRoom = (projectId: number) => `project alerts ${projectId}`
const supervisorsAlertRoom = (farmId: number) => `supervisor’s alerts ${farmId}`
/** The room of those to whom an alert is told: who sees its farm or its project. What once was told of the loans of a whole farm is no single bank's. */
export function alertRoomOf({ kind, farmId, subjectType, subjectId }: Pick<Alert, 'kind' | 'farmId' | 'subjectType' | 'subjectId'>): string {
  if (subjectType === 'PROJECT') return projectAlertRoom(subjectId)
  return subjectType === 'WALL' || loanKinds.some((one) => one === kind) ? supervisorsAlertRoom(farmId) : alertRoom(farmId)
}
/** The room of all who watch the same farms. They get the same packets: one a tick, however many farms. */
export const watchRoom = (farmIds: ReadonlySet<number>) => `watch ${[...farmIds].toSorted((a, b) => a - b).join()}`

/** A signed-in person at a screen: what they may see, what they watch, and whether their connection keeps up. */
export class Viewer {
  readonly tokenHash: string
  readonly userId: number
  readonly displayId: number | null
  seesWalls: boolean
  projectIds: readonly number[]
  role: Role | null
  organisationId: number | null
  /** How many changes of access there had been when the viewer was admitted. */
  readonly admittedAt: number
  /** Whether the socket can't take more: it gets nothing of what comes every moment until it can. */
  isBehind = false
  private readonly socket: LiveSocket
  private allowed: ReadonlySet<number>
  private watched: ReadonlySet<number> = new Set()
  private busyTicks = 0
  /** Farms whose catch-up is on its way to the socket: another one would hold the same. */
  private readonly catchingUp = new Set<number>()
  private turn: Promise<unknown> = Promise.resolve()
  private inLine = 0
  /** Frames that were left out since it fell behind, and packets (alerts, notices) that wait for it. */
  private skipped = 0
  private waiting = 0

  constructor(socket: LiveSocket, { tokenHash, userId, displayId = null, seesWalls = false, role, organisationId, farmIds, projectIds = [] }: Admission, admittedAt: number) {
    this.socket = socket
    this.tokenHash = tokenHash
    this.userId = userId
    this.displayId = displayId
    this.seesWalls = seesWalls
    this.projectIds = projectIds
    this.role = role
    this.organisationId = organisationId
    this.allowed = new Set(farmIds)
    this.admittedAt = admittedAt
  }

  /** Enters the rooms, once the socket is connected. */
  enter(): void {
    const own = this.displayId !== null ? [] : [userRoom(this.userId)]
    void this.socket.join([sessionRoom(this.tokenHash), ...own, ...this.alertRooms()])
    const { conn } = this.socket
    conn.on('packetCreate', () => {
      if (this.isBehind && ++this.waiting > maxWaitingPackets) conn.close(true)
    })
  }

  /** The farms that this user may see, by the records of now. */
  get farmIds(): ReadonlySet<number> {
    return this.allowed
  }

  /** Of them, those in view. */
  get watching(): ReadonlySet<number> {
    return this.watched
  }

  private alertRooms(): string[] {
    return [...this.projectIds.map(projectAlertRoom), ...[...this.allowed].flatMap((farmId) => (this.seesWalls ? [alertRoom(farmId), supervisorsAlertRoom(farmId)] : alertRoom(farmId)))]
  }

  /** Opens these farms to the viewer and no others, with the alerts of these projects: what they watch of the others ends. @returns whether other farms are open */
  allow({ farmIds, projectIds = [], seesWalls = false }: Pick<Admission, 'farmIds' | 'projectIds' | 'seesWalls'>): boolean {
    const next = new Set(farmIds)
    const gone = [...this.allowed].filter((farmId) => !next.has(farmId))
    const come = farmIds.filter((farmId) => !this.allowed.has(farmId))
    const before = this.alertRooms()
    this.allowed = next
    this.projectIds = projectIds
    this.seesWalls = seesWalls
    const rooms = new Set(this.alertRooms())
    for (const room of before) if (!rooms.has(room)) void this.socket.leave(room)
    void this.socket.join([...rooms])
    if (gone.some((farmId) => this.watched.has(farmId))) this.watch([...this.watched].filter((farmId) => next.has(farmId)))
    return gone.length > 0 || come.length > 0
  }

  /** Takes the viewer to these of their farms and away from all others. */
  watch(farmIds: readonly number[]): void {
    void this.socket.leave(watchRoom(this.watched))
    this.watched = new Set(farmIds)
    if (!this.isBehind && this.watched.size > 0) void this.socket.join(watchRoom(this.watched))
  }

  /** The farms of a watch, each once, that are not theirs. */
  refused({ farms }: Watch): number[] {
    return [...new Set(farms.map(({ farmId }) => farmId)).difference(this.allowed)]
  }

  /** Whether a catch-up of a farm is to be sent: none is on its way. It counts as on its way from now on. */
  mayCatchUp(farmId: number): boolean {
    const isFirst = !this.catchingUp.has(farmId)
    this.catchingUp.add(farmId)
    return isFirst
  }

  /** Does work that the viewer asks for, one after the other. @returns null without doing it when too much waits already */
  async inTurn<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.inLine >= maxInLine) return null
    this.inLine++
    const mine = this.turn.then(work, work)
    this.turn = mine.catch(() => {})
    try {
      return await mine
    } finally {
      this.inLine--
    }
  }

  /**
   * To be called each tick: takes one who can't keep up out of the room of the frames.
   * @returns how many frames were left out for one who can keep up again and is to be given the newest state; null for others
   */
  checkPace(): number | null {
    const isBusy = !this.socket.conn.transport.writable
    if (!isBusy) this.catchingUp.clear()
    this.busyTicks = isBusy ? this.busyTicks + 1 : 0
    if (this.isBehind && !isBusy) {
      this.isBehind = false
      this.watch([...this.watched])
      return this.skipped
    }
    if (this.isBehind) this.skipped += this.watched.size
    else if (this.busyTicks > maxBusyTicks) this.fallBehind()
    return null
  }

  private fallBehind(): void {
    void this.socket.leave(watchRoom(this.watched))
    this.isBehind = true
    this.skipped = this.watched.size
    this.waiting = 0
  }
}
