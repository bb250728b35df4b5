import { useMatches } from 'react-router-dom'
import type { Screen } from './screen.ts'

/** The line of the route table that the open page belongs to; null on addresses that lead nowhere. */
export function useScreen(): Screen | null {
  const match = useMatches().findLast(({ handle }) => isScreen(handle))
  return isScreen(match?.handle) ? match.handle : null
}

function isScreen(handle: unknown): handle is Screen {
  return typeof handle === 'object' && handle !== null && 'titleId' in handle
}
