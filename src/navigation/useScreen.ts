import { useMatches } from 'react-router-dom'
import type { Screen } from './screen.ts'

/** Returns the route table's line of the open page; null on unknown paths. */
export function useScreen(): Screen | null {
  const match = useMatches().findLast(({ handle }) => isScreen(handle))
  return isScreen(match?.handle) ? match.handle : null
}

function isScreen(handle: unknown): handle is Screen {
  return typeof handle === 'object' && handle !== null && 'titleId' in handle
}
