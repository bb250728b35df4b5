/** Piece of a message: text, a link, or a code that can be copied. */
export interface Piece {
  kind: 'words' | 'link' | 'code'
  text: string
}

/** Finds URLs without the punctuation that follows them, and six-digit codes. */
const found = /(https?:\/\/[^\s<>"'，。；、）]+[^\s<>"'，。；、）.,;:!?)])|(?<!\d)(\d{6})(?!\d)/g

/** Splits a message into pieces; together they are its text. */
export function readMessage(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(found)) {
    if (match.index > end) pieces.push({ kind: 'words', text: text.slice(end, match.index) })
    pieces.push({ kind: match[1] === undefined ? 'code' : 'link', text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ kind: 'words', text: text.slice(end) })
  return pieces
}
