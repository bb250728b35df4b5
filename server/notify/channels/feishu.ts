import { createHmac } from 'node:crypto'
import { type Channel, robotFault } from './channel.ts'

/** Too many messages at once. */
const passing = [9499, 11232]

/** The signature that Feishu checks: the HMAC-SHA256 of nothing, by the time (s) and the robot’s secret as its key, in base64. */
export function feishuSign(secret: string, timestamp: number): string {
  return createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64')
}

/** The group robot of Feishu (飞书): signed in its body where it has a secret. */
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
  faultIn: (answer) => robotFault(answer, ['code', 'StatusCode'], ['msg', 'StatusMessage'], passing),
}
