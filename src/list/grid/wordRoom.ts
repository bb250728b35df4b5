/** Inter's usual letter at 14 px, a Chinese character, and what stands around words in a cell and in a tag. */
const letterPx = 7.6
const ideographPx = 14
const cellPx = 20
const tagPx = 32
/** The arrow beside a title by which can be sorted. */
const arrowPx = 14

/** The width, px, that a column of codes needs to show the longest of its words whole; guessed by its letters. */
export function roomForWords(words: readonly string[], isTag: boolean): number {
  const widths = words.map((word) => Array.from(word).reduce((sum, letter) => sum + (letter >= '\u2e80' ? ideographPx : letterPx), 0))
  return Math.ceil(Math.max(0, ...widths)) + cellPx + (isTag ? tagPx : 0)
}

/** The width, px, that a column needs for the longest word of its title, which may take two lines. */
export function roomForTitle(title: string): number {
  return roomForWords(title.split(' '), false) + arrowPx
}
