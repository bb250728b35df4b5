import { useMemo } from 'react'
import type { Project } from '#contract/projects/projects.ts'
import { ListPage } from '../../../../list/ListPage.tsx'
import { alertList } from '../../alerts/alertList.ts'

/** What was raised on the farms of a project. */
export function AlertsTab({ project: { id } }: { project: Project }) {
  const list = useMemo(() => alertList(id), [id])
  return <ListPage isPart list={list} />
}
