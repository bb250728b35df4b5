import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import { useUnit } from '../../../charts/useUnit.ts'
import { heardOption, missingOption } from './headcountOptions.ts'
import { addUp, type HeadcountHistory, type Sample } from './history.ts'
import { HatchMark } from '../Marks.tsx'
import { Tile } from '../Tile.tsx'
import { joinParts } from '../../../locale/joins.ts'

const Chart = lazyChunk(async () => (await import('../../../charts/Chart.tsx')).Chart)

interface Props {
  history: HeadcountHistory | null
  /** The numbers of now, after the last sample. */
  present: Sample | null
  timeZone: string
}

const limitMs = 15 * 60_000

/** Two views of the same 24 hours: how many were heard, and, seen close, how many were not. */
export function HeadcountCharts({ history, present, timeZone }: Props) {
  const intl = useIntl()
  const unit = useUnit()
  const past = history ? addUp(history) : []
  const samples = present ? [...past.filter(({ at }) => at < present.at), present] : past
  const windowMinutes = history?.windowMinutes ?? 60
  const window = intl.formatMessage({ id: 'figures.window' }, { minutes: windowMinutes })
  const inputs = { samples, outages: history?.outages ?? [], timeZone, windowMinutes, unit }
  const title = intl.formatMessage({ id: 'chart.headcount' })
  const missing = intl.formatMessage({ id: 'chart.missing' })
  const nothing = history && samples.length === 0 && <p className="wall-calm">{intl.formatMessage({ id: 'chart.nothing' })}</p>
  return (
    <>
      <Tile className="wall-chart-heard" title={title} note={window} at={samples.at(-1)?.at ?? null} limitMs={limitMs}>
        {nothing}
        <Suspense>{samples.length > 0 && <Chart option={heardOption(intl, inputs)} label={joinParts(intl, title, window)} />}</Suspense>
      </Tile>
      <Tile className="wall-chart-missing" title={missing} note={window} at={samples.at(-1)?.at ?? null} limitMs={limitMs}>
        {samples.length > 0 ? <MissingLegend /> : nothing}
        <Suspense>{samples.length > 0 && <Chart option={missingOption(intl, inputs)} label={joinParts(intl, missing, window)} />}</Suspense>
      </Tile>
    </>
  )
}

function MissingLegend() {
  const intl = useIntl()
  return (
    <span className="wall-legend">
      <span>
        <HatchMark /> {intl.formatMessage({ id: 'count.unverified' })}
      </span>
      <span>
        <i aria-hidden="true" /> {intl.formatMessage({ id: 'count.unaccounted' })}
      </span>
    </span>
  )
}
