import { useSyncExternalStore } from 'react'

/** The drawings are 1920 by 1080; a wall is larger and a laptop smaller, and the map's marks go with it. */
function scaleOfWindow(): number {
  const scale = Math.min(window.innerWidth / 1920, window.innerHeight / 1080)
  return Math.min(4, Math.max(0.75, Math.round(scale * 20) / 20))
}

function onResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Size of a pixel of the drawings on this screen. */
export function useScale(): number {
  return useSyncExternalStore(onResize, scaleOfWindow)
}
