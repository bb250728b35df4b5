import { useEffect, useRef } from 'react'
import { invalidate } from '../../api/queries.ts'
import { useHeadcounts } from '../headcounts.ts'

/** Window in which a burst of headcount changes is followed once, ms. */
const pauseMs = 3000

/** Follows the live headcounts of farms: a change may alter the numbers of projects with heads there. */
export function useHeardAgain(farmIds: readonly number[]): void {
  const counts = useHeadcounts(({ byFarm }) =>
    farmIds
      .map((farmId) => {
        const farm = byFarm.get(farmId)
        return farm ? `${farm.ledger} ${farm.heard} ${farm.unverified}` : ''
      })
      .join(),
  )
  const seen = useRef(counts)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    if (seen.current === counts) return
    seen.current = counts
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      invalidate('projectHeadcounts', 'projectHeads', 'projectCoverage', 'projectMonitor')
    }, pauseMs)
  }, [counts])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
