import { useMemo } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ProjectStatus } from '#contract/projects/projects.ts'
import { inPlace } from '../../../api/failures.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { PartComing } from '../../../api/LoadFailed.tsx'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { useHeardAgain } from '../../../store/herd/useHeardAgain.ts'
import { ListParts } from '../ListParts.tsx'
import type { Moment } from '../past/moments.ts'
import { draftList } from './draftList.tsx'
import { dayCloseList, headList, ledgerList } from './ledgerLists.tsx'

interface Props {
  id: number
  status: ProjectStatus
  /** Past instant; null: now. */
  moment: Moment | null
}

/** Ledger of a project, the counted heads (until it closes), closed days, and drafts of entries. */
export function ProjectLedger({ id, status, moment }: Props) {
  const loading = useCall(endpoints.projectHeadcounts.shown, { id, ...moment }, { shows: inPlace })
  const { data } = loading
  // New readings do not change the past.
  useHeardAgain(moment ? [] : (data?.farmIds ?? []))
  return data ? (
    <Lists id={id} timeZone={data.timeZone} status={status} moment={moment} />
  ) : (
    <PartComing of={[loading]} lines={8} />
  )
}

function Lists({ id, timeZone, status, moment }: Props & { timeZone: string }) {
  const role = useSession(({ session }) => session?.role ?? null)
  const mayCorrect = mayCall(endpoints.ledgerEntries.correct, role)
  const mayDecide = mayCall(endpoints.ledgerDrafts.complete, role)
  const lists = useMemo(() => {
    const isRunning = moment === null && (status === 'ACTIVE' || status === 'CLOSING')
    const options = { id, timeZone, mayCorrect, isRunning, moment }
    return {
      ledger: ledgerList(options),
      ...(status !== 'CLOSED' && { heads: headList(options) }),
      days: dayCloseList(options),
      ...(moment === null && { drafts: draftList({ id, timeZone, mayDecide: mayDecide && isRunning }) }),
    }
  }, [id, timeZone, mayCorrect, mayDecide, status, moment])
  return <ListParts lists={lists} />
}
