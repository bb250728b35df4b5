import { use, useEffect, type ReactNode } from 'react'
import { InShell } from '../inShell.ts'

interface Props {
  /** For the browser's tab, which else keeps the name of the page before. */
  title: string
  children: ReactNode
}

/** The page of a result: a page of its own where no shell is around. */
export function ResultPage({ title, children }: Props) {
  const Element = use(InShell) ? 'div' : 'main'
  useEffect(() => {
    document.title = `${title} · Drover`
  }, [title])
  return <Element className="result-page">{children}</Element>
}
