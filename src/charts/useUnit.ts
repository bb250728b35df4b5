import { useSyncExternalStore } from 'react'

/** Returns the screen pixels per design pixel (1920 × 1080); slightly enlarged on small screens. */
function unitOfWindow(): number {
  const unit = Math.min(window.innerWidth / 1920, window.innerHeight / 1080)
  return window.innerWidth < 760 ? 1 : Math.round(Math.max(0.72, unit) * 50) / 50
}

function onResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Returns the scale for canvas drawings, which cannot use the style sheet's units. */
export function useUnit(): number {
  return useSyncExternalStore(onResize, unitOfWindow)
}
