import { io, type Socket } from 'socket.io-client'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type ClientEvents, livePath, type ServerEvents, statusMs } from '#contract/live/live.ts'
import { openCalls } from '#mocks/calls.ts'
import { atShare } from '../import/felt.ts'

/** The events of a wall since the last look. */
interface Seen {
  /** Frames of positions. */
  framesPerSecond: number
  /** Frames and other events. */
  perSecond: number
  /** By how much the time between two heartbeats is longer than it should be, ms. */
  lateP99Ms: number
  /** Connections lost, and frames left out since the wall was too slow. */
  lost: number
}

/** A wall of the demo that watches all its farms, from when it has what it is sent once: snapshots and figures at the beginning are no part of its rate. */
export async function openWall(origin: string): Promise<{ look: () => Seen; close: () => void }> {
  const { token } = await openCalls(origin)(endpoints.auth.login, { type: 'account', userName: 'pm', password: 'Demo2026' })
  const socket: Socket<ServerEvents, ClientEvents> = io(origin, { path: livePath, transports: ['websocket'], auth: { token } })
  let [frames, events, lost, since] = [0, 0, 0, performance.now()]
  let beats: number[] = []
  socket.onAny(() => events++)
  socket.on('delta', () => frames++)
  socket.on('status', () => beats.push(performance.now()))
  socket.on('behind', (skipped) => (lost += skipped))
  const farmIds = await new Promise<number[]>((resolve) => socket.once('farms', resolve))
  socket.on('disconnect', () => lost++)
  await socket.emitWithAck('watch', { farms: farmIds.map((farmId) => ({ farmId })) })
  await new Promise<void>((resolve) => socket.once('status', () => resolve()))
  ;[frames, events, lost, since, beats] = [0, 0, 0, performance.now(), []]
  return {
    look() {
      const lateMs = beats.slice(1).map((beat, i) => Math.max(0, beat - (beats[i] ?? beat) - statusMs))
      const seconds = (performance.now() - since) / 1000
      const seen = { framesPerSecond: frames / seconds, perSecond: events / seconds, lateP99Ms: atShare(lateMs, 0.99), lost }
      ;[frames, events, lost, since, beats] = [0, 0, 0, performance.now(), []]
      return seen
    },
    close: () => {
      socket.off('disconnect')
      socket.disconnect()
    },
  }
}
