import { create } from 'zustand'

interface VersionState {
  /** Whether the server has another build of the console than the one that is open. */
  isNewer: boolean
  /** That build's entry script, which tells it apart from every other; null without one. */
  entry: string | null
}

export const useVersion = create<VersionState>()(() => ({ isNewer: false, entry: null }))

const everyMs = 5 * 60_000
/** The name of a built entry script holds a hash of what is in it. */
const entry = /\/assets\/[\w.-]+\.js/
const entryTag = /<script[^>]+src="[^"]*(\/assets\/[\w.-]+\.js)"/

function ownEntry(): string | undefined {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  return scripts.map(({ src }) => entry.exec(src)?.[0]).find((path) => path !== undefined)
}

/**
 * Asks whether there is a new version: whether the console's page, which is never cached, names another entry script than
 * the one that runs. Without a built script, as in development, there is never a newer one.
 */
export async function checkVersion(): Promise<boolean> {
  const own = ownEntry()
  if (own === undefined) return false
  try {
    const response = await fetch('/dashboard', { cache: 'no-store', headers: { accept: 'text/html' } })
    const served = response.ok ? entryTag.exec(await response.text())?.[1] : undefined
    if (served === undefined) return false
    const isNewer = served !== own
    useVersion.setState({ isNewer, entry: isNewer ? served : null })
    return isNewer
  } catch {
    return false
  }
}

/** Asks every few minutes, and when somebody comes back to the page. */
export function watchVersion(): () => void {
  const check = () => {
    if (!document.hidden) void checkVersion()
  }
  const timer = setInterval(check, everyMs)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}
