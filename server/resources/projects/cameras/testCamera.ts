import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A camera for tests with replaceable answers. */
export interface TestCamera {
  origin: string
  /** Requests received, as method and path. */
  requests: string[]
  answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>
  close(): Promise<void>
}

export const segment = Buffer.alloc(1880, 0x47)

/** Returns a live playlist in the format of real cameras, with a token that viewers must not see. */
export function playlistOf(sequence: number): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-TARGETDURATION:2',
    `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
    '#EXT-X-MAP:URI="start.mp4?key=hidden"',
  ]
  return [...lines, ...[0, 1].flatMap((one) => ['#EXTINF:2.0,', `part${sequence + one}.m4s?key=hidden`])].join('\n')
}

/** Starts an HTTP server on loopback that answers like a camera. */
export async function openTestCamera(): Promise<TestCamera> {
  const requests: string[] = []
  const answers: TestCamera['answers'] = new Map()
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    requests.push(`${method} ${url}`)
    const answer = answers.get(`${method} ${url.split('?')[0]}`)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
