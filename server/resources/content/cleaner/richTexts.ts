import { maxRichText } from '#contract/content/texts.ts'
import { CallError } from '../../../callError.ts'
import { cleanHtml } from './cleanHtml.ts'

/**
 * A rich text as it is stored. Each call that takes one has it from here.
 * @param field where it is in the input
 * @throws CallError BAD_SHAPE that names the field, where it is too long once addresses are written out
 */
export function cleanRichText(html: string, field: string): string {
  const clean = cleanHtml(html)
  if (clean.length > maxRichText) throw new CallError('BAD_SHAPE', { fields: { [field]: 'too_big' } })
  return clean
}
