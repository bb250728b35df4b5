import { connect as openSocket, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { decodeFrames, frameKinds } from '#contract/live/frames.ts'
import { livePath, tickMs } from '#contract/live/live.ts'
import { admissionOf, animalsOn, seedFarms, openTestHub, type TestHub } from './testHub.ts'

const farmId = 7
const animals = 60_000

let live: TestHub
let moving: NodeJS.Timeout
const viewers: Viewer[] = []

beforeAll(async () => {
  live = await openTestHub({ admit: (token) => Promise.resolve(admissionOf(token, [farmId])) })
  seedFarms(live.herd, [farmId], { animals: animalsOn(Array.from({ length: animals }, () => farmId)) })
  // Everything moves all the time: 1.2 MB a frame, so that the system's buffer of some MB is full at once.
  const { columns } = live.herd.registry.farms.get(farmId)!
  moving = setInterval(() => {
    for (let slot = 0; slot < animals; slot++) columns.noteMove(slot)
  }, tickMs / 2)
})
afterAll(async () => {
  clearInterval(moving)
  for (const { socket } of viewers) socket.destroy()
  await live.close()
})

/** A message of the server by its kind, with the frame's sequence. */
type Message = { kind: 'snapshot' | 'delta'; sequence: number } | { kind: 'behind'; skipped: number }

interface Viewer {
  socket: Socket
  said: Message[]
}

/** Opens a viewer that speaks WebSocket and Socket.IO itself, because packages read on while paused. */
async function openViewer(): Promise<Viewer> {
  const socket = openSocket(live.port, '127.0.0.1')
  const said: Message[] = []
  const viewer = { socket, said }
  viewers.push(viewer)
  socket.write(
    `GET ${livePath}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  const say = (text: string) => {
    const payload = Buffer.from(text)
    // A mask of zeros is a mask.
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]))
  }
  const hear = (text: string) => {
    if (text.startsWith('0')) say('40{"token":"a"}')
    else if (text.startsWith('40')) say(`420["watch",{"farms":[{"farmId":${farmId}}]}]`)
    else if (text === '2') say('3')
    else if (text.startsWith('42["behind"')) said.push({ kind: 'behind', skipped: JSON.parse(text.slice(2))[1] })
  }
  let parts: Buffer[] = []
  let have = 0
  let need = 0
  let isOpen = false
  socket.on('data', (chunk) => {
    parts.push(Buffer.from(chunk))
    have += chunk.length
    if (have < need) return
    let bytes = Buffer.concat(parts)
    if (!isOpen) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) return
      isOpen = true
      bytes = bytes.subarray(end + 4)
    }
    for (need = lengthOf(bytes); bytes.length >= need; need = lengthOf(bytes)) {
      const payload = bytes.subarray(headOf(bytes), need)
      if ((bytes[0]! & 0x0f) === 1) hear(payload.toString())
      else if ((bytes[0]! & 0x0f) === 2) {
        for (const { kind, sequence } of decodeFrames(new Uint8Array(payload))) {
          said.push({ kind: kind === frameKinds.snapshot ? 'snapshot' : 'delta', sequence })
        }
      }
      bytes = bytes.subarray(need)
    }
    parts = [bytes]
    have = bytes.length
  })
  await vi.waitUntil(() => said.length > 2, { timeout: 5000 })
  return viewer
}

/** Returns the bytes of a WebSocket frame's head. `lengthOf` returns those of the frame, more than there are while the head is incomplete. */
const headOf = (bytes: Buffer) => ((bytes[1]! & 0x7f) === 127 ? 10 : (bytes[1]! & 0x7f) === 126 ? 4 : 2)
function lengthOf(bytes: Buffer): number {
  if (bytes.length < 2) return 2
  const head = headOf(bytes)
  if (bytes.length < head) return head
  const short = bytes[1]! & 0x7f
  return head + (short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short)
}

const deltas = (said: Message[]) => said.flatMap((one) => (one.kind === 'delta' ? [one.sequence] : []))
const isWithoutGap = (sequences: number[]) =>
  sequences.every((sequence, i) => i === 0 || sequence === sequences[i - 1]! + 1)

it('skips a viewer that stops reading, then sends one snapshot', { tags: 'long', timeout: 60_000 }, async () => {
  const slow = await openViewer()
  const quick = await openViewer()
  slow.socket.pause()
  const pausedAt = quick.said.length
  const missed = slow.said.length
  await expect.poll(() => deltas(quick.said).length - pausedAt, { timeout: 20_000 }).toBeGreaterThan(45)
  const resumedAt = deltas(quick.said).at(-1) ?? 0
  slow.socket.resume()
  await expect.poll(() => slow.said.some(({ kind }) => kind === 'behind'), { timeout: 10_000 }).toBe(true)
  await expect
    .poll(
      () =>
        slow.said.at(-1)?.kind === 'delta' &&
        slow.said.findIndex(({ kind }) => kind === 'behind') < slow.said.length - 3,
      { timeout: 10_000 },
    )
    .toBe(true)

  const after = slow.said.slice(missed)
  const behindAt = after.findIndex(({ kind }) => kind === 'behind')
  // Frames in the system's buffer and those of the ticks until the viewer counted as slow.
  const buffered = deltas(after.slice(0, behindAt))
  expect(after[behindAt]).toMatchObject({ kind: 'behind' })
  const [snapshot, ...rest] = after.slice(behindAt + 1)
  expect(snapshot?.kind).toBe('snapshot')
  const sequence = snapshot?.kind === 'snapshot' ? snapshot.sequence : 0
  expect(sequence).toBeGreaterThanOrEqual(resumedAt)
  expect(rest.every(({ kind }) => kind === 'delta')).toBe(true)
  expect(deltas(rest)[0]).toBe(sequence + 1)
  expect(isWithoutGap(deltas(rest))).toBe(true)
  const { skipped } = after[behindAt] as { skipped: number }
  expect(skipped).toBeGreaterThan(0)
  expect(skipped).toBe(sequence - (buffered.at(-1) ?? 0))

  expect(quick.said.filter(({ kind }) => kind !== 'delta').length).toBe(1)
  expect(isWithoutGap(deltas(quick.said))).toBe(true)
})

it('disconnects a viewer that never reads before much is buffered', async () => {
  const stalled = await openViewer()
  const before = live.hub.viewers
  stalled.socket.pause()
  const say = () =>
    live.events.emit('noticesChanged', { userId: 1, counts: { notifyCount: 1, unreadCount: 1 }, notice: null })
  await vi.waitUntil(
    () => {
      for (let i = 0; i < 20; i++) say()
      return live.hub.viewers < before
    },
    { timeout: 20_000, interval: 100 },
  )
  expect(live.hub.viewers).toBe(before - 1)
}, 60_000)
