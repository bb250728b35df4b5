import { tagsIn } from '../../../entities/policies/tagsField.tsx'

const digits = /^\d{15}$/

/** Extracts the distinct electronic ear tags (15 digits) from typed or copied text, and the other entries. */
export function readTags(text: string): { tags: string[]; others: string[] } {
  const found = tagsIn(text.replaceAll(/["']/g, ' '))
  return { tags: found.filter((tag) => digits.test(tag)), others: found.filter((tag) => !digits.test(tag)) }
}

/** Extracts the distinct electronic ear tags from a file's text, one per line. */
export const tagsOfFile = (text: string): string => [...new Set(text.match(/(?<!\d)\d{15}(?!\d)/g))].join('\n')
