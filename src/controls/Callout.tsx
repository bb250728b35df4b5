import './controls.css'
import type { ReactNode } from 'react'

interface Props {
  tone: 'info' | 'warning' | 'error'
  title: ReactNode
  /** Actions that resolve the problem. */
  children?: ReactNode
}

/** Message above a form, announced to screen readers immediately. */
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
