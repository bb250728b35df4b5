import './tables.css'
import { useIntl } from 'react-intl'
import type { TicketFigure } from '#contract/office/ticketFigures.ts'
import { Tag } from '../../list/grid/cells.tsx'
import { useFormats } from '../../locale/formats.ts'
import { useLocale } from '../../locale/locale.ts'

interface Props {
  figures: readonly TicketFigure[]
  /** By default a standard caption. */
  caption?: string
  /** Whether the figures describe a past moment. */
  isPast?: boolean
}

/** Effect of a request on a project's headcount and coverage. */
export function TicketFigures({ figures, caption, isPast = false }: Props) {
  const intl = useIntl()
  const contracted = figures.find(({ measure }) => measure === 'contracted')?.after ?? null
  return (
    <table className="ticket-changes ticket-figures">
      <caption>{caption ?? intl.formatMessage({ id: 'ticket.figures' })}</caption>
      <thead>
        <tr>
          <th scope="col">{intl.formatMessage({ id: 'ticket.figure' })}</th>
          <th scope="col">{intl.formatMessage({ id: isPast ? 'ticket.beforeThen' : 'ticket.before' })}</th>
          <th scope="col">{intl.formatMessage({ id: 'ticket.after' })}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr key={`${figure.measure} ${figure.line?.lineId ?? ''}`}>
            <th scope="row" className={figure.line && 'ticket-line'}>
              <Measure {...figure} />
            </th>
            <td>
              <Figure figure={figure} value={figure.before} />{' '}
              {figure.measure === 'balance' && figure.after === null && Number(figure.before) > 0 && (
                <Tag tone="major">{intl.formatMessage({ id: 'ticket.owed' })}</Tag>
              )}
            </td>
            <td>
              <Figure figure={figure} value={figure.after} />{' '}
              {figure.measure === 'ledger' && !figure.line && <Fewer contracted={contracted} heads={figure.after} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Name of a figure, for all heads or for those of one line. */
function Measure({ measure, line }: TicketFigure) {
  const intl = useIntl()
  const { amount, percent } = useFormats()
  const language = useLocale((state) => state.language)
  if (!line) return intl.formatMessage({ id: `ticket.figure.${measure}` })
  return intl.formatMessage(
    { id: 'ticket.figureLine' },
    { category: line.names[language], price: amount(line.unitPrice), haircut: percent(Number(line.haircut), 2) },
  )
}

/** Warns how many heads fewer than contracted there would be. */
function Fewer({ contracted, heads }: { contracted: string | null; heads: string | null }) {
  const intl = useIntl()
  const count = Number(contracted) - Number(heads)
  return (
    contracted !== null &&
    heads !== null &&
    count > 0 && <Tag tone="major">{intl.formatMessage({ id: 'ticket.fewer' }, { count })}</Tag>
  )
}

function Figure({ figure: { measure, lines }, value }: { figure: TicketFigure; value: string | null }) {
  const intl = useIntl()
  const { amount, count, coverage } = useFormats()
  if (value === null) return intl.formatMessage({ id: 'form.nothing' })
  if (['value', 'balance', 'repaid', 'writtenOff'].includes(measure))
    return <span className="ticket-amount">{amount(value)}</span>
  if (measure !== 'coverage') return count(Number(value))
  const below =
    lines &&
    (Number(value) < Number(lines.minimum) ? 'minimum' : Number(value) < Number(lines.warning) ? 'warning' : null)
  return (
    <>
      <bdi>{coverage(value, 4)}</bdi>{' '}
      {below && (
        <Tag tone={below === 'minimum' ? 'critical' : 'major'}>
          {intl.formatMessage({ id: `ticket.below.${below}` })}
        </Tag>
      )}
    </>
  )
}
