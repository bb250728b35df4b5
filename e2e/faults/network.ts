import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../product.ts'

/** The network between a browser and the server. */
export interface Network {
  url: string
  /** Ends all connections and refuses new ones. */
  cut(): void
  /** Silently stops all traffic. */
  hold(): void
  mend(): void
  close(): void
}

/** Opens a proxy to a port that can be cut or held. */
export async function openNetwork(port: number): Promise<Network> {
  let state: 'open' | 'cut' | 'held' = 'open'
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((socket) => {
    if (state === 'cut') {
      socket.destroy()
      return
    }
    const pair = [socket, connect(port, '127.0.0.1')] as const
    pairs.add(pair)
    for (const [place, end] of pair.entries()) {
      const other = pair[1 - place]
      end.on('data', (bytes) => void other?.write(bytes))
      end.on('error', () => {})
      end.on('close', () => {
        pairs.delete(pair)
        other?.destroy()
      })
      if (state === 'held') end.pause()
    }
  })
  const own = await freePort()
  await new Promise<void>((resolve) => {
    server.listen(own, '127.0.0.1', resolve)
  })
  const endAll = () => {
    for (const pair of pairs) for (const end of pair) end.destroy()
  }
  return {
    url: `http://127.0.0.1:${own}`,
    cut() {
      state = 'cut'
      endAll()
    },
    hold() {
      state = 'held'
      for (const pair of pairs) for (const end of pair) end.pause()
    },
    mend() {
      state = 'open'
      for (const pair of pairs) for (const end of pair) end.resume()
    },
    close() {
      server.close()
      endAll()
    },
  }
}
