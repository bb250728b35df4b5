import { unitOf } from '#contract/live/frameColumns.ts'
import { decodeFrames, frameKinds, type Frame } from '#contract/live/frames.ts'
import { livePath, rosterSchema } from '#contract/live/live.ts'
import { degreesPerMs, finalStamp, homeOf, probesPerFarm, slotsPerFarm, animalsPerFarm, stampMs } from './herd.ts'
import { answer } from './processes.ts'
import { openWebSocket, type RawWebSocket } from './rawWebSocket.ts'

/** Messages to a process that simulates many browsers, each signed in, watching every farm, and applying every frame to its own columns. */
export type ViewersAsk =
  | { kind: 'open'; port: number; tokens: string[]; farmIds: number[] }
  /** Returns the events since the last look and resets them. */
  | { kind: 'look' }
  /** Checks whether every viewer shows every animal at its last position. */
  | { kind: 'picture' }
  | { kind: 'figures' }
  | { kind: 'close' }

export interface Viewed {
  /** Fewest animal rows received by any viewer. */
  rows: number
  frames: number
  megabytes: number
  /** From publishing a probe until it is in a viewer's columns, ms. */
  latenciesMs: Float32Array
  /** Viewers reported as too slow, deltas out of sequence, connections lost: each should be 0. */
  behind: number
  gaps: number
  lost: number
  /** Animals in a viewer's columns that are not at their last position. */
  wrong: number
  cpuSeconds: number
}

interface FarmColumns {
  farm: number
  epoch: number
  sequence: number
  originLongitude: number
  longitudeOffsets: Float32Array
}

interface Viewer {
  socket: RawWebSocket | null
  columns: Map<number, FarmColumns>
  rows: number
  frames: number
  bytes: number
}

const viewers: Viewer[] = []
let latenciesMs: number[] = []
let behind = 0
let gaps = 0
let lost = 0
let closing = false

/** Maps a roster's slots to the bench's own slots, by tag, for each farm id. */
const homesOf = new Map<number, { farm: number; slots: Uint32Array }>()

/**
 * Speaks Socket.IO over a raw WebSocket. Its packets are a type character and JSON; a frame arrives as a text that announces one attachment, followed
 * by the attachment.
 */
async function openViewer(port: number, token: string, farmIds: number[]): Promise<void> {
  const viewer: Viewer = { socket: null, columns: new Map(), rows: 0, frames: 0, bytes: 0 }
  viewers.push(viewer)
  let joined: () => void = () => {}
  let snapshots = 0
  const ready = new Promise<void>((resolve) => (joined = resolve))
  let announced = ''
  const early: { text: string }[] = []
  const onText = (text: string) => {
    if (viewer.socket === null) early.push({ text })
    else if (text === '2') viewer.socket.send('3')
    else if (text.startsWith('0')) viewer.socket.send(`40${JSON.stringify({ token })}`)
    else if (text.startsWith('40')) {
      viewer.socket.send(`420${JSON.stringify(['watch', { farms: farmIds.map((farmId) => ({ farmId })) }])}`)
    } else if (text.startsWith('44')) throw new Error(`a viewer was refused: ${text}`)
    else if (text.startsWith('451-')) announced = text
    else if (text.startsWith('42["behind"')) behind++
  }
  const onMessage = (payload: Buffer<ArrayBuffer>, opcode: number) => {
    viewer.bytes += payload.length
    if (opcode === 1) {
      onText(payload.toString())
      return
    }
    for (const frame of decodeFrames(payload)) {
      if (frame.kind === frameKinds.snapshot) {
        if (!homesOf.has(frame.farmId)) readRoster(announced)
        if (++snapshots === farmIds.length) joined()
      }
      applyFrame(viewer, frame)
    }
  }
  viewer.socket = await openWebSocket(port, `${livePath}/?EIO=4&transport=websocket`, onMessage, () => {
    if (!closing) lost++
  })
  for (const { text } of early) onText(text)
  await Promise.race([
    ready,
    new Promise((_, reject) => setTimeout(() => reject(new Error('a viewer got no snapshots within 20 s')), 20_000)),
  ])
}

