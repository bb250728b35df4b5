import { Suspense, use, useState } from 'react'
import { useIntl } from 'react-intl'
import { Select } from 'antd'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import { inPlace } from '../../../api/failures.ts'
import { PartComing } from '../../../api/LoadFailed.tsx'
import { useCall } from '../../../api/queries.ts'
import { joinParts } from '../../../locale/joins.ts'
import { ZoneContext } from '../../../locale/formats.ts'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import { dark, light } from '../../../theme/colours.ts'
import { useDark } from '../../../theme/useDark.ts'
import type { Moment } from '../past/moments.ts'
import { trendOption } from './trendOption.ts'

const Chart = lazyChunk(async () => (await import('../../../charts/Chart.tsx')).Chart)
const periods = [7, 30, 90] as const

interface Props {
  id: number
  lines: Pick<ProjectCoverage, 'warningLine' | 'minimumLine'>
  moment: Moment | null
}

/** Headcount and coverage over the last days, up to now or to a past instant. */
export function TrendCard({ id, lines: { warningLine, minimumLine }, moment }: Props) {
  const intl = useIntl()
  const timeZone = use(ZoneContext)
  const isDark = useDark()
  const [days, setDays] = useState<number>(30)
  const loading = useCall(
    endpoints.projectHeadcounts.trend,
    { id, days, ...moment },
    { shows: inPlace, keepsPrevious: true },
  )
  const { data } = loading
  const title = intl.formatMessage({ id: 'trend.title' }, { days })
  const window =
    data && data.windowMinutes > 0 && intl.formatMessage({ id: 'figures.window' }, { minutes: data.windowMinutes })
  return (
    <section className="panel figures-part" aria-labelledby="trend">
      <header className="row">
        <h2 id="trend">{title}</h2>
        <small>
          {joinParts(
            intl,
            intl.formatMessage({ id: 'trend.gaps' }),
            moment && intl.formatMessage({ id: 'trend.asMeasured' }),
            window,
          )}
        </small>
        <Select
          size="small"
          aria-label={intl.formatMessage({ id: 'trend.period' })}
          value={days}
          options={periods.map((value) => ({
            value,
            label: intl.formatMessage({ id: 'trend.days' }, { days: value }),
          }))}
          onChange={setDays}
        />
      </header>
      {!data && <PartComing of={[loading]} lines={6} />}
      {data && data.at.length === 0 && <p className="figures-quiet">{intl.formatMessage({ id: 'trend.nothing' })}</p>}
      {data && data.at.length > 0 && (
        <>
          <p className="figures-legend">
            {(['ledger', 'heard', 'coverage'] as const).map((name) => (
              <span key={name} data-line={name}>
                <i aria-hidden="true" />
                {intl.formatMessage({
                  id:
                    name === 'ledger'
                      ? 'headcount.ledger'
                      : name === 'heard'
                        ? 'headcount.heardTitle'
                        : 'coverage.title',
                })}
              </span>
            ))}
          </p>
          <Suspense fallback={<div className="chart" />}>
            <Chart
              option={trendOption(intl, data, { warningLine, minimumLine, timeZone }, isDark ? dark : light)}
              label={title}
            />
          </Suspense>
        </>
      )}
    </section>
  )
}
