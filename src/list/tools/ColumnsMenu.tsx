import { DownOutlined, PushpinFilled, PushpinOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { PopoverButton } from '../PopoverButton.tsx'
import type { Layout } from '../useLayout.ts'

interface Props {
  layout: Layout
  /** The columns that fit. */
  drawn: readonly { field: string }[]
  /** Whether columns can be pinned. */
  hasPins: boolean
}

/** Chooses which columns are shown, their order, and which are pinned. */
export function ColumnsMenu({ layout, drawn, hasPins }: Props) {
  const intl = useIntl()
  const shown = layout.shown.map(({ field }) => field)
  const label = intl.formatMessage({ id: 'list.columns' }, { shown: drawn.length, all: layout.all.length })
  const move = (field: string, place: number) => {
    const others = shown.filter((name) => name !== field)
    layout.setColumns([...others.slice(0, place), field, ...others.slice(place)])
  }
  const hasNoRoom = (field: string) => shown.includes(field) && !drawn.some((column) => column.field === field)
  const isPinned = (field: string | undefined) => field !== undefined && layout.pinned.includes(field)
  const toggle = (field: string) =>
    layout.setColumns(shown.includes(field) ? shown.filter((name) => name !== field) : [...shown, field])

  return (
    <PopoverButton label={label} button={label} placement="bottomRight" className="columns-menu">
      {() => (
        <>
          <ul>
            {layout.all.map(({ field, titleId }) => {
              const title = intl.formatMessage({ id: titleId })
              const place = shown.indexOf(field)
              return (
                <li key={field}>
                  <label>
                    <input
                      type="checkbox"
                      checked={place >= 0}
                      disabled={place >= 0 && shown.length === 1}
                      onChange={() => toggle(field)}
                    />
                    {title}
                    {hasNoRoom(field) && <small>{intl.formatMessage({ id: 'list.noRoom' })}</small>}
                  </label>
                  {place >= 0 && (
                    <>
                      {hasPins && (
                        <Button
                          size="small"
                          type="text"
                          icon={isPinned(field) ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
                          aria-pressed={isPinned(field)}
                          aria-label={intl.formatMessage({ id: 'list.pin' }, { title })}
                          onClick={() => layout.setPinned(field, !isPinned(field))}
                        />
                      )}
                      <Button
                        size="small"
                        type="text"
                        icon={<UpOutlined aria-hidden />}
                        disabled={place === 0 || isPinned(field) !== isPinned(shown[place - 1])}
                        aria-label={intl.formatMessage({ id: 'list.moveUp' }, { title })}
                        onClick={() => move(field, place - 1)}
                      />
                      <Button
                        size="small"
                        type="text"
                        icon={<DownOutlined aria-hidden />}
                        disabled={place === shown.length - 1 || isPinned(field) !== isPinned(shown[place + 1])}
                        aria-label={intl.formatMessage({ id: 'list.moveDown' }, { title })}
                        onClick={() => move(field, place + 1)}
                      />
                    </>
                  )}
                </li>
              )
            })}
          </ul>
          <Button block disabled={layout.isDefault} onClick={layout.resetColumns}>
            {intl.formatMessage({ id: 'list.resetColumns' })}
          </Button>
        </>
      )}
    </PopoverButton>
  )
}
