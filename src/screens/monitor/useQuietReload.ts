import { useEffect } from 'react'
import { checkVersion, useVersion } from '../../api/newVersion.ts'
import { followPointer } from '../../api/person/activity.ts'
import { isCurrent, useConnection } from '../../store/connection.ts'

/** So long nobody has touched a wall that may load a new version by itself. */
const quietMs = 10 * 60_000
const everyMs = 15_000
/** Remembers, in this tab, which version it was loaded again for. */
const triedKey = 'drover.reloadedFor'

const touches = ['pointerdown', 'wheel', 'keydown'] as const

/** Loads a new version when nobody is at the wall, nothing is open on it and the picture is live: once a version. */
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
      // Asked once more: the server has to be there, and still have it.
      if (!(await checkVersion()) || !mayReload()) return
      const { entry } = useVersion.getState()
      if (entry !== null && isFirstTry(entry)) window.location.reload()
    }
    const timer = setInterval(() => void look(), everyMs)
    for (const event of touches) window.addEventListener(event, touched, { capture: true, passive: true })
    const leavePointer = followPointer(touched)
    return () => {
      leavePointer()
      clearInterval(timer)
      for (const event of touches) window.removeEventListener(event, touched, { capture: true })
    }
  }, [])
}

/** A page that something on the way keeps old would be loaded for ever: without a memory of it, never. */
function isFirstTry(entry: string): boolean {
  try {
    if (sessionStorage.getItem(triedKey) === entry) return false
    sessionStorage.setItem(triedKey, entry)
    return sessionStorage.getItem(triedKey) === entry
  } catch {
    return false
  }
}
