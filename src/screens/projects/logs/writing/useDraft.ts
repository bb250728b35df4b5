import { useEffect, useRef, useState } from 'react'
import type { KeptLog } from '../../../../storage/logShelf.ts'
import { keepLog } from '../../../../store/logs/logStore.ts'
import { isWorthKeeping } from './draft.ts'

/** Typed text is on the disk after so long. */
const restMs = 250

interface Draft {
  /** As it is at this moment, drawn or not. */
  log: KeptLog
  /** Until it is kept; null: it is, or there is nothing worth keeping. */
  timer: ReturnType<typeof setTimeout> | null
}

function flush(draft: { current: Draft }): void {
  const { log, timer } = draft.current
  if (timer === null) return
  clearTimeout(timer)
  draft.current = { log, timer: null }
  void keepLog(log)
}

/** A log while it is written: every change of it is kept at once, so that neither a reload nor a dead battery takes it away. */
export function useDraft(start: KeptLog) {
  const [log, setLog] = useState(start)
  const draft = useRef<Draft>({ log: start, timer: null })

  const change = (part: Partial<KeptLog> | ((now: KeptLog) => Partial<KeptLog>)) => {
    const { log: before, timer } = draft.current
    const next = { ...before, ...(typeof part === 'function' ? part(before) : part) }
    if (timer !== null) clearTimeout(timer)
    // One that was begun is kept without its last word, too.
    const isKept = isWorthKeeping(next) || isWorthKeeping(before)
    draft.current = { log: next, timer: isKept ? setTimeout(() => flush(draft), restMs) : null }
    setLog(next)
  }

  useEffect(() => {
    const leave = () => flush(draft)
    const hide = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  /** Hands the log over: nothing is kept of it as a draft any more. */
  const finish = async (part: Partial<KeptLog>) => {
    const { log: last, timer } = draft.current
    if (timer !== null) clearTimeout(timer)
    draft.current = { log: last, timer: null }
    await keepLog({ ...last, ...part })
  }
  return { log, change, finish }
}
