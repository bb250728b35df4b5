import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { FilterValue } from '../address.ts'
import type { AnyFilter } from '../describe.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { useFilterWords } from './useFilterWords.ts'

interface Props {
  filter: AnyFilter
  value: FilterValue | null
  startsOpen: boolean
  onChange: (value: FilterValue | null) => void
  onClose: () => void
}

/** A filter: its name, what it is set to, and what sets it below. */
export function FilterChip({ filter, value, startsOpen, onChange, onClose }: Props) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(startsOpen)
  const button = useRef<HTMLButtonElement>(null)
  const words = useFilterWords(filter, value)
  const title = intl.formatMessage({ id: filter.titleId })
  const close = () => {
    setOpen(false)
    button.current?.focus()
    onClose()
  }
  return (
    <span className={`chip-pair${value ? ' chip-set' : ''}`}>
      <Popover
        trigger="click"
        placement="bottom"
        arrow={false}
        destroyOnHidden
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open)
          if (!open) onClose()
        }}
        content={
          <div
            role="dialog"
            aria-label={title}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              close()
            }}
          >
            <FilterEditor filter={filter} value={value} onChange={onChange} onClose={close} />
          </div>
        }
      >
        <Button ref={button} className="chip" aria-expanded={isOpen} aria-haspopup="dialog">
          <span className="chip-name">{title}</span>
          {value ? <span className="chip-value">{words}</span> : <DownOutlined className="chip-arrow" aria-hidden />}
        </Button>
      </Popover>
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
