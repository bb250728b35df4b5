/** A piece of a message: words, a link that can be followed, or a code that can be copied. */
export interface Piece {
  kind: 'words' | 'link' | 'code'
  text: string
}

/** Addresses end before the punctuation that a sentence puts after them. */
const found = /(https?:\/\/[^\s<>"'，。；、）]+[^\s<>"'，。；、）.,;:!?)])|(?<!\d)(\d{6})(?!\d)/g

/** Takes a message apart; the pieces one after the other are its text again. */
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
