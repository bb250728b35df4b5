import type { Socket } from 'socket.io'
import { loanKinds } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { ClientEvents, ServerEvents, Watch } from '#contract/live/live.ts'
import type { Role } from '#contract/people/roles.ts'

/** The account and farms that a socket's session may see. Without farms it sees only its own account. */
export interface LiveAccess {
  /** SHA-256 of the session's token, hex. */
  tokenHash: string
  userId: number
  /** The wall that the session belongs to, which gets nothing personal of the user who paired it; absent or null for a person's session. */
  displayId?: number | null
  /** Whether it sees the alerts of walls. */
  seesWalls?: boolean
  /** Null: sees only its own account. */
  role: Role | null
  organisationId: number | null
  farmIds: readonly number[]
  /** Projects whose alerts it sees; absent: no project. */
  projectIds?: readonly number[]
}

export interface SocketData {
  viewer: Viewer
}
export type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>

/** Consecutive busy ticks before a socket counts as slow. This bounds its queue. */
const maxBusyTicks = 10
/** Maximum packets queued for a slow viewer; beyond it the viewer is disconnected and starts again on reconnect. */
const maxWaitingPackets = 200
/** Maximum pending requests of a viewer. */
const maxPendingRequests = 3

export const sessionRoom = (tokenHash: string) => `session ${tokenHash}`
export const userRoom = (userId: number) => `user ${userId}`
const alertRoom = (farmId: number) => `alerts ${farmId}`
const projectAlertRoom = (projectId: number) => `project alerts ${projectId}`
const supervisorsAlertRoom = (farmId: number) => `supervisor’s alerts ${farmId}`
/**
 * Returns the room of those who may see an alert, by its farm or project.
 * Old loan alerts concern a whole farm, so no single bank receives them.
 */
export function alertRoomOf({
  kind,
  farmId,
  subjectType,
  subjectId,
}: Pick<Alert, 'kind' | 'farmId' | 'subjectType' | 'subjectId'>): string {
  if (subjectType === 'PROJECT') return projectAlertRoom(subjectId)
  return subjectType === 'WALL' || loanKinds.some((one) => one === kind)
    ? supervisorsAlertRoom(farmId)
    : alertRoom(farmId)
}
/** Returns the room of all who watch the same farms. They get the same packet, one per tick for all these farms. */
export const watchRoom = (farmIds: ReadonlySet<number>) => `watch ${[...farmIds].toSorted((a, b) => a - b).join()}`

/** A signed-in user at a screen: visible farms, watched farms, and whether the connection keeps up. */
export class Viewer {
  readonly tokenHash: string
  readonly userId: number
  readonly displayId: number | null
  seesWalls: boolean
  projectIds: readonly number[]
  role: Role | null
  organisationId: number | null
  /** Number of access changes so far when the viewer was admitted. */
  readonly admittedAt: number
  /** Whether the socket cannot take more data: it gets no periodic frames until it can. */
  isBehind = false
  private readonly socket: LiveSocket
  private allowed: ReadonlySet<number>
  private watched: ReadonlySet<number> = new Set()
  private busyTicks = 0
  /** Farms with a catch-up on its way to the socket: a second one would repeat it. */
  private readonly catchingUp = new Set<number>()
  private turn: Promise<unknown> = Promise.resolve()
  private inLine = 0
  /** Frames skipped since it fell behind, and queued packets (alerts, notices). */
  private skipped = 0
  private waiting = 0

  constructor(
    socket: LiveSocket,
    {
      tokenHash,
      userId,
      displayId = null,
      seesWalls = false,
      role,
      organisationId,
      farmIds,
      projectIds = [],
    }: LiveAccess,
    admittedAt: number,
  ) {
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

  /** Joins the rooms once the socket is connected. */
  enter(): void {
    const own = this.displayId !== null ? [] : [userRoom(this.userId)]
    void this.socket.join([sessionRoom(this.tokenHash), ...own, ...this.alertRooms()])
    const { conn } = this.socket
    conn.on('packetCreate', () => {
      if (this.isBehind && ++this.waiting > maxWaitingPackets) conn.close(true)
    })
  }

  /** The farms that this user may currently see. */
  get farmIds(): ReadonlySet<number> {
    return this.allowed
  }

  /** The farms in view, a subset of those the user may see. */
  get watching(): ReadonlySet<number> {
    return this.watched
  }

  private alertRooms(): string[] {
    return [
      ...this.projectIds.map(projectAlertRoom),
      ...[...this.allowed].flatMap((farmId) =>
        this.seesWalls ? [alertRoom(farmId), supervisorsAlertRoom(farmId)] : alertRoom(farmId),
      ),
    ]
  }

  /** Replaces the visible farms and projects, and stops watching farms that are no longer visible. @returns whether the set of farms changed */
  allow({
    farmIds,
    projectIds = [],
    seesWalls = false,
  }: Pick<LiveAccess, 'farmIds' | 'projectIds' | 'seesWalls'>): boolean {
    const next = new Set(farmIds)
    const lostFarmIds = [...this.allowed].filter((farmId) => !next.has(farmId))
    const addedFarmIds = farmIds.filter((farmId) => !this.allowed.has(farmId))
    const before = this.alertRooms()
    this.allowed = next
    this.projectIds = projectIds
    this.seesWalls = seesWalls
    const rooms = new Set(this.alertRooms())
    for (const room of before) if (!rooms.has(room)) void this.socket.leave(room)
    void this.socket.join([...rooms])
    if (lostFarmIds.some((farmId) => this.watched.has(farmId)))
      this.watch([...this.watched].filter((farmId) => next.has(farmId)))
    return lostFarmIds.length > 0 || addedFarmIds.length > 0
  }

  /** Watches exactly these farms. */
  watch(farmIds: readonly number[]): void {
    void this.socket.leave(watchRoom(this.watched))
    this.watched = new Set(farmIds)
    if (!this.isBehind && this.watched.size > 0) void this.socket.join(watchRoom(this.watched))
  }

  /** Returns the farms of a watch that the user may not see, without duplicates. */
  refused({ farms }: Watch): number[] {
    return [...new Set(farms.map(({ farmId }) => farmId)).difference(this.allowed)]
  }

  /** Returns whether to send a catch-up of a farm: no other is on its way. Marks it as on its way. */
  mayCatchUp(farmId: number): boolean {
    const isFirst = !this.catchingUp.has(farmId)
    this.catchingUp.add(farmId)
    return isFirst
  }

  /** Runs the viewer's requests one after another. @returns null, without running it, when too many are pending */
  async runInTurn<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.inLine >= maxPendingRequests) return null
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
   * Call it each tick. Removes a viewer that cannot keep up from the room of frames.
   * @returns the number of skipped frames when the viewer has caught up and needs the newest state; else null
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
