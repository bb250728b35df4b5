import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface Props {
  sign: ReactNode
  to: string
  what: string
  where: string
  note: ReactNode
}

/** One line of what is going on, which leads to it. */
export function Line({ sign, to, what, where, note }: Props) {
  return (
    <>
      {sign}
      <Link to={to} className="clip">
        {what}
      </Link>
      <span className="wall-happening-note clip">{note}</span>
      <small className="clip">{where}</small>
    </>
  )
}
