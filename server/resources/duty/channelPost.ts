import { createCameraFetch } from '../../media/cameraFetch.ts'
import { createNetworkGuard } from '../../media/networks.ts'
import type { Post } from '../../notify/channels/channel.ts'

const defaultTimeoutMs = 10_000
/** Maximum bytes read of a response. */
const maxAnswerBytes = 64 * 1024

/**
 * Returns a function that posts to organisations' channels: on the public internet and in the given networks.
 * @param networks addresses, networks (`10.0.0.0/8`), or `loopback`
 * @param timeoutMs time limit for the whole response
 */
export function createChannelPost(networks: readonly string[], timeoutMs = defaultTimeoutMs): Post {
  const { ask } = createCameraFetch(createNetworkGuard(networks))
  return async ({ address, headers, body }) => {
    const answer = await ask(address, { method: 'POST', body, headers, maxBytes: maxAnswerBytes, timeoutMs })
    const pieces: Buffer[] = []
    for await (const piece of answer.body) pieces.push(piece as Buffer)
    return { status: answer.status, body: Buffer.concat(pieces).toString() }
  }
}
