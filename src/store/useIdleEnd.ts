import { useEffect } from 'react'
import { tellNextAct } from '../api/person/activity.ts'
import { loadAccount, useAccountQuery } from './account.ts'

/** A session that nobody uses is about to end so long before it does, ms. */
const nearMs = 5 * 60_000
/** Meanwhile the server is asked this often, ms: somebody may act in another tab. */
const againMs = 20_000
/** The server is asked again after so long, ms, however far the end is. */
const latestMs = 24 * 3_600_000

/** When the session ends unless somebody acts, by this browser's clock, epoch ms; null: not within minutes. */
export function useIdleEnd(): number | null {
  const { data, dataUpdatedAt } = useAccountQuery()
  const leftMs = data?.idleEndsInMs ?? null
  const isNear = leftMs !== null && leftMs <= nearMs
  useEffect(() => {
    if (leftMs === null) return
    if (isNear) tellNextAct()
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      void loadAccount()
      timer = setTimeout(ask, againMs)
    }
    timer = setTimeout(ask, isNear ? againMs : Math.min(leftMs - nearMs, latestMs))
    return () => clearTimeout(timer)
  }, [leftMs, isNear])
  return isNear ? dataUpdatedAt + leftMs : null
}
