import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { PopoverButton } from '../PopoverButton.tsx'
import type { Layout } from '../useLayout.ts'

/** Which columns are shown, and in which order. */
export function ColumnsMenu({ layout }: { layout: Layout }) {
  const intl = useIntl()
  const shown = layout.shown.map(({ field }) => field)
  const label = intl.formatMessage({ id: 'list.columns' }, { shown: shown.length, all: layout.all.length })
  const move = (field: string, place: number) => {
    const others = shown.filter((name) => name !== field)
    layout.setColumns([...others.slice(0, place), field, ...others.slice(place)])
  }
  const toggle = (field: string) => layout.setColumns(shown.includes(field) ? shown.filter((name) => name !== field) : [...shown, field])

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
                    <input type="checkbox" checked={place >= 0} disabled={place >= 0 && shown.length === 1} onChange={() => toggle(field)} />
                    {title}
                  </label>
                  {place >= 0 && (
                    <>
                      <Button
                        size="small"
                        type="text"
                        icon={<UpOutlined aria-hidden />}
                        disabled={place === 0}
                        aria-label={intl.formatMessage({ id: 'list.moveUp' }, { title })}
                        onClick={() => move(field, place - 1)}
                      />
                      <Button
                        size="small"
                        type="text"
                        icon={<DownOutlined aria-hidden />}
                        disabled={place === shown.length - 1}
                        aria-label={intl.formatMessage({ id: 'list.moveDown' }, { title })}
                        onClick={() => move(field, place + 1)}
                      />
                    </>
                  )}
                </li>
              )
            })}
          </ul>
          <Button block disabled={layout.isUsual} onClick={() => layout.setColumns(null)}>
            {intl.formatMessage({ id: 'list.resetColumns' })}
          </Button>
        </>
      )}
    </PopoverButton>
  )
}
