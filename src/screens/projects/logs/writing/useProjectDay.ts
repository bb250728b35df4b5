import { useEffect, useState } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { LogProject, ProjectDay } from '#contract/projects/days/dailyLogs.ts'
import { inPlace } from '../../../../api/failures.ts'
import { useCall } from '../../../../api/queries.ts'
import { logShelf } from '../../../../store/logs/logStore.ts'
import { noteServerTime } from '../../../../store/logs/logClock.ts'

const reloadIntervalMs = 60_000

/** Loads a project's day from the server or, offline, as last stored on this device. */
export function useProjectDay(userId: number, projectId: number) {
  const { data, dataUpdatedAt, error, refetch } = useCall(
    endpoints.dailyLogs.day,
    { id: projectId },
    { shows: inPlace, intervalMs: reloadIntervalMs },
  )
  const [kept, setKept] = useState<ProjectDay | null>(null)
  useEffect(() => {
    void logShelf().then(async (shelf) =>
      data ? shelf.putDay(userId, data) : setKept(await shelf.day(userId, projectId)),
    )
  }, [data, userId, projectId])
  useEffect(() => {
    if (data) noteServerTime(Date.parse(data.at), dataUpdatedAt)
  }, [data, dataUpdatedAt])
  // A refusal is not a network failure, so stored data is not shown.
  const isRefused = error !== null && error.status >= 400 && error.status < 500
  return { day: data ?? (isRefused ? null : kept), isOld: data === undefined || error !== null, error, refetch }
}

/** Loads the projects whose logs the user may write or, offline, as last stored. */
export function useProjectList(userId: number) {
  const { data, error, refetch } = useCall(endpoints.dailyLogs.projects, {}, { shows: inPlace })
  const [kept, setKept] = useState<LogProject[] | null>(null)
  useEffect(() => {
    void logShelf().then(async (shelf) =>
      data ? shelf.putProjects(userId, data.list) : setKept(await shelf.projects(userId)),
    )
  }, [data, userId])
  return { projects: data?.list ?? kept, error, refetch }
}
