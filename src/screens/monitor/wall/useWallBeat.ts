import { useEffect, useRef } from 'react'
import { wallBeatMs } from '#contract/live/live.ts'
import { useAccount } from '../../../store/account.ts'
import { useClock } from '../../../store/clock.ts'
import { tellWall } from '../../../store/live.ts'
import { useStatus } from '../../../store/status.ts'

/**
 * The sign of life of a wall, which comes from what paints: React has committed a new second, the browser has drawn two frames since,
 * and the server's heartbeat was taken in after the last sign. A page that froze, crashed or hears nothing gives none, however alive
 * its connection is. Left for another page of the console, the wall says so.
 */
export function useWallBeat(): void {
  const isWall = useAccount()?.isDisplay === true
  const isHeard = useStatus(({ status }) => status !== null)
  const beat = useClock(({ nowMs }) => Math.floor(nowMs / wallBeatMs))
  const last = useRef<{ beat: number | null; status: unknown }>({ beat: null, status: null })

  useEffect(() => {
    if (!isWall || !isHeard || last.current.beat === beat) return
    const say = () => {
      const { status } = useStatus.getState()
      if (status === null || status === last.current.status) return
      last.current = { beat, status }
      tellWall(true)
    }
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(say)
    })
    return () => cancelAnimationFrame(frame)
  }, [isWall, isHeard, beat])

  useEffect(() => {
    if (!isWall) return
    const { pathname } = location
    return () => {
      // Whatever else ends it, an error on the page above all, is silence.
      if (location.pathname !== pathname) tellWall(false)
    }
  }, [isWall])
}
