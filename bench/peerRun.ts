import type { PeerLoad, PeerResult } from './peerLoad.ts'
import { installPeers, nodeRed, signalk } from './peerServers.ts'
import { freePorts, startWorker } from './processes.ts'

export interface PeerFigure {
  name: string
  batch: number
  subscribers: number
  perSecond: number
  lost: number
}

const peers = { signalk, nodeRed } as const

/** Measures each peer's sustained positions per second, to 1 and to 50 subscribers, with a fresh start for every figure. */
export async function benchPeers(seconds = 10): Promise<PeerFigure[]> {
  await installPeers()
  const figures: PeerFigure[] = []
  for (const key of ['signalk', 'nodeRed'] as const) {
    const peer = peers[key]
    for (const batch of peer.batches) {
      for (const subscribers of [1, 50]) {
        const [input, output] = await freePorts()
        const ports = { input, output }
        const stop = await peer.start(ports)
        const load = startWorker<PeerLoad, PeerResult>('./peerLoad.ts')
        try {
          const { perSecond, lost } = await load.ask({ peer: key, ports, subscribers, batch, seconds })
          figures.push({ name: peer.name, batch, subscribers, perSecond, lost })
          console.log(
            `${peer.name}, ${batch} a message, ${subscribers} subscribers: ${Math.round(perSecond)} positions/s`,
          )
        } finally {
          load.end()
          await stop()
        }
      }
    }
  }
  return figures
}
