// @vitest-environment node
import { of, Subject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import { frameKinds } from '#contract/live/frames.ts'
import { positions$, type PositionUpdate } from './positions.ts'
import { frameOf, scriptedSocket } from './scriptedSocket.ts'

const roster = { farmId: 1, animalIds: [11, 12], visualTags: ['a', 'b'], penIds: [0, 0] }
const snapshot = (sequence: number, epoch = 1) => frameOf({ kind: frameKinds.snapshot, epoch, sequence })
const delta = (sequence: number, epoch = 1) => frameOf({ epoch, sequence })

function play(farms = of([1] as readonly number[])) {
  const socket = scriptedSocket()
  const time = new VirtualTimeScheduler()
  const got: string[] = []
  const say = ({ frame, roster: with_ }: PositionUpdate) =>
    got.push(`${frame.farmId}/${frame.epoch}.${frame.sequence}${with_ ? '+roster' : ''}`)
  const subscription = positions$(socket, farms, time).subscribe(say)
  return { socket, time, got, subscription }
}

/** Lets promises answer, then time pass. */
async function pass(time: VirtualTimeScheduler, ms: number) {
  await Promise.resolve()
  time.maxFrames = time.frame + ms
  time.flush()
  await Promise.resolve()
  await Promise.resolve()
}

test('requests visible farms, then emits a snapshot and ordered deltas', () => {
  const { socket, got } = play()
  expect(socket.watches).toEqual([{ farms: [{ farmId: 1 }] }])
  socket.emit('delta', delta(4))
  socket.emit('snapshot', roster, snapshot(5))
  socket.emit('delta', delta(6))
  socket.emit('delta', delta(6))
  socket.emit('delta', delta(7))
  expect(got).toEqual(['1/1.5+roster', '1/1.6', '1/1.7'])
})

test('requests a snapshot after a gap and skips frames until then', async () => {
  const { socket, got, time } = play()
  socket.emit('snapshot', roster, snapshot(5))
  socket.emit('delta', delta(8))
  socket.emit('delta', delta(9))
  await pass(time, 60)
  expect(socket.watches.at(-1)).toEqual({ farms: [{ farmId: 1 }] })
  expect(socket.watches).toHaveLength(2)
  socket.emit('snapshot', roster, snapshot(9))
  socket.emit('delta', delta(10))
  expect(got).toEqual(['1/1.5+roster', '1/1.9+roster', '1/1.10'])
})

test('starts over on another epoch or invalid bytes', async () => {
  const { socket, got, time } = play()
  socket.emit('snapshot', roster, snapshot(5))
  socket.emit('delta', delta(6, 2))
  await pass(time, 60)
  expect(socket.watches).toHaveLength(2)
  socket.emit('snapshot', roster, new ArrayBuffer(7))
  socket.emit('snapshot', roster, snapshot(1, 2))
  expect(got).toEqual(['1/1.5+roster', '1/2.1+roster'])
})

test('sends last epoch and sequence after a reconnect', () => {
  const { socket } = play()
  socket.emit('snapshot', roster, snapshot(5))
  socket.emit('delta', delta(6))
  socket.become({ kind: 'disconnected' })
  socket.become({ kind: 'connected', transport: 'polling' })
  expect(socket.watches.at(-1)).toEqual({ farms: [{ farmId: 1, epoch: 1, sequence: 6 }] })
})

test('drops a hidden farm and starts it with a snapshot', () => {
  const farms = new Subject<readonly number[]>()
  const { socket, got } = play(farms)
  farms.next([1])
  socket.emit('snapshot', roster, snapshot(5))
  farms.next([])
  socket.emit('delta', delta(6))
  farms.next([1])
  expect(socket.watches.at(-1)).toEqual({ farms: [{ farmId: 1 }] })
  expect(got).toEqual(['1/1.5+roster'])
})

test('requests a missing snapshot again, unless it was refused', async () => {
  const { socket, time } = play()
  await pass(time, 0)
  await pass(time, 5000)
  expect(socket.watches).toHaveLength(2)
  socket.refused = [1]
  await pass(time, 5000)
  expect(socket.watches).toHaveLength(3)
  await pass(time, 60_000)
  expect(socket.watches).toHaveLength(3)
})
