// A thread that reads stored readings and sorts them, one portion ahead of their evaluation.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { ReadingsReader, type ReadingPart, inTimeOrder, type StoredReadings } from '../db/rehearsal/storedReadings.ts'
import type { ConnectOptions } from '../db/connect.ts'

export interface ReadAhead {
  target: ConnectOptions['target']
  neckbandIds: number[]
  parts: ReadingPart[]
  /** Epoch ms. */
  from: number
  to: number
}

/** The readings of a span; `order` sorts them by time. */
export interface Portion extends StoredReadings {
  from: number
  to: number
  order: Uint32Array<ArrayBuffer>
}

const dayMs = 86_400_000
/** Approximate maximum readings per portion, over all neckbands; about three portions are in memory. */
const maxPortionReadings = 3_000_000
/** Maximum portions that wait to be evaluated. */
const maxWaiting = 1

/** Yields the spans of portions: days (UTC, as stored), or parts of days with many readings. */
async function* spans(reader: ReadingsReader, { from, to }: ReadAhead): AsyncGenerator<[number, number]> {
  for (let day = Math.floor(from / dayMs) * dayMs; day < to; day += dayMs) {
    const pieces = Math.min(288, Math.max(1, Math.ceil((await reader.estimate(day, day + dayMs)) / maxPortionReadings)))
    for (let piece = 0; piece < pieces; piece++) {
      const span: [number, number] = [
        Math.max(from, day + (piece * dayMs) / pieces),
        Math.min(to, day + ((piece + 1) * dayMs) / pieces),
      ]
      if (span[0] < span[1]) yield span
    }
  }
}

/** Posts portions, and waits while too many of them wait to be evaluated. */
async function readAll(port: MessagePort, what: ReadAhead): Promise<void> {
  let waiting = 0
  let wake = () => {}
  port.on('message', () => {
    waiting--
    wake()
  })
  const reader = new ReadingsReader(what.target, what.neckbandIds, what.parts)
  await reader.open(typeof what.target !== 'string')
  for await (const [from, to] of spans(reader, what)) {
    const readings = await reader.read(from, to)
    const order = inTimeOrder(readings, from, to)
    while (waiting > maxWaiting) await new Promise<void>((resolve) => (wake = resolve))
    waiting++
    const portion: Portion = { ...readings, from, to, order }
    const { at, neckbandIds, gatewayIds, values } = readings
    port.postMessage(portion, [
      at.buffer,
      neckbandIds.buffer,
      gatewayIds.buffer,
      order.buffer,
      ...Object.values(values).map(({ buffer }) => buffer),
    ])
  }
  await reader.close()
  port.close()
}

if (parentPort === null) throw new Error('to be started as a thread')
await readAll(parentPort, workerData as ReadAhead)
