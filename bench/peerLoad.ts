import { connect } from 'node:net'
import { answer } from './processes.ts'
import { nodeRed, signalk, type PeerPorts, type Position } from './peerServers.ts'
import { openWebSocket } from './rawWebSocket.ts'

/**
 * A process that sends positions to a peer and counts arrivals at each subscriber. It sends at the pace of the slowest subscriber, so the rate is the
 * peer's sustained throughput.
 */
export interface PeerLoad {
  peer: 'signalk' | 'nodeRed'
  ports: PeerPorts
  subscribers: number
  batch: number
  seconds: number
}

export interface PeerResult {
  /** Positions per second that reached every subscriber. */
  perSecond: number
  /** Positions that did not reach every subscriber. */
  lost: number
}

const animals = 12_000

answer<PeerLoad, PeerResult>(async ({ peer: name, ports, subscribers, batch, seconds }) => {
  const peer = name === 'signalk' ? signalk : nodeRed
  const mark = Buffer.from(peer.mark)
  const received = new Float64Array(subscribers)
  for (let i = 0; i < subscribers; i++) {
    await openWebSocket(ports.output, peer.outputPath, (payload) => {
      for (let at = payload.indexOf(mark); at >= 0; at = payload.indexOf(mark, at + mark.length)) received[i]!++
    })
  }

  // Prepared lines: each animal alternates between three positions, so that successive ones differ.
  const lines: Buffer[] = []
  for (let turn = 0; turn < 3; turn++) {
    for (let first = 0; first < animals; first += batch) {
      const positions: Position[] = Array.from({ length: batch }, (_, i) => {
        const animal = first + i
        return {
          animal,
          longitude: (116 + (animal % 1000) / 50_000 + turn / 1e5).toFixed(7),
          latitude: (43.9 + Math.floor(animal / 1000) / 100 + turn / 1e5).toFixed(7),
        }
      })
      lines.push(Buffer.from(peer.line(positions)))
    }
  }

  const input = connect({ host: '127.0.0.1', port: ports.input, noDelay: true })
  input.resume()
  await new Promise((resolve, reject) => {
    input.once('connect', resolve)
    input.once('error', reject)
  })

  let next = 0
  let sent = 0
  let lost = 0
  const slowest = () => received.reduce((least, count) => Math.min(least, count), Number.POSITIVE_INFINITY) + lost
  const window = peer.window * (batch === 1 ? 1 : batch / 20)
  const runFor = async (ms: number) => {
    const end = performance.now() + ms
    let seen = slowest()
    let seenAt = performance.now()
    while (performance.now() < end) {
      const arrived = slowest()
      if (arrived > seen) {
        seen = arrived
        seenAt = performance.now()
      } else if (performance.now() - seenAt > 2000) {
        // The peer dropped positions: count them as lost and continue.
        lost += sent - seen
        seenAt = performance.now()
      }
      const parts: Buffer[] = []
      for (; sent + batch <= seen + window; sent += batch) {
        parts.push(lines[next++ % lines.length]!)
      }
      if (parts.length > 0) input.write(Buffer.concat(parts))
      // Sleeps instead of spinning, since the other core belongs to the peer.
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  await runFor(3000)
  const before = slowest() - lost
  const from = performance.now()
  await runFor(seconds * 1000)
  const perSecond = ((slowest() - lost - before) / (performance.now() - from)) * 1000
  if (perSecond === 0) throw new Error(`${peer.name} passed nothing on`)
  return { perSecond, lost }
})
