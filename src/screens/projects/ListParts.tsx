import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { Tabs } from '../../controls/Tabs.tsx'
import { paramsOutsideList } from '../../list/address/address.ts'
import type { RecordList } from '../../list/describe.ts'
import { ListPage } from '../../list/ListPage.tsx'

/** Shows one of several lists in a tab of a project's page: the first, or the one in `?part=`. */
export function ListParts({ lists }: { lists: Readonly<Record<string, RecordList>> }) {
  const intl = useIntl()
  const [query, setQuery] = useSearchParams()
  const [first = ''] = Object.keys(lists)
  const named = query.get('part') ?? first
  const part = named in lists ? named : first
  const list = lists[part]
  if (!list) return null
  const choose = (next: string) => {
    // Drops filters, page and open row of the previous list, and keeps the surrounding page's parameters.
    const address = paramsOutsideList(list, query)
    address.delete('part')
    if (next !== first) address.set('part', next)
    setQuery(address)
  }
  const titles = Object.entries(lists).map(([key, { titleId }]) => ({
    key,
    title: intl.formatMessage({ id: titleId }),
  }))
  return (
    <ListPage
      key={list.noun}
      isPart
      list={list}
      above={
        <Tabs
          size="small"
          label={intl.formatMessage({ id: 'project.parts' })}
          tabs={titles}
          active={part}
          onChange={choose}
        />
      }
    />
  )
}
