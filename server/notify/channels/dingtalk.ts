import { createHmac } from 'node:crypto'
import { type Channel, robotFault } from './channel.ts'

/** Temporary error codes: busy, and too many messages in a minute. */
const passing = [-1, 130101, 410100]

/** Returns DingTalk's signature: HMAC-SHA256 over time (ms) and secret, keyed with the secret, in base64. */
export function dingtalkSign(secret: string, timestamp: number): string {
  return createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
}

/** Group robot of DingTalk (钉钉). With a secret, its address is signed. */
export const dingtalk: Channel = {
  kind: 'DINGTALK',
  request({ title, text }, { address, secret }, at) {
    const url = new URL(address)
    if (secret !== '') {
      url.searchParams.set('timestamp', String(at))
      url.searchParams.set('sign', dingtalkSign(secret, at))
    }
    return {
      address: url.href,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msgtype: 'text', text: { content: `${title}\n${text}` } }),
    }
  },
  parseFault: (answer) => robotFault(answer, ['errcode'], ['errmsg'], passing),
}
