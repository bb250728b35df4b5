import { Suspense } from 'react'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { bindingOf } from '../../form/controls/controlProps.ts'
import type { Field, FieldOptions } from '../../form/describe.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

/** Both load on demand. */
export const RichTextEditor = lazyChunk(async () => (await import('./RichTextEditor.tsx')).RichTextEditor)
export const RichTextShown = lazyChunk(async () => (await import('./RichTextShown.tsx')).RichTextShown)

/** Field for rich text as HTML. */
export function richText<V>(
  labelId: Field<V, string>['labelId'],
  options: FieldOptions<V, string> = {},
): Field<V, string> {
  return {
    isWide: true,
    ...options,
    labelId,
    isSelfContained: true,
    Show: ({ value }) => (
      <Suspense fallback={<SkeletonLines />}>
        <RichTextShown html={value} />
      </Suspense>
    ),
    Input: ({ value, onChange, label, ...props }) => (
      <Suspense fallback={<SkeletonLines />}>
        <RichTextEditor {...bindingOf(props)} {...{ value, onChange, label }} />
      </Suspense>
    ),
  }
}
