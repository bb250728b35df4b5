import { Skeleton } from 'antd'
import { useMemo } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { useHeardAgain } from '../../../store/herd/useHeardAgain.ts'
import { ListParts } from '../ListParts.tsx'
import { dayCloseList, headList, ledgerList } from './ledgerLists.tsx'

/** The ledger of a project, the heads that it counts, and the days that were closed. */
export function ProjectLedger({ id, isRunning }: { id: number; isRunning: boolean }) {
  const { data } = useCall(endpoints.projectHeadcounts.shown, { id })
  useHeardAgain(data?.farmIds ?? [])
  return data ? <Lists id={id} timeZone={data.timeZone} isRunning={isRunning} /> : <Skeleton active title={false} />
}

function Lists({ id, timeZone, isRunning }: { id: number; timeZone: string; isRunning: boolean }) {
  const role = useSession(({ session }) => session?.role ?? null)
  const mayCorrect = mayCall(endpoints.ledgerEntries.correct, role)
  const lists = useMemo(() => {
    const options = { id, timeZone, mayCorrect, isRunning }
    return { ledger: ledgerList(options), heads: headList(options), days: dayCloseList(options) }
  }, [id, timeZone, mayCorrect, isRunning])
  return <ListParts lists={lists} />
}
