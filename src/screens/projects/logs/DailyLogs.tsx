import './logs.css'
import { useMemo } from 'react'
import { ListPage } from '../../../list/ListPage.tsx'
import type { Moment } from '../past/moments.ts'
import { logListOf } from './logList.tsx'

/** The daily logs of a project, as a part of its page. @param moment null: now */
export function DailyLogs({ projectId, moment }: { projectId: number; moment: Moment | null }) {
  const list = useMemo(() => logListOf(projectId, moment), [projectId, moment])
  return (
    <div className="log-list">
      <ListPage list={list} isPart />
    </div>
  )
}
