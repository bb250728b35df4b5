import './tag.css'
import type { ReactNode } from 'react'
import type { IntlShape } from 'react-intl'
import { valueAt } from '#contract/calls/lists.ts'
import type { AnyColumn, Row, Tone } from '../describe.ts'
import { formatsOf } from '../../locale/formats.ts'
import { formatMinute, formatWithZone, viewerZone, zoneName } from '../instants.ts'
import { listWords } from '../../locale/joins.ts'

/** Meaning of a value, shown by colour, shape and text. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`tag tag-${tone}`}>
      {tone !== 'neutral' && <span className="tag-sign" aria-hidden />}
      <span className="tag-text clip" {...(typeof children === 'string' && { title: children })}>
        {children}
      </span>
    </span>
  )
}

/** An instant in the record's zone, with the zone named, or in the viewer's zone. A tooltip shows another zone. */
function InstantCell({ locale, iso, zone }: { locale: string; iso: string; zone: string | null }) {
  const at = Date.parse(iso)
  const localZone = viewerZone()
  const isElsewhere = zone !== null && zone !== localZone
  const other = isElsewhere ? formatWithZone(locale, at) : formatWithZone(locale, at, zone === null ? 'UTC' : localZone)
  return (
    <time dateTime={iso} title={other}>
      {formatMinute(locale, at, zone ?? undefined)}
      {isElsewhere && <span className="grid-zone"> {zoneName(locale, zone, at)}</span>}
    </time>
  )
}

interface Surroundings {
  intl: IntlShape
  names: (column: AnyColumn, id: number) => string | undefined
  /** Newer data cannot arrive, so live values are marked as past. */
  isPast: boolean
}

/** Draws a cell by the kind of its field; a column may have a custom cell. */
export function drawCell(column: AnyColumn, row: Row, { isPast, ...around }: Surroundings): ReactNode {
  const drawn = drawPresent(column, row, around)
  if (!column.isLive || !isPast) return drawn
  return (
    <span className="grid-past" title={around.intl.formatMessage({ id: 'list.past' })}>
      {drawn}
    </span>
  )
}

function drawPresent(column: AnyColumn, row: Row, { intl, names }: Omit<Surroundings, 'isPast'>): ReactNode {
  if (column.cell) return column.cell(row)
  const value = valueAt(row, column.field)
  if (value === null || value === undefined || value === '') return <span className="grid-none">–</span>
  const text = textOf(column, value, { intl, names })
  if (column.tone) return <Tag tone={column.tone(value as never, row)}>{text}</Tag>
  if (column.isInstant)
    return <InstantCell locale={intl.locale} iso={String(value)} zone={column.zone?.(row) ?? null} />
  return (
    <span className="grid-text" title={text}>
      {text}
    </span>
  )
}

function textOf(column: AnyColumn, value: unknown, { intl, names }: Omit<Surroundings, 'isPast'>): string {
  const nameOf = (id: number) => names(column, id) ?? `#${id}`
  if (column.of && typeof value === 'number') return nameOf(value)
  if (column.of && Array.isArray(value))
    return listWords(
      intl,
      value.map((id) => nameOf(Number(id))),
    )
  if (column.words)
    return Array.isArray(value)
      ? listWords(
          intl,
          value.map((one) => intl.formatMessage({ id: column.words!(String(one)) })),
        )
      : intl.formatMessage({ id: column.words(String(value)) })
  if (typeof value === 'boolean') return intl.formatMessage({ id: value ? 'list.yes' : 'list.no' })
  if (typeof value === 'number') return intl.formatNumber(value) + (column.unit ? ` ${column.unit}` : '')
  if (column.isMoney) return formatsOf(intl).amount(String(value))
  if (column.isDate)
    return intl.formatDate(String(value), { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' })
  return Array.isArray(value) ? listWords(intl, value.map(String)) : String(value)
}
