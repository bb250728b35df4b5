import { useSyncExternalStore } from 'react'
import { useAppearance } from './appearance.ts'

const darkQuery = '(prefers-color-scheme: dark)'

function listen(onChange: () => void): () => void {
  const query = window.matchMedia(darkQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the console is dark just now: as it was chosen, or as the computer is. */
export function useDark(): boolean {
  const mode = useAppearance((state) => state.mode)
  const system = useSyncExternalStore(listen, () => window.matchMedia(darkQuery).matches)
  return mode === 'dark' || (mode === 'system' && system)
}
