import './records.css'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Treatment } from '#contract/herd/animals/treatments.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { useClock } from '../../../store/clock.ts'
import { OwnRecords } from './OwnRecords.tsx'
import { treatmentForm } from './treatmentForm.ts'

/** Health findings and treatments of an animal, and the end of its slaughter ban. */
export function Treatments({ id }: { id: number }) {
  const intl = useIntl()
  const formats = useFormats()
  const { data } = useCall(endpoints.treatments.list, { animalId: id, pageSize: 1000 }, { shows: inPlace })
  return (
    <OwnRecords
      titleId="treatment.title"
      form={treatmentForm}
      calls={endpoints.treatments}
      animalId={id}
      initial={{ animalId: id }}
      nameOf={({ kind, treatedOn, product }) =>
        joinParts(intl, formats.date(treatedOn), intl.formatMessage({ id: `treatmentKind.${kind}` }), product)
      }
    >
      {(open) =>
        data &&
        (data.list.length === 0 ? (
          <p>{intl.formatMessage({ id: 'treatment.none' })}</p>
        ) : (
          <TreatmentTable treatments={data.list} open={open} />
        ))
      }
    </OwnRecords>
  )
}

function TreatmentTable({ treatments, open }: { treatments: readonly Treatment[]; open: (id: number) => void }) {
  const intl = useIntl()
  const formats = useFormats()
  const herdAt = useClock((state) => state.herdAt)
  const today = herdAt === null ? null : formats.isoDay(herdAt)
  return (
    <div className="record-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{intl.formatMessage({ id: 'treatment.treatedOn' })}</th>
            <th scope="col">{intl.formatMessage({ id: 'treatment.kind' })}</th>
            <th scope="col">{intl.formatMessage({ id: 'treatment.product' })}</th>
            <th scope="col">{intl.formatMessage({ id: 'treatment.withdrawalEndsOn' })}</th>
          </tr>
        </thead>
        <tbody>
          {treatments.map(({ id, kind, treatedOn, product, dose, givenBy, withdrawalEndsOn, remark }) => (
            <tr key={id}>
              <td>
                <button type="button" className="record-link" onClick={() => open(id)}>
                  {formats.date(treatedOn)}
                </button>
              </td>
              <td>{intl.formatMessage({ id: `treatmentKind.${kind}` })}</td>
              <td className="record-wide">
                <bdi>{joinParts(intl, product, dose, givenBy)}</bdi> {remark !== null && <small>{remark}</small>}
              </td>
              <td>
                {withdrawalEndsOn !== null && (
                  <span className={today !== null && withdrawalEndsOn >= today ? 'record-due' : ''}>
                    {formats.date(withdrawalEndsOn)}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
