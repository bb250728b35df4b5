import type { ReactNode } from 'react'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'

interface Props {
  sign: ReactNode
  to: string
  what: string
  where: string
  note: ReactNode
}

/** One event as a line, linked to its page if there is one. */
export function Line({ sign, to, what, where, note }: Props) {
  return (
    <>
      {sign}
      <ScreenLink to={to} className="wall-lead clip">
        {what}
      </ScreenLink>
      <span className="wall-happening-note clip">{note}</span>
      <small className="clip">{where}</small>
    </>
  )
}
