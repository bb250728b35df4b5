import { useSyncExternalStore } from 'react'

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Returns whether the browser reports a network. */
export function useHasNetwork(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}
