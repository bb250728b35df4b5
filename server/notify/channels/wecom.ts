import { type Channel, robotFault } from './channel.ts'

/** The robot takes so many bytes of text. */
const mostBytes = 2048
/** Busy, and too many messages in a minute. */
const passing = [-1, 45009, 45033]

/** A text of so many bytes of UTF-8 at the most, cut between characters. */
function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let size = 3
  let kept = ''
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > bytes) break
    kept += character
  }
  return `${kept}…`
}

/** The group robot of WeCom (企业微信), whose address carries its key. */
export const wecom: Channel = {
  kind: 'WECOM',
  request: ({ title, text }, { address }) => ({
    address,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msgtype: 'text', text: { content: cut(`${title}\n${text}`, mostBytes) } }),
  }),
  faultIn: (answer) => robotFault(answer, ['errcode'], ['errmsg'], passing),
}
