import type { Map as MapLibreMap } from 'maplibre-gl'

/** The driver's questions to either page. */
export interface Probe {
  ready: boolean
  updates: number
  /** Gives the page a new position of every animal once a second, or as soon as it is through with the last. */
  start: () => void
  stop: () => void
  /** Repaints once a second with nothing new: what a frame costs by itself. */
  repaint: () => void
  /** One update; answers the milliseconds until it is drawn and the GPU is done with it. */
  shown: () => Promise<number>
}

declare global {
  interface Window {
    probe: Probe
  }
}

const everyMs = 1000
const longestMs = 60_000

/**
 * @param update takes the positions of a step; answers when they are in what is drawn
 * @param map the page's map, once there is one
 */
export function offer(update: (step: number) => Promise<void>, map: () => MapLibreMap | undefined): void {
  let running = false
  let repainting: ReturnType<typeof setInterval> | undefined
  let step = 0
  const probe: Probe = {
    ready: false,
    updates: 0,
    start: () => {
      running = true
      void (async () => {
        while (running) {
          const startMs = performance.now()
          const drawn = update(step++)
          probe.updates++
          await drawn
          await sleep(Math.max(0, startMs + everyMs - performance.now()))
        }
      })()
    },
    stop: () => {
      running = false
      clearInterval(repainting)
    },
    repaint: () => {
      repainting = setInterval(() => {
        probe.updates++
        map()?.triggerRepaint()
      }, everyMs)
    },
    shown: async () => {
      const startMs = performance.now()
      const late = sleep(longestMs).then(() => Promise.reject(new Error(`an update was not drawn in ${longestMs / 1000} s`)))
      await Promise.race([update(step++), late])
      const gl = map()?.getCanvas().getContext('webgl2')
      // Reading a pixel waits for all that was drawn before.
      gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
      return performance.now() - startMs
    },
  }
  window.probe = probe
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
