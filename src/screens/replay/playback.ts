import type { ReplayClock } from '../../map/replay/dots.ts'

/** Herd time per time of the person who looks. */
export const speeds = [1, 5, 15, 60, 300] as const
export type Speed = (typeof speeds)[number]

/** The state of a player that the page shows; the same object while nothing of it changed. */
export interface PlaybackState {
  /** Epoch ms. */
  at: number
  isPlaying: boolean
  speed: Speed
}

/** The page is drawn again so often while it plays, ms; the map has frames of its own. */
const tellEveryMs = 200
/** A page that stood still for longer goes on where it was, and does not leap. */
const longestFrameMs = 250

/** Plays a period of the past. */
export class Playback implements ReplayClock {
  readonly from: number
  readonly to: number
  private readonly first: number
  private state: PlaybackState
  private now: number
  private request = 0
  private frameMs = 0
  private toldMs = -Infinity
  private readonly drawers = new Set<() => void>()
  private readonly listeners = new Set<() => void>()

  /** @param at where it begins; epoch ms, as `from` and `to` @param first where there is something first */
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
    // At its end it begins again.
    if (this.now >= this.to) this.now = this.first
    this.frameMs = performance.now()
    this.request = requestAnimationFrame(this.frame)
    this.tell({ isPlaying: true })
  }

  pause(): void {
    cancelAnimationFrame(this.request)
    this.tell({ isPlaying: false })
  }

  seek(at: number): void {
    this.now = this.within(at)
    for (const drawn of this.drawers) drawn()
    this.tell({})
  }

  setSpeed(speed: Speed): void {
    this.tell({ speed })
  }

  /** The next faster speed, or (-1) the next slower one. */
  changeSpeed(by: 1 | -1): void {
    const speed = speeds[speeds.indexOf(this.state.speed) + by]
    if (speed !== undefined) this.setSpeed(speed)
  }

  private readonly frame = () => {
    const ms = performance.now()
    this.now = this.within(this.now + Math.min(longestFrameMs, ms - this.frameMs) * this.state.speed)
    this.frameMs = ms
    for (const drawn of this.drawers) drawn()
    if (this.now >= this.to) {
      this.pause()
      return
    }
    this.request = requestAnimationFrame(this.frame)
    if (ms - this.toldMs >= tellEveryMs) this.tell({})
  }

  private within(at: number): number {
    return Math.min(this.to, Math.max(this.from, at))
  }

  private tell(changes: Partial<PlaybackState>): void {
    this.toldMs = performance.now()
    this.state = { ...this.state, ...changes, at: this.now }
    for (const changed of this.listeners) changed()
  }
}
