import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { nameIdOf } from './screen.ts'
import { useScreen } from './useScreen.ts'

interface Props {
  /** Title of the page if it is more than the screen's name, such as a record's name. */
  title?: ReactNode
  /** Unobtrusive text next to the title, such as a count. */
  note?: ReactNode
  /** Buttons at the end of the line, the most important last. */
  actions?: ReactNode
  /** Heading of a part, below the page's own heading. */
  isPart?: boolean
}

/** Heading of a page in the shell: its `h1`, which gets the focus when the page opens. */
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
