import type { ReactNode } from 'react'
import { useDataAge, type Freshness } from '../../store/useDataAge.ts'
import { DataAge } from './DataAge.tsx'

interface Props extends Freshness {
  title: ReactNode
  note?: ReactNode
  /** Newest data on the whole wall, herd time, epoch ms. */
  wallAt: number | null
  className?: string
  children: ReactNode
}

/** Panel of the wall with the age of its data if that differs from the wall's. Stale data is hatched grey and labelled. */
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
