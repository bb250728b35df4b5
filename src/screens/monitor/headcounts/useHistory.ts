import { useEffect, useState } from 'react'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '../../../api/call.ts'
import type { HeadcountHistory } from './history.ts'

const reloadMs = 10 * 60_000
const retryMs = 15_000

interface Loaded {
  history: HeadcountHistory | null
  /** ms of the page's monotonic clock. */
  loadedMs: number | null
}

/** The last 24 hours of the headcounts, loaded anew every ten minutes; what failed to load is tried again sooner. */
export function useHistory(): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ history: null, loadedMs: null })
  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const load = async () => {
      let nextMs = reloadMs
      try {
        const history = await call(endpoints.headcounts.history, {}, { quiet: true, signal: abort.signal })
        setLoaded({ history, loadedMs: performance.now() })
      } catch {
        nextMs = retryMs
      }
      if (!abort.signal.aborted) timer = setTimeout(() => void load(), nextMs)
    }
    void load()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [])
  return loaded
}
