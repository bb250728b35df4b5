import type { IntlShape } from 'react-intl'
import { imageContentTypes, maxImageBytes } from '#contract/calls/images.ts'

/** Returns why a file must not be sent as a picture; null: it may be sent. */
export function imageProblem(intl: IntlShape, { type, size }: File): string | null {
  if (!imageContentTypes.some((known) => known === type)) return intl.formatMessage({ id: 'image.wrongKind' })
  return size > maxImageBytes
    ? intl.formatMessage({ id: 'image.tooLarge' }, { megabytes: maxImageBytes / 1024 / 1024 })
    : null
}