function readRoster(announced: string): void {
  const parsed: unknown = JSON.parse(announced.slice(announced.indexOf('[')))
  const { farmId, visualTags } = rosterSchema.parse(Array.isArray(parsed) ? parsed[1] : undefined)
  const slots = Uint32Array.from(visualTags, (tag) => Number(tag.split('-')[1]))
  homesOf.set(farmId, { farm: Number(visualTags[0]?.split('-')[0]), slots })
}

function applyFrame(viewer: Viewer, frame: Frame): void {
  const { farmId, moves } = frame
  const homes = homesOf.get(farmId)
  if (!homes) return
  let columns = viewer.columns.get(farmId)
  const isSnapshot = frame.kind === frameKinds.snapshot
  if (columns === undefined || isSnapshot) {
    columns = {
      farm: homes.farm,
      epoch: frame.epoch,
      sequence: frame.sequence,
      originLongitude: frame.originLongitude,
      longitudeOffsets: new Float32Array(slotsPerFarm).fill(Number.NaN),
    }
    viewer.columns.set(farmId, columns)
  } else if (frame.epoch !== columns.epoch || frame.sequence !== columns.sequence + 1) gaps++
  columns.sequence = frame.sequence
  const { slots, longitudeOffsets } = moves
  const { degrees, none } = unitOf(longitudeOffsets)
  const now = Date.now()
  for (let i = 0; i < slots.length; i++) {
    const slot = homes.slots[slots[i]!]!
    const offset = longitudeOffsets[i] === none ? Number.NaN : longitudeOffsets[i]! * degrees
    columns.longitudeOffsets[slot] = offset
    if (slot < animalsPerFarm || isSnapshot || Number.isNaN(offset)) continue
    const sentAt = stampOf(columns, slot)
    latenciesMs.push((((now - sentAt) % stampMs) + stampMs) % stampMs)
  }
  if (isSnapshot) return
  viewer.frames++
  viewer.rows += slots.length
}

function stampOf(columns: FarmColumns, slot: number): number {
  const longitude = columns.originLongitude + columns.longitudeOffsets[slot]!
  return Math.round((longitude - homeOf(columns.farm, slot).east * 1e-6) / degreesPerMs)
}

function wrongAnimals(): number {
  let wrong = 0
  for (const viewer of viewers) {
    if (viewer.columns.size === 0) wrong += slotsPerFarm
    for (const columns of viewer.columns.values()) {
      for (let slot = 0; slot < animalsPerFarm + probesPerFarm; slot++) {
        if (stampOf(columns, slot) !== finalStamp) wrong++
      }
    }
  }
  return wrong
}

answer<ViewersAsk, Viewed>(async (ask) => {
  if (ask.kind === 'open') {
    // Ten at a time, since handshakes are not measured.
    for (let i = 0; i < ask.tokens.length; i += 10) {
      await Promise.all(ask.tokens.slice(i, i + 10).map((token) => openViewer(ask.port, token, ask.farmIds)))
    }
  }
  if (ask.kind === 'close') {
    closing = true
    for (const { socket } of viewers) socket?.close()
  }
  const { user, system } = process.cpuUsage()
  const viewed: Viewed = {
    rows: viewers.reduce((least, { rows }) => Math.min(least, rows), Number.POSITIVE_INFINITY),
    frames: viewers.reduce((sum, { frames }) => sum + frames, 0),
    megabytes: viewers.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    latenciesMs: Float32Array.from(latenciesMs),
    behind,
    gaps,
    lost,
    wrong: ask.kind === 'picture' ? wrongAnimals() : 0,
    cpuSeconds: (user + system) / 1e6,
  }
  if (ask.kind === 'look') {
    for (const viewer of viewers) viewer.rows = viewer.frames = viewer.bytes = 0
    latenciesMs = []
    behind = gaps = 0
  }
  return viewed
})
