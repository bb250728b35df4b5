import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { inPlace } from '../../../api/failures.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { alertConcernsProject } from '../../../entities/alerts/alertOfProject.ts'
import { useAlerts } from '../../../store/alerts.ts'

/** Returns the number of pending items by tab key: open alerts of the farms, and undecided requests. */
export function useTabCounts({ id, farms }: Project): Readonly<Record<string, number>> {
  const project = { id, farmIds: farms.map((farm) => farm.id) }
  const open = useAlerts((state) => state.open)
  const mayAsk = mayCall(
    endpoints.tickets.list,
    useSession(({ session }) => session?.role ?? null),
  )
  const { data } = useCall(
    endpoints.tickets.list,
    { projectId: id, state: ['PENDING'], pageSize: 1 },
    { shows: inPlace, isEnabled: mayAsk },
  )
  return { alerts: open.filter((alert) => alertConcernsProject(alert, project)).length, tickets: data?.total ?? 0 }
}
