import type { Map as MapLibreMap } from 'maplibre-gl'

/** The interface through which the driver controls either page. */
export interface Probe {
  ready: boolean
  updates: number
  /** Updates every animal's position once a second, or as soon as the previous update is drawn. */
  start: () => void
  stop: () => void
  /** Repaints once a second without changes, to measure the cost of a frame alone. */
  repaint: () => void
  /** Makes one update; returns the milliseconds until the GPU has drawn it. */
  shown: () => Promise<number>
}

declare global {
  interface Window {
    probe: Probe
  }
}

const updateIntervalMs = 1000
const longestMs = 60_000

/**
 * Exposes the page's probe.
 * @param update applies the positions of a step; resolves when they are drawn
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
          await sleep(Math.max(0, startMs + updateIntervalMs - performance.now()))
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
      }, updateIntervalMs)
    },
    shown: async () => {
      const startMs = performance.now()
      const late = sleep(longestMs).then(() =>
        Promise.reject(new Error(`an update was not drawn in ${longestMs / 1000} s`)),
      )
      await Promise.race([update(step++), late])
      const gl = map()?.getCanvas().getContext('webgl2')
      // Reading a pixel waits for everything drawn before.
      gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
      return performance.now() - startMs
    },
  }
  window.probe = probe
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
