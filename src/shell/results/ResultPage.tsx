import './results.css'
import { use, useEffect, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { InShell } from '../inShell.ts'
import { joinParts } from '../../locale/joins.ts'

interface Props {
  /** Title for the browser's tab, which otherwise keeps the previous page's. */
  title: string
  /** Number of the result, such as 404. */
  number?: number
  heading: string
  text?: string
  /** Buttons for the next steps. */
  children?: ReactNode
}

/** Page of a result, with its own `<main>` outside the shell. Works without antd, in case that failed to load. */
export function ResultPage({ title, number, heading, text, children }: Props) {
  const intl = useIntl()
  const Element = use(InShell) ? 'div' : 'main'
  useEffect(() => {
    document.title = joinParts(intl, title, 'Drover')
  }, [intl, title])
  return (
    <Element className="result-page">
      <div>
        {number !== undefined && <p className="result-number">{number}</p>}
        <h1 tabIndex={-1}>{heading}</h1>
        {text !== undefined && <p className="result-text">{text}</p>}
        <div className="result-actions">{children}</div>
      </div>
    </Element>
  )
}
