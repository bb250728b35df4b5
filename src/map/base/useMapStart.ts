import { useEffect, useState } from 'react'

const firstWaitMs = 400
const maxWaitMs = 30_000

/** Notice in place of a missing map; null: the map is shown. */
export type MapNotice = 'map.unavailable' | 'map.recovering'

/**
 * Restarts a map after a growing pause when its GPU context was lost or a resource failed to load.
 * Does not retry when the device cannot draw maps.
 */
export function useMapStart() {
  const [{ times, notice }, setState] = useState<{ times: number; notice: MapNotice | null }>({
    times: 0,
    notice: null,
  })

  useEffect(() => {
    if (notice !== 'map.recovering') return
    const timer = setTimeout(
      () => setState({ times, notice: null }),
      Math.min(maxWaitMs, firstWaitMs * 2 ** (times - 1)),
    )
    return () => clearTimeout(timer)
  }, [times, notice])

  const restart = () => setState((state) => ({ times: state.times + 1, notice: 'map.recovering' }))
  return {
    notice,
    beginAgain: restart,
    /** Handles an error before the map has loaded. @param target the map; null when it could not be created */
    onStartError: ({ target }: { target: unknown }) => {
      if (target === null) setState({ times, notice: 'map.unavailable' })
      else restart()
    },
  }
}
