import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useIntl } from 'react-intl'
import type { FilterValue } from '../address/address.ts'
import type { FilterChange } from '../address/useAddress.ts'
import type { AnyFilter } from '../describe.ts'
import { PopoverButton } from '../PopoverButton.tsx'
import { FilterEditor } from './FilterEditor.tsx'
import { useFilterWords } from './useFilterWords.ts'

interface Props {
  filter: AnyFilter
  value: FilterValue | null
  startsOpen: boolean
  onChange: (change: FilterChange) => void
  onClose: () => void
}

/** A filter: its name, its value, and the editor that opens below it. */
export function FilterChip({ filter, value, startsOpen, onChange, onClose }: Props) {
  const intl = useIntl()
  const words = useFilterWords(filter, value)
  const title = intl.formatMessage({ id: filter.titleId })
  return (
    <span className={`chip-pair${value ? ' chip-set' : ''}`}>
      <PopoverButton
        label={title}
        isChip
        startsOpen={startsOpen}
        onOpen={(isOpen) => !isOpen && onClose()}
        button={
          <>
            <span className="chip-name">{title}</span>
            {value ? <span className="chip-value">{words}</span> : <DownOutlined className="chip-arrow" aria-hidden />}
          </>
        }
      >
        {(close) => <FilterEditor filter={filter} value={value} onChange={onChange} onClose={close} />}
      </PopoverButton>
      {value && (
        <Button
          type="text"
          className="chip-remove"
          aria-label={intl.formatMessage({ id: 'list.removeFilter' }, { name: title })}
          icon={<CloseOutlined aria-hidden />}
          onClick={() => onChange(null)}
        />
      )}
    </span>
  )
}
