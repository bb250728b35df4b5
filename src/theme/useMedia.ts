import { useSyncExternalStore } from 'react'

/** Width of a phone, where controls are touched by a finger. */
export const phoneWidth = '(max-width: 640px)'
/** Width at which the navigation's labels do not fit next to the page. */
export const narrowWidth = '(max-width: 991px)'

/** Users who prefer reduced motion. */
export const lessMotion = '(prefers-reduced-motion: reduce)'

/** Returns whether a media query matches, and follows changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}
