import { useMemo } from 'react'
import { ListPage } from '../../../../list/ListPage.tsx'
import { alertList } from '../../alerts/alertList.ts'
import type { ProjectPart } from '../../past/moments.ts'

/** Alerts on the farms of a project. */
export function AlertsTab({ project: { id }, moment }: ProjectPart) {
  const list = useMemo(() => alertList(id, moment), [id, moment])
  return <ListPage isPart list={list} />
}
