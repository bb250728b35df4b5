import './tables.css'
import { useIntl } from 'react-intl'
import type { TicketFigure } from '#contract/office/tickets.ts'
import { Tag } from '../../list/grid/cells.tsx'
import { useFormats } from '../../locale/formats.ts'

/** What a request does to the headcount and the coverage of its project, as things stand now. */
export function TicketFigures({ figures }: { figures: readonly TicketFigure[] }) {
  const intl = useIntl()
  return (
    <table className="ticket-changes ticket-figures">
      <caption>{intl.formatMessage({ id: 'ticket.figures' })}</caption>
      <thead>
        <tr>
          <th scope="col">{intl.formatMessage({ id: 'ticket.figure' })}</th>
          <th scope="col">{intl.formatMessage({ id: 'ticket.before' })}</th>
          <th scope="col">{intl.formatMessage({ id: 'ticket.after' })}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr key={figure.measure}>
            <th scope="row">{intl.formatMessage({ id: `ticket.figure.${figure.measure}` })}</th>
            <td><Figure figure={figure} value={figure.before} /></td>
            <td><Figure figure={figure} value={figure.after} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Figure({ figure: { measure, lines }, value }: { figure: TicketFigure; value: string | null }) {
  const intl = useIntl()
  const { amount, count } = useFormats()
  if (value === null) return intl.formatMessage({ id: 'form.nothing' })
  if (measure === 'value') return <span className="ticket-amount">{amount(value)}</span>
  if (measure !== 'coverage') return count(Number(value))
  const below = lines && (Number(value) < Number(lines.minimum) ? 'minimum' : Number(value) < Number(lines.warning) ? 'warning' : null)
  return (
    <>
      {intl.formatMessage({ id: 'coverage.times' }, { ratio: intl.formatNumber(Number(value), { minimumFractionDigits: 2, maximumFractionDigits: 4, roundingMode: 'trunc' }) })} {below && <Tag tone={below === 'minimum' ? 'critical' : 'major'}>{intl.formatMessage({ id: `ticket.below.${below}` })}</Tag>}
    </>
  )
}
