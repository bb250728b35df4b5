import { useSyncExternalStore } from 'react'

/** One pixel of the 1920 × 1080 drawings, in pixels of this screen; a little more than true to scale on small ones. */
function unitOfWindow(): number {
  const unit = Math.min(window.innerWidth / 1920, window.innerHeight / 1080)
  return window.innerWidth < 760 ? 1 : Math.round(Math.max(0.72, unit) * 50) / 50
}

function onResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** For what is drawn on a canvas and can't use the style sheet's units. */
export function useUnit(): number {
  return useSyncExternalStore(onResize, unitOfWindow)
}
