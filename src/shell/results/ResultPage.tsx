import './results.css'
import { use, useEffect, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { InShell } from '../inShell.ts'
import { joinParts } from '../../locale/joins.ts'

interface Props {
  /** For the browser's tab, which else keeps the name of the page before. */
  title: string
  /** A number that names the result. */
  number?: number
  heading: string
  text?: string
  /** Buttons for the next steps. */
  children?: ReactNode
}

/** The page of a result: a page of its own where no shell is around. It is there without antd, when that can't be loaded. */
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
