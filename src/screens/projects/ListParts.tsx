import { Tabs } from 'antd'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import type { RecordList } from '../../list/describe.ts'
import { ListPage } from '../../list/ListPage.tsx'

/** Lists of which a tab of a project's page shows one: the first, or the one that the address names as `?part=`. */
export function ListParts({ lists }: { lists: Readonly<Record<string, RecordList>> }) {
  const intl = useIntl()
  const [query, setQuery] = useSearchParams()
  const [first = ''] = Object.keys(lists)
  const part = query.get('part') ?? first
  const list = lists[part] ?? lists[first]
  return (
    list && (
      <ListPage
        key={list.noun}
        isPart
        list={list}
        above={
          <Tabs
            size="small"
            activeKey={part in lists ? part : first}
            items={Object.entries(lists).map(([key, { titleId }]) => ({ key, label: intl.formatMessage({ id: titleId }) }))}
            onChange={(next) => setQuery({ tab: query.get('tab') ?? '', ...(next !== first && { part: next }) })}
          />
        }
      />
    )
  )
}
