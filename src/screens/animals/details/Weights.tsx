import './records.css'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AnimalWeight } from '#contract/herd/animals/animalWeights.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { Fact } from '../../../form/RecordDetails.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import { dark, light } from '../../../theme/colours.ts'
import { useDark } from '../../../theme/useDark.ts'
import { type Gain, gainsOf } from './gains.ts'
import { OwnRecords } from './OwnRecords.tsx'
import { weightForm } from './weightForm.ts'
import { weightOption } from './weightOption.ts'

const Chart = lazyChunk(async () => (await import('../../../charts/Chart.tsx')).Chart)

/** Weights of an animal as chart and table, with the last weight and daily gain. */
export function Weights({ id }: { id: number }) {
  const intl = useIntl()
  const formats = useFormats()
  const { data } = useCall(endpoints.animalWeights.list, { animalId: id, pageSize: 1000 }, { shows: inPlace })
  const gains = data && gainsOf(data.list)
  const kg = (value: number) => intl.formatMessage({ id: 'weight.kg' }, { kg: formats.number(value, 1) })
  return (
    <OwnRecords
      titleId="weight.title"
      form={weightForm}
      calls={endpoints.animalWeights}
      animalId={id}
      initial={{ animalId: id }}
      nameOf={({ weighedOn, kg: value }) => `${formats.date(weighedOn)} ${kg(value)}`}
    >
      {(open) =>
        gains &&
        (gains.length === 0 ? (
          <p>{intl.formatMessage({ id: 'weight.none' })}</p>
        ) : (
          <Weighings gains={gains} kg={kg} open={open} />
        ))
      }
    </OwnRecords>
  )
}

interface WeighingsProps {
  gains: readonly Gain[]
  kg: (value: number) => string
  open: (id: number) => void
}

function Weighings({ gains, kg, open }: WeighingsProps) {
  const intl = useIntl()
  const formats = useFormats()
  const perDay = (gain: number) =>
    intl.formatMessage(
      { id: 'weight.perDay' },
      { kg: intl.formatNumber(gain, { maximumFractionDigits: 2, signDisplay: 'exceptZero' }) },
    )
  const [last] = gains
  return (
    <>
      <dl className="record-facts">
        {last && (
          <Fact labelId="weight.last">
            {intl.formatMessage(
              { id: 'weight.on' },
              { kg: kg(last.weight.kg), date: formats.date(last.weight.weighedOn) },
            )}
          </Fact>
        )}
        {last?.perDay != null && last.since !== null && (
          <Fact labelId="weight.gain">
            {intl.formatMessage({ id: 'weight.since' }, { gain: perDay(last.perDay), date: formats.date(last.since) })}
          </Fact>
        )}
      </dl>
      {gains.length > 1 && <Curve weights={gains.map(({ weight }) => weight)} />}
      <div className="record-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{intl.formatMessage({ id: 'weight.weighedOn' })}</th>
              <th scope="col">{intl.formatMessage({ id: 'weight.kgTitle' })}</th>
              <th scope="col">{intl.formatMessage({ id: 'weight.gain' })}</th>
              <th scope="col">{intl.formatMessage({ id: 'weight.method' })}</th>
            </tr>
          </thead>
          <tbody>
            {gains.map(({ weight, perDay: gain }) => (
              <tr key={weight.id}>
                <td>
                  <button type="button" className="record-link" onClick={() => open(weight.id)}>
                    {formats.date(weight.weighedOn)}
                  </button>
                </td>
                <td>{kg(weight.kg)}</td>
                <td>{gain !== null && perDay(gain)}</td>
                <td className="record-wide">
                  {intl.formatMessage({ id: `weighing.${weight.method}` })} <small>{weight.source}</small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Curve({ weights }: { weights: readonly AnimalWeight[] }) {
  const intl = useIntl()
  const isDark = useDark()
  const option = weightOption(intl, weights, isDark ? dark : light)
  return (
    <Suspense fallback={<div className="chart" />}>
      {<Chart option={option} label={intl.formatMessage({ id: 'weight.curve' })} />}
    </Suspense>
  )
}
