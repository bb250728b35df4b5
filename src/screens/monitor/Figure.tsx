import type { ReactNode } from 'react'

interface FigureProps {
  name: ReactNode
  note?: ReactNode
  value: ReactNode
  /** Kind of problem that the number shows. */
  tone?: 'unverified' | 'unaccounted' | 'minimum' | undefined
  className?: string
  children?: ReactNode
}

/** A number of the wall with its label and details. */
export function Figure({ name, note, value, tone, className, children }: FigureProps) {
  return (
    <section className={`wall-figure panel ${className ?? ''}`} data-tone={tone}>
      <header>
        <h2>{name}</h2>
        {note && <small>{note}</small>}
      </header>
      <strong>{value}</strong>
      <p>{children}</p>
    </section>
  )
}
