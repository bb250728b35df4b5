import { createCameraFetch } from '../../media/cameraFetch.ts'
import { createNetworkGuard } from '../../media/networks.ts'
import type { Post } from '../../notify/channels/channel.ts'

const longestMs = 10_000
/** The most that is read of an answer. */
const mostBytes = 64 * 1024

/**
 * Posts to channels of organisations: to the public internet, and to the networks that are named.
 * @param networks addresses, networks (`10.0.0.0/8`), or `loopback`
 * @param timeoutMs until all of an answer is here
 */
export function createChannelPost(networks: readonly string[], timeoutMs = longestMs): Post {
  const { ask } = createCameraFetch(createNetworkGuard(networks))
  return async ({ address, headers, body }) => {
    const answer = await ask(address, { method: 'POST', body, headers, maxBytes: mostBytes, timeoutMs })
    const pieces: Buffer[] = []
    for await (const piece of answer.body) pieces.push(piece as Buffer)
    return { status: answer.status, body: Buffer.concat(pieces).toString() }
  }
}
