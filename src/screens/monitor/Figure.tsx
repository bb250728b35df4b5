import type { ReactNode } from 'react'

interface FigureProps {
  name: ReactNode
  note?: ReactNode
  value: ReactNode
  /** The reason why it is abnormal. */
  tone?: 'unverified' | 'unaccounted' | 'minimum' | undefined
  className?: string
  children?: ReactNode
}

/** One number of the wall, with what it is and what is behind it. */
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
