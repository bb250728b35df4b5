import type { AnimationFrameCallback, AnimationFrameProvider } from '@luma.gl/engine'

export interface FramesOnDemand {
  provider: AnimationFrameProvider
  /** Runs the waiting loop once, at once; a loop that is not there yet runs when it comes. */
  run: () => void
}

/** Frames that a loop gets without asking at first, while it sets itself up. */
const freeFrames = 30

/**
 * Animation frames for deck.gl only when there is something to do. Its loop would otherwise wake the page at every
 * frame of the screen, for weeks, to find out that nothing has changed.
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
