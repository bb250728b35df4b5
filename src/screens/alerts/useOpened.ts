import { endpoints } from '#contract/calls/endpoints.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { useCall } from '../../api/queries.ts'
import { useAlerts } from '../../store/alerts.ts'

/**
 * Returns the alert in the URL: from the live store while it is open, otherwise from the server.
 * `isGone`: there is no such alert that the user may see.
 */
export function useOpened(id: number | null): { alert: Alert | null; isGone: boolean } {
  const live = useAlerts(({ open }) => (id === null ? undefined : open.find((alert) => alert.id === id)))
  const { data, error } = useCall(
    endpoints.alerts.detail,
    { id: id ?? 0 },
    { isEnabled: id !== null, shows: ({ code }) => code === 'NOT_FOUND' },
  )
  const loaded = data?.id === id ? data : undefined
  const alert = live && loaded && live.changeId < loaded.changeId ? loaded : (live ?? loaded ?? null)
  return { alert: id === null ? null : alert, isGone: error?.code === 'NOT_FOUND' && alert === null }
}
