import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { pageSizes } from './address/address.ts'

interface Props {
  page: number
  size: number
  /** Null: not yet known. */
  total: number | null
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Shows which rows of the total are visible, and navigates between pages. */
export function Pager({ page, size, total, onPage, onSize }: Props) {
  const intl = useIntl()
  const pages = Math.max(1, Math.ceil((total ?? 0) / size))
  const sizes: number[] = [...new Set([...pageSizes, size])].toSorted((a, b) => a - b)
  const step = (by: number, id: 'list.previousPage' | 'list.nextPage', icon: ReactNode) => (
    <Button
      type="text"
      icon={icon}
      disabled={page + by < 1 || page + by > pages}
      aria-label={intl.formatMessage({ id })}
      onClick={() => onPage(page + by)}
    />
  )
  return (
    <nav className="pager row" aria-label={intl.formatMessage({ id: 'list.pages' })}>
      <span className="pager-rows">
        {total !== null &&
          total > 0 &&
          intl.formatMessage(
            { id: 'list.rows' },
            { from: (page - 1) * size + 1, to: Math.min(total, page * size), total },
          )}
      </span>
      <label className="pager-size">
        <select
          value={size}
          onChange={({ target }) => onSize(Number(target.value))}
          aria-label={intl.formatMessage({ id: 'list.pageSize' })}
        >
          {sizes.map((count) => (
            <option key={count} value={count}>
              {intl.formatMessage({ id: 'list.perPage' }, { count })}
            </option>
          ))}
        </select>
      </label>
      {step(-1, 'list.previousPage', <LeftOutlined className="turns" aria-hidden />)}
      <label className="pager-page">
        <input
          key={page}
          type="text"
          inputMode="numeric"
          defaultValue={page}
          aria-label={intl.formatMessage({ id: 'list.page' })}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          onBlur={({ target }) => {
            const chosenPage = Math.min(pages, Math.max(1, Math.round(Number(target.value)) || page))
            if (chosenPage === page) target.value = String(page)
            else onPage(chosenPage)
          }}
        />
        <span>{intl.formatMessage({ id: 'list.ofPages' }, { pages })}</span>
      </label>
      {step(1, 'list.nextPage', <RightOutlined className="turns" aria-hidden />)}
    </nav>
  )
}
