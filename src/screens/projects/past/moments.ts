import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Project } from '#contract/projects/projects.ts'

/** A moment of the past, as calls take it: what had happened by then, of what was recorded until then (absent: until now). ISO 8601. */
export interface Moment {
  happened: string
  recorded?: string
}

/** The moment that a part of a project's page shows: the project as it stands, or as it stood then. */
export interface ProjectPart {
  project: Project
  /** Null: now. */
  moment: Moment | null
}

/** An unreadable moment is asked for as it stands: the server says what is wrong with it, and the present is never shown in its place. */
const instantOf = (text: string) => (isInstant(text) ? new Date(text).toISOString() : text)

/** Whether a text is an instant. */
export const isInstant = (text: string) => !Number.isNaN(Date.parse(text))

/** The moment in the address; null: now. */
export function useMoment(): Moment | null {
  const [query] = useSearchParams()
  const [happened, recorded] = [query.get('happened'), query.get('recorded')]
  return useMemo(() => {
    const first = happened ?? recorded
    return first === null ? null : { happened: instantOf(first), ...(recorded !== null && { recorded: instantOf(recorded) }) }
  }, [happened, recorded])
}

/** The address of a part of a project's page, at the same moment. */
export function useTabAddress(): (part: Record<string, string>) => string {
  const moment = useMoment()
  return (part) => `?${new URLSearchParams({ ...part, ...moment }).toString()}`
}
