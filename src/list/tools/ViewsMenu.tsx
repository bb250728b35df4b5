import { DeleteOutlined, EditOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { App, Button, Input, Popover, Skeleton } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { SavedView } from '#contract/savedViews.ts'
import { useSavedViews } from './useSavedViews.ts'

interface Props {
  noun: string
  /** What the list shows: the address's query and the columns. */
  query: string
  columns: readonly string[]
  onApply: (view: SavedView) => void
}

/** The views that a person has saved of a list: to apply, rename and delete, and the present one to save. */
export function ViewsMenu({ noun, query, columns, onApply }: Props) {
  const intl = useIntl()
  const { modal } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  const { views, failed, save, remove } = useSavedViews(noun, isOpen)
  const current = views?.find((view) => view.query === query && view.columns.join() === columns.join())

  const submit = () => {
    const text = name.trim()
    if (text === '') return
    void save(renamed ? { ...renamed, name: text } : { name: text, query, columns: [...columns] }).then((saved) => {
      if (!saved) return
      setName('')
      setRenamed(null)
    })
  }
  const askToRemove = (view: SavedView) =>
    modal.confirm({
      title: intl.formatMessage({ id: 'list.deleteView' }, { name: view.name }),
      content: intl.formatMessage({ id: 'list.deleteViewText' }),
      okText: intl.formatMessage({ id: 'list.delete' }),
      okButtonProps: { danger: true },
      onOk: () => remove(view.id),
    })

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      open={isOpen}
      onOpenChange={setOpen}
      content={
        <div role="dialog" aria-label={intl.formatMessage({ id: 'list.views' })} className="views-menu" onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
          {!views && !failed && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
          {failed && <p className="editor-note">{intl.formatMessage({ id: 'list.viewsFailed' })}</p>}
          {views?.length === 0 && <p className="editor-note">{intl.formatMessage({ id: 'list.noViews' })}</p>}
          <ul>
            {views?.map((view) => (
              <li key={view.id}>
                <button
                  type="button"
                  className="views-apply"
                  aria-pressed={view === current}
                  onClick={() => {
                    onApply(view)
                    setOpen(false)
                  }}
                >
                  {view.name}
                </button>
                <Button
                  size="small"
                  type="text"
                  icon={<EditOutlined aria-hidden />}
                  aria-label={intl.formatMessage({ id: 'list.renameView' }, { name: view.name })}
                  onClick={() => {
                    setRenamed(view)
                    setName(view.name)
                  }}
                />
                <Button size="small" type="text" icon={<DeleteOutlined aria-hidden />} aria-label={intl.formatMessage({ id: 'list.deleteView' }, { name: view.name })} onClick={() => askToRemove(view)} />
              </li>
            ))}
          </ul>
          <form
            className="editor-row"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <Input
              key={renamed?.id ?? 0}
              autoFocus
              maxLength={50}
              value={name}
              placeholder={intl.formatMessage({ id: 'list.viewName' })}
              aria-label={intl.formatMessage({ id: 'list.viewName' })}
              onChange={({ target }) => setName(target.value)}
            />
            <Button type="primary" htmlType="submit" disabled={name.trim() === ''}>
              {intl.formatMessage({ id: renamed ? 'list.rename' : 'list.saveView' })}
            </Button>
          </form>
        </div>
      }
    >
      <Button type="text" icon={current ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />} aria-haspopup="dialog" aria-expanded={isOpen}>
        {current?.name ?? intl.formatMessage({ id: 'list.views' })}
      </Button>
    </Popover>
  )
}
