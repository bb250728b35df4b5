import { Tabs } from 'antd'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../../../api/session.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { lineList, pledgeList } from './collateralLists.tsx'

interface Props {
  project: { id: number; status: string }
}

/** The collateral of a project: its lines, and the animals that are or were pledged in them. */
export function CollateralTab({ project: { id, status } }: Props) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const [query, setQuery] = useSearchParams()
  const lists = useMemo(() => ({ lines: lineList({ id, status, role }), pledges: pledgeList({ id, status, role }) }), [id, status, role])
  const part = query.get('part') === 'pledges' ? 'pledges' : 'lines'
  return (
    <ListPage
      key={part}
      isPart
      list={lists[part]}
      above={
        <Tabs
          size="small"
          activeKey={part}
          items={(['lines', 'pledges'] as const).map((key) => ({ key, label: intl.formatMessage({ id: lists[key].titleId }) }))}
          onChange={(next) => setQuery({ tab: 'collateral', ...(next === 'pledges' && { part: next }) })}
        />
      }
    />
  )
}
