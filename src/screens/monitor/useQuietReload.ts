import { useEffect } from 'react'
import { checkVersion, useVersion } from '../../api/newVersion.ts'
import { followPointer } from '../../api/person/activity.ts'
import { isCurrent, useConnection } from '../../store/connection.ts'

/** Time without a touch after which a wall may load a new version, ms. */
const quietMs = 10 * 60_000
const checkIntervalMs = 15_000
/** Storage key, per tab, of the version that the wall last reloaded for. */
const triedKey = 'drover.reloadedFor'

const touches = ['pointerdown', 'wheel', 'keydown'] as const

/** Loads a new version when nobody uses the wall, no dialog is open and the data is live; once per version. */
export function useQuietReload(): void {
  useEffect(() => {
    let touchedMs = performance.now()
    const touched = () => {
      touchedMs = performance.now()
    }
    const mayReload = () =>
      performance.now() - touchedMs >= quietMs &&
      isCurrent(useConnection.getState().connection) &&
      document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') === null
    const look = async () => {
      const { isNewer } = useVersion.getState()
      if (!isNewer || !mayReload()) return
      // Checks again that the server is available and still has the new version.
      if (!(await checkVersion()) || !mayReload()) return
      const { entry } = useVersion.getState()
      if (entry !== null && isFirstTry(entry)) window.location.reload()
    }
    const timer = setInterval(() => void look(), checkIntervalMs)
    for (const event of touches) window.addEventListener(event, touched, { capture: true, passive: true })
    const leavePointer = followPointer(touched)
    return () => {
      leavePointer()
      clearInterval(timer)
      for (const event of touches) window.removeEventListener(event, touched, { capture: true })
    }
  }, [])
}

/** Prevents endless reloads behind a stale cache; without storage it never reloads. */
function isFirstTry(entry: string): boolean {
  try {
    if (sessionStorage.getItem(triedKey) === entry) return false
    sessionStorage.setItem(triedKey, entry)
    return sessionStorage.getItem(triedKey) === entry
  } catch {
    return false
  }
}
