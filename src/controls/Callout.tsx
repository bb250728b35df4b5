import './controls.css'
import type { ReactNode } from 'react'

interface Props {
  tone: 'info' | 'warning' | 'error'
  title: ReactNode
  /** Ways to deal with it. */
  children?: ReactNode
}

/** Says something above a form, at once to a screen reader, too. */
export function Callout({ tone, title, children }: Props) {
  return (
    <div className="callout" data-tone={tone} role="alert">
      <div>
        <p>{title}</p>
        {children !== undefined && <div className="callout-more">{children}</div>}
      </div>
    </div>
  )
}
