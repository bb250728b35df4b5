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
  /** Tells in words that it is done; empty where some of it failed, and where the action has said so itself. */
  onDone: (words: string | null) => void
}

/** The dialog of an action: its own, or the one of all that run row by row. */
export function AnyActionDialog({ list, chosen: { action, rows }, onClose, onDone }: Props) {
  const intl = useIntl()
  const [first, ...others] = rows
  const about = first && others.length === 0 ? list.nameOf(first, intl) : intl.formatMessage({ id: list.countId }, { count: rows.length })
  if (action.Dialog) return <action.Dialog rows={rows} about={about} onClose={onClose} onDone={() => onDone(null)} />
  return (
    <Suspense fallback={null}>
      <ActionDialog key={action.key} list={list} intent={{ action, rows }} onClose={onClose} onDone={onDone} />
    </Suspense>
  )
}
