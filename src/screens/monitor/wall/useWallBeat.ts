import { useEffect, useRef } from 'react'
import { wallBeatMs } from '#contract/live/live.ts'
import { useAccount } from '../../../store/account.ts'
import { useClock } from '../../../store/clock.ts'
import { reportWallPainted } from '../../../store/live.ts'
import { useStatus } from '../../../store/status.ts'

/**
 * Sends a wall's heartbeat, which proves that it paints:
 * React has committed a new second, the browser has since drawn two frames, and a newer server heartbeat has arrived.
 * A page that froze, crashed or receives nothing sends none, even if its connection is alive. A wall that navigates elsewhere reports that.
 */
export function useWallBeat(): void {
  const isWall = useAccount()?.isDisplay === true
  const isHeard = useStatus(({ status }) => status !== null)
  const beat = useClock(({ nowMs }) => Math.floor(nowMs / wallBeatMs))
  const last = useRef<{ beat: number | null; status: unknown }>({ beat: null, status: null })

  useEffect(() => {
    if (!isWall || !isHeard || last.current.beat === beat) return
    const reportBeat = () => {
      const { status } = useStatus.getState()
      if (status === null || status === last.current.status) return
      last.current = { beat, status }
      reportWallPainted(true)
    }
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(reportBeat)
    })
    return () => cancelAnimationFrame(frame)
  }, [isWall, isHeard, beat])

  useEffect(() => {
    if (!isWall) return
    const { pathname } = location
    return () => {
      // Every other end, above all an error on the page, shows as silence.
      if (location.pathname !== pathname) reportWallPainted(false)
    }
  }, [isWall])
}
