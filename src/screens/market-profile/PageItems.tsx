import { PlusOutlined } from '@ant-design/icons'
import { App, Button, Popconfirm } from 'antd'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import { OrderButton } from '../../entities/ordering/OrderButton.tsx'
import { Thumbnail } from '../../form/files/Thumbnail.tsx'
import type { RecordForm } from '../../form/describe.ts'
import { RecordDrawer } from '../../form/RecordDrawer.tsx'
import type { MessageId } from '../../locale/languages.ts'
import { itemForms, type ItemKind } from './marketingForms.tsx'

interface Item {
  id: number
  name: string
  note: string
  imageId: string | null
}

interface Props {
  kind: ItemKind
  orgId: number
  titleId: MessageId
  addId: MessageId
  emptyId: MessageId
  items: readonly Item[]
}

const { removeUseCase, removeNews, removePartnership, removeLink } = endpoints.marketingPages
const removals = {
  useCases: removeUseCase,
  news: removeNews,
  partnerships: removePartnership,
  links: removeLink,
} as const satisfies Record<ItemKind, unknown>

/** Section of the page with a list, whose items are added, changed, removed and ordered. */
export function PageItems({ kind, orgId, titleId, addId, emptyId, items }: Props) {
  const intl = useIntl()
  const { message } = App.useApp()
  // Item whose form is open; null: none, 'new': a new item.
  const [opened, setOpened] = useState<number | 'new' | null>(null)
  const [shown, setShown] = useState<number | 'new'>('new')
  if (opened !== null && opened !== shown) setShown(opened)
  const form = useMemo(
    (): RecordForm<object, unknown> => itemForms[kind](shown === 'new' ? null : shown),
    [kind, shown],
  )
  const title = intl.formatMessage({ id: titleId })

  const ordered = { entries: items.map(({ id, name }) => ({ id, name })), total: items.length }

  async function remove(id: number) {
    try {
      await call(removals[kind], { id })
      void message.success(intl.formatMessage({ id: 'form.submitted' }))
    } catch (error) {
      // Failures have already been reported.
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <section className="panel market-part" aria-label={title}>
      <header className="row">
        <h2>{title}</h2>
        <div className="row market-tools">
          {items.length > 1 && (
            <OrderButton
              noun="marketingPages"
              useEntries={() => ordered}
              save={(ids) => call(endpoints.marketingPages.order, { section: kind, ids })}
            />
          )}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpened('new')}>
            {intl.formatMessage({ id: addId })}
          </Button>
        </div>
      </header>
      {items.length === 0 && <p className="market-none">{intl.formatMessage({ id: emptyId })}</p>}
      <ul className="market-items">
        {items.map(({ id, name, note, imageId }) => (
          <li key={id} className="row">
            {imageId !== null && <Thumbnail id={imageId} />}
            <div className="market-item">
              <bdi>{name}</bdi>
              <span className="clip">{note}</span>
            </div>
            <Button
              size="small"
              aria-label={intl.formatMessage({ id: 'marketing.editOf' }, { name })}
              onClick={() => setOpened(id)}
            >
              {intl.formatMessage({ id: 'form.edit' })}
            </Button>
            <Popconfirm
              title={intl.formatMessage({ id: 'marketing.removeAsk' }, { name })}
              okText={intl.formatMessage({ id: 'bin.remove' })}
              onConfirm={() => remove(id)}
            >
              <Button size="small" danger aria-label={intl.formatMessage({ id: 'marketing.removeOf' }, { name })}>
                {intl.formatMessage({ id: 'bin.remove' })}
              </Button>
            </Popconfirm>
          </li>
        ))}
      </ul>
      <RecordDrawer
        form={form}
        id={opened === null ? null : opened === 'new' ? 'new' : orgId}
        onClose={() => setOpened(null)}
      />
    </section>
  )
}
