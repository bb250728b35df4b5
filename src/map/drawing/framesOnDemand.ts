import type { AnimationFrameCallback, AnimationFrameProvider } from '@luma.gl/engine'

export interface FramesOnDemand {
  provider: AnimationFrameProvider
  /** Runs the waiting loop once, immediately or when it registers. */
  run: () => void
}

/** Frames granted without request while a loop sets itself up. */
const freeFrames = 30

/**
 * Provides animation frames to deck.gl only when there is work.
 * Its loop would otherwise run on every screen frame, for weeks, without any change.
 */
export function framesOnDemand(): FramesOnDemand {
  let waiting: AnimationFrameCallback | null = null
  let request = 0
  let free = freeFrames
  let owed = false

  const run = () => {
    const callback = waiting
    waiting = null
    owed = callback === null
    callback?.(performance.now())
  }
  const schedule = () => {
    cancelAnimationFrame(request)
    request = requestAnimationFrame(run)
  }
  return {
    run,
    provider: {
      requestAnimationFrame: (callback) => {
        waiting = callback
        if (owed || free > 0) {
          free--
          schedule()
        }
        return 1
      },
      cancelAnimationFrame: () => {
        waiting = null
        cancelAnimationFrame(request)
      },
    },
  }
}
