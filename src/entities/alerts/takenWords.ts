import type { IntlShape } from 'react-intl'
import type { Reply } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import { formatSpan } from '../../locale/durations.ts'
import { joinParts } from '../../locale/joins.ts'

/** Result of acknowledging alerts: those now held by the user, and those that others already hold. */
export type AcknowledgeResult = Reply<typeof endpoints.alerts.acknowledgeAll>

/**
 * Returns a line per person who held alerts already, with duration and comment, and the number acknowledged now.
 * @param now herd time, epoch ms; null: unknown
 */
export function othersWords(
  intl: IntlShape,
  { others, acknowledged }: AcknowledgeResult,
  now: number | null,
): string[] {
  const byHolder = Map.groupBy(others, ({ acknowledgedBy }) => acknowledgedBy ?? '')
  const isOne = others.length === 1 && acknowledged.length === 0
  const lines = [...byHolder].map(([who, theirs]) => {
    const [first] = theirs
    const span = first?.acknowledgedAt && now !== null ? formatSpan(intl, now - Date.parse(first.acknowledgedAt)) : ''
    const words = isOne
      ? intl.formatMessage({ id: 'alerts.hasIt' }, { who, span })
      : intl.formatMessage({ id: 'alerts.hasSome' }, { who, span, count: theirs.length })
    return joinParts(
      intl,
      words,
      first?.comment && intl.formatMessage({ id: 'alerts.said' }, { comment: first.comment }),
    )
  })
  if (acknowledged.length > 0)
    lines.push(intl.formatMessage({ id: 'alerts.restYours' }, { count: acknowledged.length }))
  return lines
}
