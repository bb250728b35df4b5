import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { SavedView } from '#contract/office/savedViews.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import type { useSavedViews } from './useSavedViews.ts'

export interface ViewsProps {
  noun: string
  /** State of the list: the URL query and the columns. */
  query: string
  columns: readonly string[]
  onApply: (view: SavedView) => void
}

interface Props extends ViewsProps {
  saved: ReturnType<typeof useSavedViews>
  current: SavedView | undefined
  close: () => void
}

export function ViewsPanel({ query, columns, onApply, saved: { views, failed, save, remove }, current, close }: Props) {
  const intl = useIntl()
  const { modal } = App.useApp()
  const [name, setName] = useState('')
  const [renamed, setRenamed] = useState<SavedView | null>(null)

  const submit = async () => {
    const text = name.trim()
    if (text === '') return
    const isSaved = await save(renamed ? { ...renamed, name: text } : { name: text, query, columns: [...columns] })
    if (!isSaved) return
    setName('')
    setRenamed(null)
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
    <>
      {!views && !failed && <SkeletonLines lines={2} />}
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
                close()
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
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={intl.formatMessage({ id: 'list.deleteView' }, { name: view.name })}
              onClick={() => askToRemove(view)}
            />
          </li>
        ))}
      </ul>
      <form
        className="editor-row"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
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
    </>
  )
}
