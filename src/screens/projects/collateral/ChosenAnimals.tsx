import './collateral.css'
import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import { useDebounced } from '../../../api/useDebounced.ts'
import { FreeAnimals } from './FreeAnimals.tsx'
import { type ChosenProps, inputOf } from './chosen.ts'

const typingPauseMs = 300
/** Maximum tags listed; further ones are only counted. */
const maxNamed = 10

const reasons = ['pledged', 'unknown', 'elsewhere', 'otherCategory', 'gone', 'drafted'] as const

/** Selects all free animals matching a filter, or those of a tag list: how many would be pledged, and why others would not. */
export function ChosenAnimals({ values, set }: ChosenProps) {
  const intl = useIntl()
  const { animalIds, tags } = values
  const settledInput = useDebounced(
    JSON.stringify({ ...inputOf(values), animalIds: animalIds ?? [], tags: tags ?? [] }),
    typingPauseMs,
  )
  const input = JSON.parse(settledInput) as ReturnType<typeof inputOf> & { animalIds: number[]; tags: string[] }
  const isEnabled = input.categoryId > 0 && input.animalIds.length + input.tags.length > 0
  const { data } = useCall(endpoints.collateral.choose, input, { isEnabled, keepsPrevious: true })
  return (
    <>
      <FreeAnimals values={values} set={set} />
      <div role="status">
        {isEnabled && data && (
          <>
            <Alert
              className="form-notice"
              type="info"
              showIcon
              title={intl.formatMessage({ id: 'collateral.wouldPledge' }, { heads: data.animals.length })}
            />
            {reasons.flatMap((reason) =>
              data[reason].length === 0
                ? []
                : [
                    <Alert
                      key={reason}
                      className="form-notice"
                      type={reason === 'pledged' ? 'error' : 'warning'}
                      showIcon
                      title={intl.formatMessage(
                        { id: `collateral.not.${reason}` },
                        { count: data[reason].length, tags: intl.formatList(data[reason].slice(0, maxNamed)) },
                      )}
                    />,
                  ],
            )}
          </>
        )}
      </div>
    </>
  )
}
