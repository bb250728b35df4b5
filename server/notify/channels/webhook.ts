import { createHmac } from 'node:crypto'
import type { Channel } from './channel.ts'

/** Returns the signature of a body posted at a time (seconds since 1970, as text): `v1=` and the HMAC-SHA256 of `timestamp.body` in hex. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}

/**
 * Posts JSON with `X-Drover-Timestamp` (seconds since 1970), `X-Drover-Signature` and `X-Drover-Delivery`, which stays the same for
 * each try. Any 2xx answer means that the message was accepted.
 */
export const webhook: Channel = {
  kind: 'WEBHOOK',
  request({ id, title, text, facts }, { address, secret }, at) {
    const body = JSON.stringify({ delivery: id, title, text, ...facts })
    const timestamp = String(Math.floor(at / 1000))
    return {
      address,
      body,
      headers: {
        'content-type': 'application/json',
        'x-drover-timestamp': timestamp,
        'x-drover-signature': signatureOf(secret, timestamp, body),
        'x-drover-delivery': id,
      },
    }
  },
  parseFault: () => null,
}
