import { io, type Socket } from 'socket.io-client'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type ClientEvents, livePath, type ServerEvents, statusMs } from '#contract/live/live.ts'
import { openCalls } from '#mocks/calls.ts'
import { atShare } from '../import/felt.ts'

/** Events of a wall since the last look. */
interface Seen {
  /** Frames of positions per second. */
  framesPerSecond: number
  /** Frames and other events per second. */
  perSecond: number
  /** Delay of heartbeats beyond their interval, 99th percentile, ms. */
  lateP99Ms: number
  /** Connections lost, and frames skipped because the wall was too slow. */
  lost: number
}

/** Opens a wall of the demo that watches all its farms. It counts only events after the initial snapshots and figures. */
export async function openWall(origin: string): Promise<{ look: () => Seen; close: () => void }> {
  const { token } = await openCalls(origin)(endpoints.auth.login, {
    type: 'account',
    userName: 'pm',
    password: 'Demo2026',
  })
  const socket: Socket<ServerEvents, ClientEvents> = io(origin, {
    path: livePath,
    transports: ['websocket'],
    auth: { token },
  })
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
      const seen = {
        framesPerSecond: frames / seconds,
        perSecond: events / seconds,
        lateP99Ms: atShare(lateMs, 0.99),
        lost,
      }
      ;[frames, events, lost, since, beats] = [0, 0, 0, performance.now(), []]
      return seen
    },
    close: () => {
      socket.off('disconnect')
      socket.disconnect()
    },
  }
}
