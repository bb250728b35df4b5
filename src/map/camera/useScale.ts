import { useSyncExternalStore } from 'react'

/** Scale of map symbols relative to the 1920×1080 design, for larger walls and smaller laptops. */
function scaleOfWindow(): number {
  const scale = Math.min(window.innerWidth / 1920, window.innerHeight / 1080)
  return Math.min(4, Math.max(0.75, Math.round(scale * 20) / 20))
}

function onResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Returns the scale of design pixels on this screen. */
export function useScale(): number {
  return useSyncExternalStore(onResize, scaleOfWindow)
}
