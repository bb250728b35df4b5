import type { ReactNode } from 'react'
import { useDataAge, type Freshness } from '../../store/useDataAge.ts'
import { DataAge } from './DataAge.tsx'

interface Props extends Freshness {
  title: ReactNode
  note?: ReactNode
  className?: string
  children: ReactNode
}

/** A panel of the wall with the age of its data; past its limit it is hatched grey and says so. */
export function Tile({ title, note, at, limitMs, className, children }: Props) {
  const { isStale } = useDataAge({ at, limitMs })
  return (
    <section className={`wall-tile panel ${className ?? ''}`} data-stale={isStale || undefined}>
      <header className="wall-tile-head row">
        <h2>
          {title}
          {note && <small>{note}</small>}
        </h2>
        <DataAge at={at} limitMs={limitMs} />
      </header>
      <div className="wall-tile-body">{children}</div>
    </section>
  )
}
