import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import { useUnit } from '../../../charts/useUnit.ts'
import { missingOption } from './missingOption.ts'
import { addUp, type HeadcountHistory, type Sample } from './history.ts'
import { HatchMark } from '../Marks.tsx'
import { Tile } from '../Tile.tsx'
import { joinParts } from '../../../locale/joins.ts'

const Chart = lazyChunk(async () => (await import('../../../charts/Chart.tsx')).Chart)

interface Props {
  history: HeadcountHistory | null
  /** Current numbers, shown after the last sample. */
  present: Sample | null
  timeZone: string
  wallAt: number | null
}

const limitMs = 15 * 60_000

/** Heads not heard in the last 24 hours, on a separate scale; on the herd's scale the line would be flat. */
export function MissingChart({ history, present, timeZone, wallAt }: Props) {
  const intl = useIntl()
  const unit = useUnit()
  const past = history ? addUp(history) : []
  const samples = present ? [...past.filter(({ at }) => at < present.at), present] : past
  const windowMinutes = history?.windowMinutes ?? 60
  const ledger = samples.findLast((sample) => sample.ledger !== null)?.ledger ?? null
  const title = intl.formatMessage({ id: 'chart.missing' })
  const note = joinParts(
    intl,
    ledger !== null && intl.formatMessage({ id: 'chart.ofLedger' }, { heads: ledger }),
    intl.formatMessage({ id: 'figures.window' }, { minutes: windowMinutes }),
  )
  const option = missingOption(intl, { samples, outages: history?.outages ?? [], timeZone, windowMinutes, unit })
  return (
    <Tile
      className="wall-chart"
      title={title}
      note={note}
      at={samples.at(-1)?.at ?? null}
      limitMs={limitMs}
      wallAt={wallAt}
    >
      {samples.length > 0 ? (
        <MissingLegend />
      ) : (
        history && <p className="wall-calm">{intl.formatMessage({ id: 'chart.nothing' })}</p>
      )}
      <Suspense>{samples.length > 0 && <Chart option={option} label={joinParts(intl, title, note)} />}</Suspense>
    </Tile>
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
