import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Project } from '#contract/projects/projects.ts'

/** Past instant as calls take it: what had happened by then, as recorded until another instant (absent: until now). ISO 8601. */
export interface Moment {
  happened: string
  recorded?: string
}

/** A project and the instant at which a part of its page shows it. */
export interface ProjectPart {
  project: Project
  /** Null: now. */
  moment: Moment | null
}

/** Sends an invalid instant unchanged: the server rejects it, and the present is never shown instead. */
const instantOf = (text: string) => (isInstant(text) ? new Date(text).toISOString() : text)

/** Returns whether a text is an instant. */
export const isInstant = (text: string) => !Number.isNaN(Date.parse(text))

/** Returns the instant in the URL; null: now. */
export function useMoment(): Moment | null {
  const [query] = useSearchParams()
  const [happened, recorded] = [query.get('happened'), query.get('recorded')]
  return useMemo(() => {
    const first = happened ?? recorded
    return first === null
      ? null
      : { happened: instantOf(first), ...(recorded !== null && { recorded: instantOf(recorded) }) }
  }, [happened, recorded])
}

/** Returns a function for URLs of a project's page at the same instant. */
export function useTabAddress(): (part: Record<string, string>) => string {
  const moment = useMoment()
  return (part) => `?${new URLSearchParams({ ...part, ...moment }).toString()}`
}
