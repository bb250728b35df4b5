import { Tabs } from 'antd'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../../api/session.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { balanceList } from '../balances/balanceList.tsx'
import { lineList, pledgeList } from './collateralLists.tsx'

interface Props {
  project: { id: number; status: string }
}

const parts = ['lines', 'pledges', 'balances'] as const

/** The collateral of a project: its lines, the animals that are or were pledged in them, and what is left of the loan that they secure. */
export function CollateralTab({ project: { id, status } }: Props) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const [query, setQuery] = useSearchParams()
  const lists = useMemo(() => {
    const isRunning = status === 'ACTIVE' || status === 'CLOSING'
    return { lines: lineList({ id, status, role }), pledges: pledgeList({ id, status, role }), balances: balanceList({ id, isRunning }) }
  }, [id, status, role])
  const part = parts.find((one) => one === query.get('part')) ?? 'lines'
  return (
    <ListPage
      key={part}
      isPart
      list={lists[part]}
      above={
        <Tabs
          size="small"
          activeKey={part}
          items={parts.map((key) => ({ key, label: intl.formatMessage({ id: lists[key].titleId }) }))}
          onChange={(next) => setQuery({ tab: 'collateral', ...(next !== 'lines' && { part: next }) })}
        />
      }
    />
  )
}
