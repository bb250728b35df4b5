import type { Map as MapLibreMap } from 'maplibre-gl'
import { lessMotion } from '../../theme/useMedia.ts'
import { isEmulated } from './emulated.ts'

/** Maximum frames per second for automatic changes; without a GPU the CPU draws each frame. */
const gpuFps = 30
const softwareFps = 6
/** Frames per second for users who prefer reduced motion. */
const stepFps = 1

export interface Pace {
  /** Average time of recent frames, ms. */
  paintMs: () => number
  /** Time until the next frame is due, ms, at the pace or a longer given interval. 0 or less: due now. */
  untilDueMs: (everyMs?: number) => number
  /** Runs the work when the next frame is due, immediately if that is now; requests made before then run with it. */
  whenDue: (work: () => void) => void
  repaint: () => void
  stop: () => void
}

/** Limits how often a map is painted for automatic changes. User actions are painted at once, and count as frames. */
export function paceOf(map: Pick<MapLibreMap, 'on' | 'once' | 'off' | 'triggerRepaint' | 'getCanvas'>): Pace {
  const frameMs =
    1000 /
    (matchMedia(lessMotion).matches ? stepFps : isEmulated(map.getCanvas().getContext('webgl2')) ? softwareFps : gpuFps)
  let paintMs = 0
  // Time of the last paint or repaint request; a hidden page paints when it is shown again.
  let paintedAtMs = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  const onPaint = () => (paintedAtMs = performance.now())
  map.on('render', onPaint)
  const untilDueMs = (minIntervalMs = frameMs) => paintedAtMs + Math.max(minIntervalMs, frameMs) - performance.now()
  return {
    paintMs: () => paintMs,
    untilDueMs,
    whenDue: (work) => {
      const waitMs = untilDueMs()
      if (waitMs <= 0) work()
      else
        timer ??= setTimeout(() => {
          timer = undefined
          work()
        }, waitMs)
    },
    repaint: () => {
      const askedMs = performance.now()
      paintedAtMs = askedMs
      map.once('render', () => (paintMs = paintMs * 0.8 + Math.min(500, performance.now() - askedMs) * 0.2))
      map.triggerRepaint()
    },
    stop: () => {
      clearTimeout(timer)
      map.off('render', onPaint)
    },
  }
}
