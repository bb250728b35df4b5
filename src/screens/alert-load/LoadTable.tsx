import { useIntl } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'

interface Row {
  key: string
  name: string
  cells: readonly string[]
  /** More than there should be. */
  isOver?: boolean
  /** Where it is dealt with. */
  to?: string
}

/** One part of the load: names with their figures; what is over its limit says so in words. */
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
                  {isOver && <strong className="alert-load-over">{intl.formatMessage({ id: 'alertLoad.over' })}</strong>}
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
