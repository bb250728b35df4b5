import { maxRichText } from '#contract/content/texts.ts'
import { CallError } from '../../../callError.ts'
import { cleanHtml } from './cleanHtml.ts'

/** More marks of elements than a long text has, and few enough to be read in a moment. */
const mostMarks = 20_000

/**
 * A rich text as it is stored. Each call that takes one has it from here.
 * @param field where it is in the input
 * @throws CallError BAD_SHAPE that names the field, where it has too many elements, or is too long once it is written out
 */
export function cleanRichText(html: string, field: string): string {
  const tooBig = () => new CallError('BAD_SHAPE', { fields: { [field]: 'too_big' } })
  if (html.split('<', mostMarks + 2).length > mostMarks + 1) throw tooBig()
  const clean = cleanHtml(html)
  if (clean.length > maxRichText) throw tooBig()
  return clean
}
