import { endpoints } from '#contract/calls/endpoints.ts'
import type { Role } from '#contract/people/roles.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useCall } from '../../api/queries.ts'

const reloadMs = 60_000

/** Returns readings of unregistered devices in the last 24 hours; null for users who may not see them, and until loaded. */
export function useUnknownDevices(role: Role | null): number | null {
  const isAllowed = mayCall(endpoints.ingest.summary, role)
  const { data } = useCall(endpoints.ingest.summary, {}, { intervalMs: reloadMs, isEnabled: isAllowed })
  return data ? (data.totals['UNKNOWN_DEVICE'] ?? 0) : null
}
