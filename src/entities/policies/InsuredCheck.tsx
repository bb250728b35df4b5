import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../api/queries.ts'
import { useDebounced } from '../../api/useDebounced.ts'

const typingPauseMs = 300

interface Props {
  values: {
    policyId?: number | null | undefined
    ids?: number[] | null | undefined
    tags?: string[] | null | undefined
  }
}

/** Preview of adding animals to a policy: number of animals, unknown tags, and animals insured twice. */
export function InsuredCheck({ values: { policyId, ids, tags } }: Props) {
  const intl = useIntl()
  const settledInput = useDebounced(
    JSON.stringify({ policyId: policyId ?? 0, ids: ids ?? undefined, tags: tags ?? undefined }),
    typingPauseMs,
  )
  const input = JSON.parse(settledInput) as { policyId: number; ids?: number[]; tags?: string[] }
  const isEnabled = input.policyId > 0 && (input.ids?.length ?? 0) + (input.tags?.length ?? 0) > 0
  const { data } = useCall(endpoints.insuredAnimals.check, input, { isEnabled, keepsPrevious: true })
  if (!isEnabled || data === undefined) return null
  const { heads, already, unknown, twice } = data
  const named = (names: readonly string[], count: number) =>
    intl.formatList([
      ...names.slice(0, 10),
      ...(count > 10
        ? [intl.formatMessage({ id: 'list.andOthers' }, { count: count - Math.min(10, names.length) })]
        : []),
    ])
  return (
    <div role="status">
      <Alert
        className="form-notice"
        type="info"
        showIcon
        title={intl.formatMessage({ id: 'insured.wouldAdd' }, { heads, already })}
      />
      {unknown.count > 0 && (
        <Alert
          className="form-notice"
          type="error"
          showIcon
          title={intl.formatMessage(
            { id: 'insured.unknown' },
            { count: unknown.count, tags: named(unknown.tags, unknown.count) },
          )}
        />
      )}
      {twice.count > 0 && (
        <Alert
          className="form-notice"
          type="warning"
          showIcon
          title={intl.formatMessage(
            { id: 'insured.twice' },
            {
              count: twice.count,
              animals: named(
                twice.animals.map(({ visualTag, policyNumber }) =>
                  intl.formatMessage({ id: 'join.note' }, { what: visualTag, note: policyNumber }),
                ),
                twice.count,
              ),
            },
          )}
        />
      )}
    </div>
  )
}
