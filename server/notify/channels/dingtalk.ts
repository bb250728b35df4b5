import { createHmac } from 'node:crypto'
import { type Channel, robotFault } from './channel.ts'

/** Busy, and too many messages in a minute. */
const passing = [-1, 130101, 410100]

/** The signature that DingTalk checks: the HMAC-SHA256 of the time (ms) and the robot’s secret, by the secret, in base64. */
export function dingtalkSign(secret: string, timestamp: number): string {
  return createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
}

/** The group robot of DingTalk (钉钉): signed in its address where it has a secret. */
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
  faultIn: (answer) => robotFault(answer, ['errcode'], ['errmsg'], passing),
}
