import { useSyncExternalStore } from 'react'

/** As wide as a phone: what is pressed there is pressed by a finger. */
export const phoneWidth = '(max-width: 640px)'
/** Too narrow for the names of the navigation beside the page. */
export const narrowWidth = '(max-width: 991px)'

/** Devices whose owners asked for less motion. */
export const lessMotion = '(prefers-reduced-motion: reduce)'

/** Whether the page is as a media query says, now and from now on. */
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
