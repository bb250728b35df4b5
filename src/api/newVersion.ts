import { create } from 'zustand'

interface VersionState {
  /** Whether the server has another build of the console than the open one. */
  isNewer: boolean
  /** Entry script of that build, which identifies it; null without one. */
  entry: string | null
}

export const useVersion = create<VersionState>()(() => ({ isNewer: false, entry: null }))

const checkIntervalMs = 5 * 60_000
/** The name of a built entry script contains a hash of its content. */
const entry = /\/assets\/[\w.-]+\.js/
const entryTag = /<script[^>]+src="[^"]*(\/assets\/[\w.-]+\.js)"/

function ownEntry(): string | undefined {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
  return scripts.map(({ src }) => entry.exec(src)?.[0]).find((path) => path !== undefined)
}

/**
 * Checks for a new version: whether the console's page, which is never cached, names another entry script than the running one.
 * Without a built script, as in development, there is never a new version.
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

/** Checks every five minutes, and when the user returns to the page. */
export function watchVersion(): () => void {
  const check = () => {
    if (!document.hidden) void checkVersion()
  }
  const timer = setInterval(check, checkIntervalMs)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}
