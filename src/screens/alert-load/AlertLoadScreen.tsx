import './alertLoad.css'
import { Button } from 'antd'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { type AlertLoad, floodThreshold, targetMix, targetPerHour } from '#contract/alerts/alertLoads.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { useCall } from '../../api/queries.ts'
import { dayCountsOption } from '../../charts/dayCounts.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { alertList } from '../../entities/alerts/alertList.ts'
import { shiftName } from '../../entities/alerts/shiftName.ts'
import { ExportMenu } from '../../list/tools/ExportMenu.tsx'
import { useFormats } from '../../locale/formats.ts'
import { joinParts } from '../../locale/joins.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { dark, light } from '../../theme/colours.ts'
import { useDark } from '../../theme/useDark.ts'
import { LoadTable } from './LoadTable.tsx'

const Chart = lazyChunk(async () => (await import('../../charts/Chart.tsx')).Chart)

/** Returns the month a number of months later. */
const monthAfter = (month: string, months: number) => {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 7)
}

/** Alert load on the people who handle alerts, by month. */
export function AlertLoadScreen() {
  const intl = useIntl()
  const [params, setParams] = useSearchParams()
  const requestedMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(params.get('month') ?? '') ? params.get('month') : null
  const { data, error, refetch } = useCall(
    endpoints.alertLoads.summary,
    requestedMonth === null ? {} : { month: requestedMonth },
    { shows: inPlace, keepsPrevious: true, ...(requestedMonth === null && { intervalMs: 60_000 }) },
  )
  // The farms' time zones, not the viewer's, decide which month it is.
  const present = data?.present ?? null
  const month = requestedMonth ?? data?.month ?? null
  function go(months: number) {
    if (month === null) return
    const to = monthAfter(month, months)
    // Without a parameter the page follows the current month.
    setParams(to === present ? {} : { month: to }, { replace: true })
  }
  return (
    <>
      <PageHeading
        note={
          month !== null &&
          intl.formatDate(`${month}-15T00:00:00Z`, { year: 'numeric', month: 'long', timeZone: 'UTC' })
        }
        actions={
          <>
            <Button onClick={() => go(-1)}>{intl.formatMessage({ id: 'alertLoad.before' })}</Button>
            <Button disabled={month === null || present === null || month >= present} onClick={() => go(1)}>
              {intl.formatMessage({ id: 'alertLoad.after' })}
            </Button>
            {data && (
              <ExportMenu
                list={alertList}
                query={{ from: data.from, to: data.to }}
                columns={alertList.columns}
                total={data.alerts}
              />
            )}
          </>
        }
      />
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Load load={data} />
      ) : (
        <SkeletonLines />
      )}
    </>
  )
}

