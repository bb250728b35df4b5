import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConnection } from './connection.ts'
import { failedDependency, useStatus } from './status.ts'

/**
 * Why nothing new arrives. `network`: the browser has no network. `server`: the server does not answer. `database`, `broker`: the server
 * answers without its database or broker. `stale`: the connection stands, but brings nothing.
 */
export type ConnectionTrouble = 'network' | 'server' | 'database' | 'broker' | 'stale'

const readyPath = '/health/ready'
const probeMs = 5000

function listenToNetwork(onChange: () => void): () => void {
  const events = ['online', 'offline'] as const
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}

/** Returns why nothing new arrives; null while it does. */
export function useConnectionTrouble(): ConnectionTrouble | null {
  const isOnLine = useSyncExternalStore(listenToNetwork, () => navigator.onLine)
  const kind = useConnection((state) => state.connection.kind)
  const unavailable = useStatus(({ status }) => failedDependency(status)?.part ?? null)
  const isDisconnected = kind === 'offline'
  const isDatabaseDown = useDatabaseProbe(isOnLine && isDisconnected)
  if (!isOnLine) return 'network'
  if (isDisconnected) return isDatabaseDown ? 'database' : 'server'
  if (kind === 'stale') return 'stale'
  return unavailable
}

/** Asks a server without a live connection whether it lacks its database, which it cannot say over that connection. */
function useDatabaseProbe(isEnabled: boolean): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    if (!isEnabled) return
    const stopped = new AbortController()
    const ask = async () => {
      const down = await isDatabaseMissing(stopped.signal)
      if (!stopped.signal.aborted) setIsDown(down)
    }
    void ask()
    const timer = setInterval(() => void ask(), probeMs)
    return () => {
      stopped.abort()
      clearInterval(timer)
      setIsDown(false)
    }
  }, [isEnabled])
  return isDown
}

async function isDatabaseMissing(signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(readyPath, { signal })
    if (answer.status !== 503) return false
    const { missing } = (await answer.json()) as { missing?: unknown }
    return Array.isArray(missing) && missing.includes('database')
  } catch {
    return false
  }
}
