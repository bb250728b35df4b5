import { Skeleton, Tabs } from 'antd'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { useHeardAgain } from '../../../store/herd/useHeardAgain.ts'
import { dayCloseList, headList, ledgerList } from './ledgerLists.tsx'

/** The ledger of a project, the heads that it counts, and the days that were closed. */
export function ProjectLedger({ id }: { id: number }) {
  const { data } = useCall(endpoints.projectHeadcounts.shown, { id })
  useHeardAgain(data?.farmIds ?? [])
  return data ? <Lists id={id} timeZone={data.timeZone} /> : <Skeleton active title={false} />
}

function Lists({ id, timeZone }: { id: number; timeZone: string }) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const [query, setQuery] = useSearchParams()
  const mayCorrect = mayCall(endpoints.ledgerEntries.correct, role)
  const lists = useMemo(() => {
    const options = { id, timeZone, mayCorrect }
    return { ledger: ledgerList(options), heads: headList(options), days: dayCloseList(options) }
  }, [id, timeZone, mayCorrect])
  const asked = query.get('part')
  const part = asked === 'heads' || asked === 'days' ? asked : 'ledger'
  const show = (next: string) => setQuery({ tab: query.get('tab') ?? '', ...(next !== 'ledger' && { part: next }) })
  return (
    <ListPage
      key={part}
      isPart
      list={lists[part]}
      above={
        <Tabs
          size="small"
          activeKey={part}
          items={(['ledger', 'heads', 'days'] as const).map((key) => ({ key, label: intl.formatMessage({ id: lists[key].titleId }) }))}
          onChange={show}
        />
      }
    />
  )
}
