import type { ReactNode } from 'react'
import { useDataAge, type Freshness } from '../../store/useDataAge.ts'
import { DataAge } from './DataAge.tsx'

interface Props extends Freshness {
  title: ReactNode
  note?: ReactNode
  /** When the newest data of the whole wall was made. */
  wallAt: number | null
  className?: string
  children: ReactNode
}

/** A panel of the wall, with the age of its data where that is its own; past its limit it is hatched grey and says so. */
export function Tile({ title, note, at, limitMs, wallAt, className, children }: Props) {
  const { isStale } = useDataAge({ at, limitMs })
  return (
    <section className={`wall-tile panel ${className ?? ''}`} data-stale={isStale || undefined}>
      <header className="wall-tile-head row">
        <h2>
          {title}
          {note && <small>{note}</small>}
        </h2>
        <DataAge at={at} limitMs={limitMs} wallAt={wallAt} />
      </header>
      <div className="wall-tile-body">{children}</div>
    </section>
  )
}
