/** Widths in pixels: an average Inter letter at 14 px, a Chinese character, and the padding of a cell and of a tag. */
const letterPx = 7.6
const ideographPx = 14
const cellPx = 20
const tagPx = 32
/** Width of the sort arrow next to a title, px. */
const arrowPx = 14

/** Estimates the width, px, that a column of codes needs to show its longest text whole. */
export function roomForWords(words: readonly string[], isTag: boolean): number {
  const widths = words.map((word) =>
    Array.from(word).reduce((sum, letter) => sum + (letter >= '\u2e80' ? ideographPx : letterPx), 0),
  )
  return Math.ceil(Math.max(0, ...widths)) + cellPx + (isTag ? tagPx : 0)
}

/** Estimates the width, px, for the longest word of a column title, which may take two lines. */
export function roomForTitle(title: string): number {
  return roomForWords(title.split(' '), false) + arrowPx
}
