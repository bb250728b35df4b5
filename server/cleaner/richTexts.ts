import { maxRichText } from '#contract/content/texts.ts'
import { CallError } from '../callError.ts'
import type { TextCleaner } from './textCleaner.ts'

/** Maximum number of tags: more than a long text has, and quick to clean. */
const maxTags = 20_000

function refuse(fields: readonly string[]): never {
  throw new CallError('BAD_SHAPE', { fields: Object.fromEntries(fields.map((field) => [field, 'too_big'])) })
}

/**
 * Returns rich texts cleaned for storing, by input field. Every call that accepts rich texts must use it.
 * @throws CallError BAD_SHAPE with the fields that have too many elements or are too long after cleaning; BUSY
 */
export async function cleanRichTexts<Field extends string>(
  cleaner: Pick<TextCleaner, 'clean'>,
  texts: Record<Field, string>,
): Promise<Record<Field, string>> {
  const given = Object.entries(texts) as [Field, string][]
  const named = (isTooBig: (html: string) => boolean, among: readonly [Field, string][]) =>
    among.flatMap(([field, html]) => (isTooBig(html) ? [field] : []))
  const tooMany = named((html) => html.split('<', maxTags + 2).length > maxTags + 1, given)
  if (tooMany.length > 0) refuse(tooMany)
  const written = given.filter(([, html]) => html !== '')
  if (written.length === 0) return texts
  const cleaned = await cleaner.clean(written.map(([, html]) => html))
  if (cleaned === null) return refuse(written.map(([field]) => field))
  const clean = written.map(([field], place): [Field, string] => [field, cleaned[place] ?? ''])
  const tooLong = named((html) => html.length > maxRichText, clean)
  if (tooLong.length > 0) refuse(tooLong)
  return { ...texts, ...(Object.fromEntries(clean) as Record<Field, string>) }
}
