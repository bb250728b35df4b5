import './logs.css'
import { useState } from 'react'
import { ListPage } from '../../../list/ListPage.tsx'
import { logListOf } from './logList.tsx'

/** The daily logs of a project, as a part of its page. */
export function DailyLogs({ projectId }: { projectId: number }) {
  const [list] = useState(() => logListOf(projectId))
  return (
    <div className="log-list">
      <ListPage list={list} isPart />
    </div>
  )
}
