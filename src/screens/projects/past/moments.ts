import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

/** A moment of the past, as calls take it: what had happened by then, of what was recorded until then (absent: until now). ISO 8601. */
export interface Moment {
  happened: string
  recorded?: string
}

const instantOf = (text: string | null) => (text !== null && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : null)

/** The moment in the address; null: now. */
export function useMoment(): Moment | null {
  const [query] = useSearchParams()
  const [happened, recorded] = [instantOf(query.get('happened')), instantOf(query.get('recorded'))]
  return useMemo(() => (happened === null ? null : { happened, ...(recorded !== null && { recorded }) }), [happened, recorded])
}
