import { useIntl } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'

interface Row {
  key: string
  name: string
  cells: readonly string[]
  /** Whether the value exceeds its limit. */
  isOver?: boolean
  /** Page where the problem can be handled. */
  to?: string
}

/** Part of the load: names with values; values over the limit say so in words. */
export function LoadTable({ title, head, rows }: { title: string; head: readonly MessageId[]; rows: readonly Row[] }) {
  const intl = useIntl()
  return (
    <section className="alert-load-part panel" aria-label={title}>
      {rows.length === 0 && <h2>{title}</h2>}
      {rows.length === 0 ? (
        <p>{intl.formatMessage({ id: 'alertLoad.none' })}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {head.map((id) => (
                <th key={id} scope="col">
                  {intl.formatMessage({ id })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, cells, isOver = false, to }) => (
              <tr key={key}>
                <th scope="row">
                  {to === undefined ? name : <ScreenLink to={to}>{name}</ScreenLink>}
                  {isOver && (
                    <strong className="alert-load-over">{intl.formatMessage({ id: 'alertLoad.over' })}</strong>
                  )}
                </th>
                {cells.map((cell, place) => (
                  <td key={head[place]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
