import type { Map as MapLibreMap } from 'maplibre-gl'
import { lessMotion } from '../../theme/useMedia.ts'
import { isEmulated } from './emulated.ts'

/** Frames a second at most for what moves by itself; without a GPU each frame is drawn by the processor. */
const gpuFps = 30
const softwareFps = 6
/** For whoever asked for less motion: what moves by itself steps along. */
const stepFps = 1

export interface Pace {
  /** How long one frame takes lately, ms. */
  paintMs: () => number
  /** Until the next frame is due, ms; with `everyMs`, when frames are that far apart. 0 or less: it is due. */
  untilDueMs: (everyMs?: number) => number
  /** Does it when the next frame is due, at once if that is now; what is asked for meanwhile is done with it. */
  whenDue: (work: () => void) => void
  repaint: () => void
  stop: () => void
}

/** How often a map is painted for what changes by itself. What a person does is painted at once, and counts. */
export function paceOf(map: Pick<MapLibreMap, 'on' | 'once' | 'off' | 'triggerRepaint' | 'getCanvas'>): Pace {
  const frameMs = 1000 / (matchMedia(lessMotion).matches ? stepFps : isEmulated(map.getCanvas().getContext('webgl2')) ? softwareFps : gpuFps)
  let paintMs = 0
  // Or asked for: a hidden page paints when it is shown again.
  let paintedAtMs = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  const onPaint = () => (paintedAtMs = performance.now())
  map.on('render', onPaint)
  const untilDueMs = (everyMs = frameMs) => paintedAtMs + Math.max(everyMs, frameMs) - performance.now()
  return {
    paintMs: () => paintMs,
    untilDueMs,
    whenDue: (work) => {
      const waitMs = untilDueMs()
      if (waitMs <= 0) work()
      else timer ??= setTimeout(() => {
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
