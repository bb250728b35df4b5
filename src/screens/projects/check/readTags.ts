import { tagsIn } from '../../../entities/policies/tagsField.tsx'

const digits = /^\d{15}$/

/** The electronic ear tags (15 digits) of a text that was typed or copied from a sheet, each once, and the numbers that are none. */
export function readTags(text: string): { tags: string[]; others: string[] } {
  const found = tagsIn(text.replaceAll(/["']/g, ' '))
  return { tags: found.filter((tag) => digits.test(tag)), others: found.filter((tag) => !digits.test(tag)) }
}

/** The electronic ear tags among all that a file says, one a line. */
export const tagsOfFile = (text: string): string => [...new Set(text.match(/(?<!\d)\d{15}(?!\d)/g))].join('\n')