function Load({ load }: { load: AlertLoad }) {
  const intl = useIntl()
  const formats = useFormats()
  const isDark = useDark()
  const number = (value: number) => intl.formatNumber(value, { maximumFractionDigits: 2 })
  const kind = (name: AlertLoad['rules'][number]['kind']) => intl.formatMessage({ id: `alert.${name}` })
  const perDay = intl.formatMessage({ id: 'alertLoad.perDay' })
  const percent = (count: number) =>
    intl.formatNumber(load.alerts === 0 ? 0 : count / load.alerts, { style: 'percent' })
  const count = (severity: AlertLoad['severities'][number]['severity']) =>
    load.severities.find((one) => one.severity === severity)?.count ?? 0
  const nameOf = (place: number) => {
    const shift = load.shifts[place]
    return shift && shiftName(intl, shift)
  }
  const mix = [
    {
      key: 'CRITICAL',
      name: intl.formatMessage({ id: 'severity.CRITICAL' }),
      count: count('CRITICAL'),
      target: targetMix.CRITICAL,
    },
    {
      key: 'MAJOR',
      name: intl.formatMessage({ id: 'severity.MAJOR' }),
      count: count('MAJOR'),
      target: targetMix.MAJOR,
    },
    {
      key: 'MINOR',
      name: intl.formatList([
        intl.formatMessage({ id: 'severity.MINOR' }),
        intl.formatMessage({ id: 'severity.INFO' }),
      ]),
      count: count('MINOR') + count('INFO'),
      target: targetMix.MINOR,
    },
  ]
  return (
    <div className="alert-load">
      <p className="alert-load-totals">
        {intl.formatMessage(
          { id: 'alertLoad.totals' },
          {
            alerts: load.alerts,
            lastHour: load.lastHour,
            floods: load.floods,
            many: floodThreshold.alerts,
            minutes: floodThreshold.minutes,
          },
        )}
      </p>
      <div className="alert-load-chart">
        <Suspense>
          <Chart
            option={dayCountsOption(
              intl,
              load.days.map(({ day }) => day),
              perDay,
              [{ name: perDay, counts: load.days.map(({ count }) => count), colour: 'normal' }],
              isDark ? dark : light,
            )}
            label={perDay}
          />
        </Suspense>
      </div>
      <LoadTable
        title={intl.formatMessage({ id: 'alertLoad.operators' }, { target: targetPerHour })}
        head={['alertLoad.lastHour', 'alertLoad.month']}
        rows={load.operators.map(({ name, lastHour, month }, place) => ({
          key: String(place),
          name,
          isOver: lastHour > targetPerHour,
          cells: [number(lastHour), number(month)],
        }))}
      />
      <LoadTable
        title={intl.formatMessage({ id: 'alertLoad.operatorShifts' }, { target: targetPerHour })}
        head={['alertLoad.perHour', 'alertLoad.alerts']}
        rows={load.operators.flatMap(({ name, shifts }, place) =>
          shifts.map(({ shift, count: of, perHour }) => ({
            key: `${place} ${shift}`,
            name: joinParts(intl, name, nameOf(shift)),
            isOver: perHour > targetPerHour,
            cells: [number(perHour), number(of)],
          })),
        )}
      />
      <LoadTable
        title={intl.formatMessage({ id: 'alertLoad.mix' })}
        head={['alertLoad.alerts', 'alertLoad.share', 'alertLoad.target']}
        rows={mix.map(({ key, name, count: of, target }) => ({
          key,
          name,
          isOver: key !== 'MINOR' && of * 100 > target * load.alerts,
          cells: [number(of), percent(of), intl.formatNumber(target / 100, { style: 'percent' })],
        }))}
      />
      <LoadTable
        title={intl.formatMessage({ id: 'alertLoad.shifts' })}
        head={['alertLoad.perHour', 'alertLoad.alerts']}
        rows={[
          ...load.shifts.map((shift, place) => ({
            key: String(place),
            name: shiftName(intl, shift),
            cells: [number(shift.perHour), number(shift.count)],
          })),
          ...(load.outsideShifts > 0
            ? [
                {
                  key: 'outside',
                  name: intl.formatMessage({ id: 'alertLoad.outside' }),
                  cells: ['', number(load.outsideShifts)],
                },
              ]
            : []),
        ]}
      />
      <LoadTable
        title={intl.formatMessage({ id: 'alertLoad.rules' })}
        head={['alertLoad.alerts']}
        rows={load.rules.map((one) => ({
          key: joinParts(intl, one.kind, one.farmName),
          name: joinParts(intl, kind(one.kind), one.farmName),
          cells: [number(one.count)],
        }))}
      />
      <LoadTable
        title={intl.formatMessage({ id: 'alertLoad.animals' })}
        head={['alertLoad.alerts']}
        rows={load.animals.map((one) => ({
          key: String(one.animalId),
          name: joinParts(intl, one.subjectName, one.farmName),
          cells: [number(one.count)],
        }))}
      />
      <LoadTable
        title={intl.formatMessage({ id: 'alertLoad.chattering' })}
        head={['alertLoad.flaps']}
        rows={load.chattering.map((one) => ({
          key: joinParts(intl, one.kind, one.subjectType, one.subjectName, one.farmName),
          name: joinParts(intl, kind(one.kind), one.subjectName, one.farmName),
          cells: [number(one.flaps)],
        }))}
      />
      <LoadTable
        title={intl.formatMessage({ id: 'alertLoad.standing' }, { count: load.standing.count })}
        head={['alertLoad.since']}
        rows={load.standing.oldest.map((one) => ({
          key: String(one.id),
          name: joinParts(intl, kind(one.kind), one.subjectName, one.farmName),
          cells: [formats.instant(Date.parse(one.raisedAt))],
          to: `/dashboard/animal-monitor/alert?open=${one.id}`,
        }))}
      />
    </div>
  )
}
