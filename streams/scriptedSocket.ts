import { createColumns } from '#contract/live/frameColumns.ts'
import { encodeFrame, frameKinds, type FrameHead } from '#contract/live/frames.ts'
import type { AlertsAnswer, ServerEvents, Watch } from '#contract/live/live.ts'
import type { LiveSocket, SocketState } from './liveSocket.ts'

type Listener = (...values: never[]) => void

/** A live socket for tests: it emits scripted server events and records requests. */
export interface ScriptedSocket extends LiveSocket {
  emit<E extends keyof ServerEvents>(event: E, ...values: Parameters<ServerEvents[E]>): void
  become(state: SocketState): void
  watches: Watch[]
  alertsAskedSince: string[]
  walls: boolean[]
  answerAlerts: (asOf: string) => Promise<AlertsAnswer>
  refused: number[]
}

/** Creates a scripted socket, connected by WebSocket by default. */
export function scriptedSocket(first: SocketState = { kind: 'connected', transport: 'websocket' }): ScriptedSocket {
  const listeners = new Map<string, Set<Listener>>()
  const stateListeners = new Set<(state: SocketState) => void>()
  let state = first
  const socket: ScriptedSocket = {
    watches: [],
    alertsAskedSince: [],
    walls: [],
    refused: [],
    answerAlerts: (asOf) => Promise.resolve({ alerts: [], isAll: asOf === '', asOf: '1' }),
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener)
    },
    onState(listener) {
      stateListeners.add(listener)
      listener(state)
      return () => void stateListeners.delete(listener)
    },
    watch(watch) {
      socket.watches.push(watch)
      return Promise.resolve({ refused: socket.refused })
    },
    alertsSince(asOf) {
      socket.alertsAskedSince.push(asOf)
      return socket.answerAlerts(asOf)
    },
    wall(isShown) {
      socket.walls.push(isShown)
    },
    close() {
      listeners.clear()
      stateListeners.clear()
    },
    emit(event, ...values) {
      for (const listener of listeners.get(event) ?? []) listener(...(values as never[]))
    },
    become(next) {
      state = next
      for (const listener of stateListeners) listener(next)
    },
  }
  return socket
}

/** Encodes a frame of the given number of animals, each `offset` degrees further north-east of the origin. */
export function frameOf(part: Partial<FrameHead>, animals = 2, offset = 0.001): ArrayBuffer {
  const { moves, marks } = createColumns(animals, part.kind === frameKinds.snapshot ? animals : 0)
  for (let slot = 0; slot < animals; slot++) {
    moves.slots[slot] = slot
    moves.longitudeOffsets[slot] = moves.latitudeOffsets[slot] = offset * (slot + 1)
    if (part.kind === frameKinds.snapshot) marks.slots[slot] = slot
  }
  const header = {
    kind: frameKinds.delta,
    farmId: 1,
    epoch: 1,
    sequence: 1,
    herdAt: 0,
    originLongitude: 116,
    originLatitude: 44,
  }
  return encodeFrame({ ...header, ...part }, { moves, marks }).buffer
}
