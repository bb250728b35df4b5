import { useEffect, useRef, useState } from 'react'
import type { StoredLog } from '../../../../storage/logShelf.ts'
import { saveLog } from '../../../../store/logs/logStore.ts'
import { isWorthKeeping } from './draft.ts'

/** Delay before input is saved, ms. */
const restMs = 250

interface Draft {
  /** Latest state, rendered or not. */
  log: StoredLog
  /** Pending save; null: saved, or nothing worth saving. */
  timer: ReturnType<typeof setTimeout> | null
}

function flush(draft: { current: Draft }): void {
  const { log, timer } = draft.current
  if (timer === null) return
  clearTimeout(timer)
  draft.current = { log, timer: null }
  void saveLog(log)
}

/** Manages a log during writing. Saves every change within moments, so that neither a reload nor an empty battery loses input. */
export function useDraft(start: StoredLog) {
  const [log, setLog] = useState(start)
  const draft = useRef<Draft>({ log: start, timer: null })

  const change = (part: Partial<StoredLog> | ((now: StoredLog) => Partial<StoredLog>)) => {
    const { log: before, timer } = draft.current
    const next = { ...before, ...(typeof part === 'function' ? part(before) : part) }
    if (timer !== null) clearTimeout(timer)
    // Also saves a log whose last input was removed.
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

  /** Submits the log, which then stops being a draft. */
  const finish = async (part: Partial<StoredLog>) => {
    const { log: last, timer } = draft.current
    if (timer !== null) clearTimeout(timer)
    draft.current = { log: last, timer: null }
    await saveLog({ ...last, ...part })
  }
  return { log, change, finish }
}
