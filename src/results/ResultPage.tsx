import { use, type ReactNode } from 'react'
import { InShell } from '../shell/inShell.ts'

/** The page of a result: a page of its own where no shell is around. */
export function ResultPage({ children }: { children: ReactNode }) {
  const Element = use(InShell) ? 'div' : 'main'
  return <Element className="result-page">{children}</Element>
}
