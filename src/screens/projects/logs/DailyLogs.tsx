import './logs.css'
import { useMemo } from 'react'
import { ListPage } from '../../../list/ListPage.tsx'
import type { Moment } from '../past/moments.ts'
import { logListOf } from './logList.tsx'

/** Daily logs of a project, as part of its page. @param moment past instant; null: now */
export function DailyLogs({ projectId, moment }: { projectId: number; moment: Moment | null }) {
  const list = useMemo(() => logListOf(projectId, moment), [projectId, moment])
  return (
    <div className="log-list">
      <ListPage list={list} isPart />
    </div>
  )
}
