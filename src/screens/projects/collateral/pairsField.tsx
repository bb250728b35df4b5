import '../../../entities/approvals/tables.css'
import { Alert, Button } from 'antd'
import { useIntl } from 'react-intl'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Reply } from '#contract/calls/endpoint.ts'
import type { ComparedAnimal } from '#contract/projects/releases.ts'
import type { Field, FieldProps } from '../../../form/describe.ts'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'

export type Proposal = Reply<typeof endpoints.releases.propose>

export interface Pair {
  animalId: number
  substituteId: number
}

/** Returns the pairs of a proposal for which a substitute exists. */
export const firstPairs = ({ pairs }: Proposal): Pair[] =>
  pairs.flatMap(({ animal, substitute }) =>
    substitute === null ? [] : [{ animalId: animal.id, substituteId: substitute.id }],
  )

/** Field for the proposed substitutes of pledged animals; pairs may be removed. */
export const pairsField = (proposal: Proposal): Field<object, Pair[]> => ({
  labelId: 'substitution.pairs',
  isWide: true,
  isSelfContained: true,
  Show: ({ value }) => String(value.length),
  Input: (props) => <Pairs {...props} proposal={proposal} />,
})

function Pairs({
  id,
  value,
  onChange,
  disabled,
  proposal,
  ...props
}: FieldProps<object, Pair[]> & { proposal: Proposal }) {
  const intl = useIntl()
  const currentPairs = value ?? []
  const chosen = new Set(currentPairs.map(({ animalId }) => animalId))
  const without = proposal.pairs.filter(({ substitute }) => substitute === null).length
  return (
    <div id={id} tabIndex={-1} role="group" aria-describedby={props['aria-describedby']}>
      {without > 0 && (
        <Alert
          className="form-notice"
          type="warning"
          showIcon
          title={intl.formatMessage({ id: 'substitution.none' }, { count: without })}
        />
      )}
      <table className="ticket-changes pairs">
        <thead>
          <tr>
            <th scope="col">{intl.formatMessage({ id: 'substitution.leaves' })}</th>
            <th scope="col" colSpan={2}>
              {intl.formatMessage({ id: 'substitution.comes' })}
            </th>
          </tr>
        </thead>
        <tbody>
          {proposal.pairs.map(({ animal, substitute }) => (
            <tr key={animal.id} data-left-out={!chosen.has(animal.id) || undefined}>
              <td>
                <Compared animal={animal} />
              </td>
              <td>{substitute ? <Compared animal={substitute} /> : '–'}</td>
              <td>
                {substitute && (
                  <Button
                    type="link"
                    size="small"
                    disabled={disabled}
                    onClick={() =>
                      onChange(
                        chosen.has(animal.id)
                          ? currentPairs.filter(({ animalId }) => animalId !== animal.id)
                          : [...currentPairs, { animalId: animal.id, substituteId: substitute.id }],
                      )
                    }
                  >
                    {intl.formatMessage({
                      id: chosen.has(animal.id) ? 'substitution.leaveOut' : 'substitution.takeIn',
                    })}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Compared({ animal: { visualTag, sex, birthDate, kg, farmName } }: { animal: ComparedAnimal }) {
  const intl = useIntl()
  const { date, number } = useFormats()
  return (
    <>
      <bdi>{visualTag}</bdi>
      <br />
      <small>
        {joinParts(
          intl,
          sex !== null && intl.formatMessage({ id: `sex.${sex}` }),
          birthDate !== null && intl.formatMessage({ id: 'substitution.born' }, { date: date(birthDate) }),
          kg !== null && intl.formatMessage({ id: 'weight.kg' }, { kg: number(kg, 1) }),
          farmName,
        )}
      </small>
    </>
  )
}
