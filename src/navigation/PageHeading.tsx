import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { nameIdOf } from './screen.ts'
import { useScreen } from './useScreen.ts'

interface Props {
  /** The subject of the page, where that is more than the screen's own name: a record's name. */
  title?: ReactNode
  /** A quiet word beside it: how many there are. */
  note?: ReactNode
  /** Buttons at the end of the line, the most important last. */
  actions?: ReactNode
  /** Of a part of a page, whose own heading stands above it. */
  isPart?: boolean
}

/** The first line of a page in the shell: its `h1`, which takes the focus when the page is opened. */
export function PageHeading({ title, note, actions, isPart = false }: Props) {
  const intl = useIntl()
  const screen = useScreen()
  return (
    <div className="page-heading row">
      {!isPart && <h1 tabIndex={-1}>{title ?? (screen && intl.formatMessage({ id: nameIdOf(screen) }))}</h1>}
      {note && <span className="page-heading-note">{note}</span>}
      {actions && <div className="page-heading-actions">{actions}</div>}
    </div>
  )
}
