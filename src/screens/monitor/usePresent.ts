import { useEffect, useState } from 'react'
import { herdNow } from '../../store/clock.ts'
import { isCurrent, useConnection } from '../../store/connection.ts'
import { useHeadcounts } from '../../store/headcounts.ts'
import type { Sample } from './headcounts/history.ts'

const updateIntervalMs = 10_000

/** Returns the current totals of all farms for the end of the chart; null while unknown. */
export function usePresent(): Sample | null {
  const [present, setPresent] = useState<Sample | null>(null)
  useEffect(() => {
    const take = () => {
      const at = herdNow()
      const headcounts = [...useHeadcounts.getState().byFarm.values()]
      if (at === null || headcounts.length === 0 || !isCurrent(useConnection.getState().connection)) return
      const sum = (of: (headcount: (typeof headcounts)[number]) => number) =>
        headcounts.reduce((total, each) => total + of(each), 0)
      setPresent({
        at,
        ledger: sum(({ ledger }) => ledger),
        heard: sum(({ heard }) => heard),
        unverified: sum(({ unverified }) => unverified),
      })
    }
    const first = setTimeout(take, 2500)
    const timer = setInterval(take, updateIntervalMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
  return present
}
