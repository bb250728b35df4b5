import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Layout } from '../useLayout.ts'

/** Which columns are shown, and in which order. */
export function ColumnsMenu({ layout }: { layout: Layout }) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const [dragged, setDragged] = useState<string | null>(null)
  const shown = layout.shown.map(({ field }) => field)
  const label = intl.formatMessage({ id: 'list.columns' }, { shown: shown.length, all: layout.all.length })

  const moveTo = (field: string, place: number) => {
    const others = shown.filter((name) => name !== field)
    layout.setColumns([...others.slice(0, place), field, ...others.slice(place)])
  }
  const toggle = (field: string) => layout.setColumns(shown.includes(field) ? shown.filter((name) => name !== field) : [...shown, field])

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      open={isOpen}
      onOpenChange={setOpen}
      content={
        <div role="dialog" aria-label={label} className="columns-menu" onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
          <ul>
            {layout.all.map(({ field, titleId }) => {
              const title = intl.formatMessage({ id: titleId })
              const place = shown.indexOf(field)
              return (
                <li
                  key={field}
                  draggable={place >= 0}
                  data-dragged={dragged === field || undefined}
                  onDragStart={() => setDragged(field)}
                  onDragEnd={() => setDragged(null)}
                  onDragOver={(event) => {
                    if (dragged === null || place < 0) return
                    event.preventDefault()
                    if (dragged !== field) moveTo(dragged, place)
                  }}
                >
                  <label>
                    <input type="checkbox" checked={place >= 0} disabled={place >= 0 && shown.length === 1} onChange={() => toggle(field)} />
                    {title}
                  </label>
                  {place >= 0 && (
                    <>
                      <Button size="small" type="text" icon={<UpOutlined aria-hidden />} disabled={place === 0} aria-label={intl.formatMessage({ id: 'list.moveUp' }, { title })} onClick={() => moveTo(field, place - 1)} />
                      <Button size="small" type="text" icon={<DownOutlined aria-hidden />} disabled={place === shown.length - 1} aria-label={intl.formatMessage({ id: 'list.moveDown' }, { title })} onClick={() => moveTo(field, place + 1)} />
                    </>
                  )}
                </li>
              )
            })}
          </ul>
          <Button block disabled={layout.isUsual} onClick={() => layout.setColumns(null)}>
            {intl.formatMessage({ id: 'list.resetColumns' })}
          </Button>
        </div>
      }
    >
      <Button type="text" aria-haspopup="dialog" aria-expanded={isOpen}>
        {label}
      </Button>
    </Popover>
  )
}
