import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import type { Action, RecordList, Row } from '../describe.ts'

const ActionDialog = lazyChunk(async () => (await import('./ActionDialog.tsx')).ActionDialog)

export interface Chosen {
  action: Action<Row>
  rows: readonly Row[]
}

interface Props {
  list: RecordList
  chosen: Chosen
  onClose: () => void
  /** Receives the success message: empty when part of the action failed, null when the action has already shown one. */
  onDone: (words: string | null) => void
}

/** Dialog of an action: its own, or the shared one for actions that run row by row. */
export function AnyActionDialog({ list, chosen: { action, rows }, onClose, onDone }: Props) {
  const intl = useIntl()
  const [first, ...others] = rows
  const about =
    first && others.length === 0
      ? list.nameOf(first, intl)
      : intl.formatMessage({ id: list.countId }, { count: rows.length })
  if (action.Dialog) return <action.Dialog rows={rows} about={about} onClose={onClose} onDone={() => onDone(null)} />
  return (
    <Suspense fallback={null}>
      <ActionDialog key={action.key} list={list} intent={{ action, rows }} onClose={onClose} onDone={onDone} />
    </Suspense>
  )
}
