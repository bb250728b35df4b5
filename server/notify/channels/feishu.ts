import { createHmac } from 'node:crypto'
import { type Channel, robotFault } from './channel.ts'

/** Temporary error codes: too many messages. */
const passing = [9499, 11232]

/** Returns Feishu's signature: HMAC-SHA256 over an empty text, keyed with time (s) and secret, in base64. */
export function feishuSign(secret: string, timestamp: number): string {
  return createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64')
}

/** Group robot of Feishu (飞书). With a secret, its body is signed. */
export const feishu: Channel = {
  kind: 'FEISHU',
  request({ title, text }, { address, secret }, at) {
    const timestamp = Math.floor(at / 1000)
    const signed = secret === '' ? {} : { timestamp: String(timestamp), sign: feishuSign(secret, timestamp) }
    return {
      address,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...signed, msg_type: 'text', content: { text: `${title}\n${text}` } }),
    }
  },
  parseFault: (answer) => robotFault(answer, ['code', 'StatusCode'], ['msg', 'StatusMessage'], passing),
}
