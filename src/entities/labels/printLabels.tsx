import { Suspense } from 'react'
import type { DialogAction } from '../../list/describe.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import type { Label } from './LabelPage.tsx'

const LabelDialog = lazyChunk(async () => (await import('./LabelDialog.tsx')).LabelDialog)

/** Action that prints labels with QR codes for the selected devices. */
export function printLabels<R>(labelOf: (row: R) => Label): DialogAction<R> {
  return {
    key: 'labels',
    titleId: 'label.print',
    Dialog: ({ rows, onClose }) => (
      <Suspense>
        <LabelDialog labels={rows.map(labelOf)} onClose={onClose} />
      </Suspense>
    ),
  }
}
