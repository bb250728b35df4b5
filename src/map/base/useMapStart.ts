import { useEffect, useState } from 'react'

const firstWaitMs = 400
const longestWaitMs = 30_000

/** The notice in place of a map that is not there; null: it is there. */
export type MapNotice = 'map.unavailable' | 'map.recovering'

/**
 * Makes a map anew, after a pause that grows, where its GPU context was lost, or something that it begins with could not be
 * fetched. A device that draws no maps is not tried again.
 */
export function useMapStart() {
  const [{ times, notice }, setState] = useState<{ times: number; notice: MapNotice | null }>({ times: 0, notice: null })

  useEffect(() => {
    if (notice !== 'map.recovering') return
    const timer = setTimeout(() => setState({ times, notice: null }), Math.min(longestWaitMs, firstWaitMs * 2 ** (times - 1)))
    return () => clearTimeout(timer)
  }, [times, notice])

  const beginAgain = () => setState((state) => ({ times: state.times + 1, notice: 'map.recovering' }))
  return {
    notice,
    beginAgain,
    /** For an error before a map is loaded. @param target the map; null where it could not be made */
    onStartError: ({ target }: { target: unknown }) => {
      if (target === null) setState({ times, notice: 'map.unavailable' })
      else beginAgain()
    },
  }
}
