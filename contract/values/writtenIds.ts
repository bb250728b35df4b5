/** Marks without a width: of direction, joiners, byte order. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g
const quotes = `'’‘\`´ʹ"“”`
const around = new RegExp(`^[${quotes}\\s]+(?=\\S)|(?<=\\S)[${quotes}\\s]+$`, 'g')

/** Returns a tag as it is meant. Unlike `cleanId` it leaves what a tag may contain: wide punctuation, quotes at its end, inner blanks. */
export function cleanTag(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(/[０-９Ａ-Ｚａ-ｚ]/g, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0))
    .trim()
    .replace(new RegExp(`^[${quotes}\\s]+(?=\\S)`), '')
}

/**
 * Returns an id as it is meant, without what keyboards, readers and spreadsheets add: blanks of any kind and quotes around it, invisible
 * marks, full width (`１０４２`).
 */
export function cleanId(text: string): string {
  return text
    .replaceAll(invisible, '')
    .replaceAll(/[！-～]/g, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .replaceAll(around, '')
}
