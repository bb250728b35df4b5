import { useMemo } from 'react'
import { ListPage } from '../../../../list/ListPage.tsx'
import type { ProjectPart } from '../../past/moments.ts'
import { projectTicketList } from './projectTicketList.tsx'

/** Requests about a project, its farms and its animals. */
export function TicketsTab({ project: { id }, moment }: ProjectPart) {
  const list = useMemo(() => projectTicketList(id, moment), [id, moment])
  return <ListPage isPart list={list} />
}
