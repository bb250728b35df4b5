import { type Channel, robotFault } from './channel.ts'

/** Maximum text that the robot accepts, bytes of UTF-8. */
const maxTextBytes = 2048
/** Temporary error codes: busy, and too many messages in a minute. */
const passing = [-1, 45009, 45033]

/** Cuts a text to at most `bytes` bytes of UTF-8, between characters. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let size = 3
  let shortened = ''
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > bytes) break
    shortened += character
  }
  return `${shortened}…`
}

/** Group robot of WeCom (企业微信). Its address contains its key. */
export const wecom: Channel = {
  kind: 'WECOM',
  request: ({ title, text }, { address }) => ({
    address,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msgtype: 'text', text: { content: cut(`${title}\n${text}`, maxTextBytes) } }),
  }),
  parseFault: (answer) => robotFault(answer, ['errcode'], ['errmsg'], passing),
}
