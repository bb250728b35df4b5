import { useEffect, useState } from 'react'
import { endpoints } from '#contract/endpoints.ts'
import { supervisorRoles, type Role } from '#contract/roles.ts'
import { call } from '../../api/call.ts'

const reloadMs = 60_000

/** Readings of devices nobody registered, last 24 hours; null for who may not see them, and until they are known. */
export function useUnknownDevices(role: Role | null): number | null {
  const [count, setCount] = useState<number | null>(null)
  const may = supervisorRoles.some((allowed) => allowed === role)
  useEffect(() => {
    if (!may) return
    const abort = new AbortController()
    const load = async () => {
      try {
        const { totals } = await call(endpoints.ingest.summary, {}, { quiet: true, signal: abort.signal })
        setCount(totals['UNKNOWN_DEVICE'] ?? 0)
      } catch {
        // The tile keeps the last figure; the connection says what is wrong.
      }
    }
    void load()
    const timer = setInterval(() => void load(), reloadMs)
    return () => {
      abort.abort()
      clearInterval(timer)
    }
  }, [may])
  return count
}
