import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import { isOfRecords, type RehearsalExample, type RehearsalResult } from '#contract/alerts/rehearsals.ts'
import { dayCountsOption } from '../../charts/dayCounts.ts'
import { shiftName } from '../alerts/shiftName.ts'
import { useFormats } from '../../locale/formats.ts'
import { joinParts } from '../../locale/joins.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { dark, light } from '../../theme/colours.ts'
import { useDark } from '../../theme/useDark.ts'

const Chart = lazyChunk(async () => (await import('../../charts/Chart.tsx')).Chart)
const PlacesMap = lazyChunk(async () => (await import('../../map/editing/PlacesMap.tsx')).PlacesMap)

/** Alerts that a rule would have raised, compared with the current rule: totals, days, shifts, animals, and examples on a map. */
export function RehearsalReport({ kind, result }: { kind: RuleKind; result: RehearsalResult }) {
  const intl = useIntl()
  const formats = useFormats()
  const isDark = useDark()
  const { totals, days, shifts, outsideShifts, subjects, others, examples, assumptions } = result
  const places = examples.flatMap(({ longitude, latitude, subjectName }, id) =>
    longitude === null || latitude === null
      ? []
      : [{ id, name: subjectName, at: [longitude, latitude] as [number, number] }],
  )
  const rows = [
    ...shifts.map((shift, place) => ({
      key: String(place),
      name: shiftName(intl, shift),
      today: shift.today,
      rehearsed: shift.rehearsed,
    })),
    ...(outsideShifts.today + outsideShifts.rehearsed > 0
      ? [{ key: 'outside', name: intl.formatMessage({ id: 'alertLoad.outside' }), ...outsideShifts }]
      : []),
    ...others.map(({ kind, today, rehearsed }) => ({
      key: kind,
      name: intl.formatMessage({ id: 'rehearsal.along' }, { kind: intl.formatMessage({ id: `alert.${kind}` }) }),
      today,
      rehearsed,
    })),
  ]
  const perDay = intl.formatMessage({ id: 'rehearsal.alertsPerDay' })
  const lines = [
    {
      name: intl.formatMessage({ id: 'rehearsal.today' }),
      counts: days.map(({ today }) => today),
      colour: 'normal',
      isDashed: true,
    },
    {
      name: intl.formatMessage({ id: 'rehearsal.rehearsed' }),
      counts: days.map(({ rehearsed }) => rehearsed),
      colour: 'major',
    },
  ] as const
  return (
    <div className="rehearsal-report">
      <p>
        <strong>
          {intl.formatMessage(
            { id: 'rehearsal.totals' },
            { today: totals.today, rehearsed: totals.rehearsed, added: totals.added, removed: totals.removed },
          )}
        </strong>
      </p>
      <p className="rehearsal-note">
        {intl.formatMessage(
          { id: isOfRecords(kind) ? 'rehearsal.spanOfRecords' : 'rehearsal.span' },
          {
            from: formats.instant(Date.parse(result.from)),
            to: formats.instant(Date.parse(result.to)),
            animals: result.animals,
            farms: result.farms,
            readings: result.readings,
          },
        )}
      </p>
      <div className="rehearsal-chart">
        <Suspense>
          <Chart
            option={dayCountsOption(
              intl,
              days.map(({ day }) => day),
              perDay,
              lines,
              isDark ? dark : light,
            )}
            label={perDay}
          />
        </Suspense>
      </div>
      <Counts titleId="rehearsal.perShift" rows={rows} />
      {subjects.length > 0 && (
        <Counts
          titleId="rehearsal.subjects"
          rows={subjects.map(({ subjectId, subjectName, farmId, farmName, today, rehearsed }) => ({
            key: `${farmId} ${subjectId}`,
            name: joinParts(intl, subjectName, farmName),
            today,
            rehearsed,
          }))}
        />
      )}
      {examples.length > 0 && (
        <>
          <h4>{intl.formatMessage({ id: 'rehearsal.examples' })}</h4>
          {places.length > 0 && (
            <div className="rehearsal-map">
              <Suspense>
                <PlacesMap places={places} outlines={[]} />
              </Suspense>
            </div>
          )}
          <ul className="rehearsal-examples">
            {examples.map((example) => (
              <Example
                key={`${example.which} ${example.subjectId} ${example.raisedAt}`}
                example={example}
                isReplayed={!isOfRecords(kind)}
              />
            ))}
          </ul>
        </>
      )}
      <h4>{intl.formatMessage({ id: 'rehearsal.assumes' })}</h4>
      <ul className="rehearsal-note">
        {assumptions.map((one) => (
          <li key={one}>{intl.formatMessage({ id: `rehearsalAssumption.${one}` })}</li>
        ))}
      </ul>
    </div>
  )
}

interface CountsProps {
  titleId: 'rehearsal.perShift' | 'rehearsal.subjects'
  rows: readonly { key: string; name: string; today: number; rehearsed: number }[]
}

function Counts({ titleId, rows }: CountsProps) {
  const intl = useIntl()
  return (
    <table className="rehearsal-counts">
      <thead>
        <tr>
          <th scope="col">{intl.formatMessage({ id: titleId })}</th>
          <th scope="col">{intl.formatMessage({ id: 'rehearsal.today' })}</th>
          <th scope="col">{intl.formatMessage({ id: 'rehearsal.rehearsed' })}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, today, rehearsed }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            <td>{intl.formatNumber(today)}</td>
            <td>{intl.formatNumber(rehearsed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Example({
  example: { which, subjectName, farmName, farmId, animalId, sinceAt, raisedAt },
  isReplayed,
}: {
  example: RehearsalExample
  isReplayed: boolean
}) {
  const intl = useIntl()
  const formats = useFormats()
  const at = Date.parse(sinceAt)
  const whose = animalId === null ? `farm=${farmId}` : `animal=${animalId}`
  return (
    <li>
      <span className="rehearsal-which">{intl.formatMessage({ id: `rehearsalWhich.${which}` })}</span>
      <span>{joinParts(intl, subjectName, farmName, formats.instant(Date.parse(raisedAt)))}</span>
      {isReplayed && (
        <ScreenLink to={`/dashboard/animal-monitor/replay?${whose}&day=${formats.isoDay(at)}&at=${at}`}>
          {intl.formatMessage({ id: 'rehearsal.replay' })}
        </ScreenLink>
      )}
    </li>
  )
}
