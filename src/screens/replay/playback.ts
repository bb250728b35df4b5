import type { ReplayClock } from '../../map/replay/dots.ts'

/** Replay speeds: herd time per real time. */
export const speeds = [1, 5, 15, 60, 300] as const
export type Speed = (typeof speeds)[number]

/** State of a player for the page; the same object until a value changes. */
export interface PlaybackState {
  /** Herd time, epoch ms. */
  at: number
  isPlaying: boolean
  speed: Speed
}

/** Minimum interval between page updates during playback, ms; the map has its own frames. */
const notifyIntervalMs = 200
/** Maximum real time per frame, ms: after a longer standstill the replay continues without a leap. */
const maxFrameMs = 250

/** Plays a period of the past. */
export class Playback implements ReplayClock {
  readonly from: number
  readonly to: number
  private readonly first: number
  private state: PlaybackState
  private now: number
  private request = 0
  private frameMs = 0
  private notifiedMs = -Infinity
  private readonly drawers = new Set<() => void>()
  private readonly listeners = new Set<() => void>()

  /** @param at initial instant; herd time, epoch ms, like `from` and `to` @param first instant at which a replay from the end restarts */
  constructor(from: number, to: number, at: number, speed: Speed, first = from) {
    this.from = from
    this.to = to
    this.first = this.within(first)
    this.now = this.within(at)
    this.state = { at: this.now, isPlaying: false, speed }
  }

  get at(): number {
    return this.now
  }

  onFrame = (drawn: () => void) => {
    this.drawers.add(drawn)
    return () => void this.drawers.delete(drawn)
  }

  listen = (changed: () => void) => {
    this.listeners.add(changed)
    return () => void this.listeners.delete(changed)
  }

  read = (): PlaybackState => this.state

  play(): void {
    if (this.state.isPlaying) return
    // At the end, restarts from the first content.
    if (this.now >= this.to) this.now = this.first
    this.frameMs = performance.now()
    this.request = requestAnimationFrame(this.frame)
    this.setState({ isPlaying: true })
  }

  pause(): void {
    cancelAnimationFrame(this.request)
    this.setState({ isPlaying: false })
  }

  seek(at: number): void {
    this.now = this.within(at)
    for (const drawn of this.drawers) drawn()
    this.setState({})
  }

  setSpeed(speed: Speed): void {
    this.setState({ speed })
  }

  /** Selects the next faster speed or, with -1, the next slower one. */
  changeSpeed(by: 1 | -1): void {
    const speed = speeds[speeds.indexOf(this.state.speed) + by]
    if (speed !== undefined) this.setSpeed(speed)
  }

  private readonly frame = () => {
    const ms = performance.now()
    this.now = this.within(this.now + Math.min(maxFrameMs, ms - this.frameMs) * this.state.speed)
    this.frameMs = ms
    for (const drawn of this.drawers) drawn()
    if (this.now >= this.to) {
      this.pause()
      return
    }
    this.request = requestAnimationFrame(this.frame)
    if (ms - this.notifiedMs >= notifyIntervalMs) this.setState({})
  }

  private within(at: number): number {
    return Math.min(this.to, Math.max(this.from, at))
  }

  private setState(changes: Partial<PlaybackState>): void {
    this.notifiedMs = performance.now()
    this.state = { ...this.state, ...changes, at: this.now }
    for (const changed of this.listeners) changed()
  }
}
