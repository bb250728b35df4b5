import { useEffect } from 'react'
import { reportNextAct } from '../api/person/activity.ts'
import { loadAccount, useAccountQuery } from './account.ts'

/** Remaining time from which an idle session counts as about to end, ms. */
const nearMs = 5 * 60_000
/** Polling interval while the end is near, ms: the user may act in another tab. */
const nearPollMs = 20_000
/** Maximum pause before the server is asked again, ms. */
const maxPollMs = 24 * 3_600_000

/** Returns when the session ends if the user stays idle, browser clock, epoch ms; null: not within minutes. */
export function useIdleEnd(): number | null {
  const { data, dataUpdatedAt } = useAccountQuery()
  const leftMs = data?.idleEndsInMs ?? null
  const isNear = leftMs !== null && leftMs <= nearMs
  useEffect(() => {
    if (leftMs === null) return
    if (isNear) reportNextAct()
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      void loadAccount()
      timer = setTimeout(ask, nearPollMs)
    }
    timer = setTimeout(ask, isNear ? nearPollMs : Math.min(leftMs - nearMs, maxPollMs))
    return () => clearTimeout(timer)
  }, [leftMs, isNear])
  return isNear ? dataUpdatedAt + leftMs : null
}
