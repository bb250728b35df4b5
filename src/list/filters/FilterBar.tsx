import './filters.css'
import { PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown, type InputRef } from 'antd'
import { useState, type ReactNode, type RefObject } from 'react'
import { useIntl } from 'react-intl'
import type { AnyFilter, RecordList } from '../describe.ts'
import type { AddressBar } from '../address/useAddress.ts'
import { FilterChip } from './FilterChip.tsx'
import { SearchField } from './SearchField.tsx'

interface Props {
  list: RecordList
  bar: AddressBar
  search: RefObject<InputRef | null>
  /** Number of unset filters shown as chips; the rest are behind the button. */
  offered: number
  children: ReactNode
}

/** Search field, active filters, and filters that can be added. */
export function FilterBar({ list, bar, search, offered, children }: Props) {
  const intl = useIntl()
  const [opening, setOpening] = useState<string | null>(null)
  const { filters } = bar.address
  const first = list.filters.find(({ shape }) => shape.kind === 'text')
  const chips = list.filters.filter((filter) => filter !== first)
  const isSet = ({ field }: AnyFilter) => filters.has(field)
  const unset = chips.filter((filter) => !isSet(filter))
  const standing = unset.slice(0, offered)
  const others = unset.slice(offered).filter(({ field }) => field !== opening)
  const shown = chips.filter((filter) => isSet(filter) || standing.includes(filter) || filter.field === opening)

  return (
    <div className="filters row" role="search" aria-label={intl.formatMessage({ id: 'list.filters' })}>
      {first && <SearchField filter={first} bar={bar} input={search} />}
      {shown.map((filter) => (
        <FilterChip
          key={filter.field}
          filter={filter}
          value={filters.get(filter.field) ?? null}
          startsOpen={filter.field === opening}
          onChange={(value) => bar.setFilter(filter.field, value)}
          onClose={() => setOpening((now) => (now === filter.field ? null : now))}
        />
      ))}
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: others.map(({ field, titleId }) => ({ key: field, label: intl.formatMessage({ id: titleId }) })),
            onClick: ({ key }) => setOpening(key),
          }}
        >
          <Button className="chip" icon={<PlusOutlined />}>
            {intl.formatMessage({ id: 'list.addFilter' })}
          </Button>
        </Dropdown>
      )}
      {filters.size > 0 && (
        <Button type="text" className="chip-clear" onClick={bar.clearFilters}>
          {intl.formatMessage({ id: 'list.clearFilters' })}
        </Button>
      )}
      <div className="filters-tools">{children}</div>
    </div>
  )
}
