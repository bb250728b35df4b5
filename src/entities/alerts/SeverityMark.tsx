import './severityMark.css'
import type { Severity } from '#contract/alerts/alertKinds.ts'

/** Shapes that distinguish severities without colour: octagon, diamond, triangle, ring. */
const shapes: Record<Severity, string> = {
  CRITICAL: 'M6.2 1.5h7.6L18.5 6.2v7.6l-4.7 4.7H6.2L1.5 13.8V6.2z',
  MAJOR: 'M10 .8 19.2 10 10 19.2.8 10z',
  MINOR: 'M10 1.6 19 18H1z',
  INFO: 'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16z',
}

export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <svg className="sign-mark" data-severity={severity} viewBox="0 0 20 20" aria-hidden="true">
      <path d={shapes[severity]} />
    </svg>
  )
}
