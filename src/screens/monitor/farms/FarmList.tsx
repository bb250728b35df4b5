import { useIntl } from 'react-intl'
import { useAlerts } from '../../../store/alerts.ts'
import { useClock } from '../../../store/clock.ts'
import { formatSpan } from '../../../locale/durations.ts'
import { freshnessOf } from '../../../store/headcounts.ts'
import { useDataAge } from '../../../store/useDataAge.ts'
import { DataAge } from '../DataAge.tsx'
import type { FarmRow } from './farmRows.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { firstDayHeads, firstDayWords } from '../../../entities/firstDays.ts'
import { HatchMark } from '../Marks.tsx'
import { Sparkline } from '../headcounts/Sparkline.tsx'
import type { HeadcountHistory } from '../headcounts/history.ts'

interface Props {
  rows: readonly FarmRow[]
  history: HeadcountHistory | null
  currentFarmId: number | null
  /** Whether all data is stale, as the tile already says. */
  isStale: boolean
  onSelect: (farmId: number) => void
}

/** Rows that the column has room for; calmer farms are left out. */
const shown = 6

export function FarmList({ rows, history, currentFarmId, isStale, onSelect }: Props) {
  const intl = useIntl()
  const current = rows.findIndex(({ farm }) => farm.id === currentFarmId)
  // The farm on the map is always in the list, in the last position if it would be left out.
  const top =
    rows.length <= shown || current < shown
      ? rows.slice(0, shown)
      : [...rows.slice(0, shown - 1), ...rows.slice(current, current + 1)]
  return (
    <>
      <ul className="wall-farms">
        {top.map((row) => (
          <FarmEntry
            key={row.farm.id}
            row={row}
            history={history}
            current={row.farm.id === currentFarmId}
            isListStale={isStale}
            onSelect={() => onSelect(row.farm.id)}
          />
        ))}
      </ul>
      {rows.length > shown && (
        <p className="wall-more">{intl.formatMessage({ id: 'farms.more' }, { count: rows.length - shown })}</p>
      )}
    </>
  )
}

interface EntryProps {
  row: FarmRow
  history: HeadcountHistory | null
  current: boolean
  isListStale: boolean
  onSelect: () => void
}

function FarmEntry({ row, history, current, isListStale, onSelect }: EntryProps) {
  const intl = useIntl()
  const { farm, headcount } = row
  const isStale = useDataAge(freshnessOf(headcount)).isStale && !isListStale
  const past = history?.farms.find(({ farmId }) => farmId === farm.id)
  return (
    <li data-current={current || undefined} data-stale={isStale || undefined}>
      <button type="button" className="wall-farm" aria-current={current} onClick={onSelect}>
        <span className="wall-farm-head">
          <b>{farm.name}</b>
          {headcount ? (
            <span className="wall-farm-heads">
              <span>
                {intl.formatMessage(
                  { id: 'join.of' },
                  {
                    part: <strong key="heard">{intl.formatNumber(headcount.heard)}</strong>,
                    whole: intl.formatNumber(headcount.ledger),
                  },
                )}
              </span>
              <small>{intl.formatMessage({ id: 'figures.window' }, { minutes: headcount.windowMinutes })}</small>
            </span>
          ) : (
            <span className="wall-skeleton" />
          )}
        </span>
        <HeadcountBar headcount={headcount} />
        <span className="wall-farm-foot row">
          <FarmState row={row} isStale={isStale} />
          {history && past && <Sparkline history={past} stepMinutes={history.stepMinutes} />}
        </span>
      </button>
    </li>
  )
}

function HeadcountBar({ headcount }: { headcount: FarmRow['headcount'] }) {
  const intl = useIntl()
  const words = headcount
    ? intl.formatMessage(
        { id: 'farms.bar' },
        {
          heard: headcount.heard,
          unverified: headcount.unverified,
          unaccounted: headcount.unaccounted,
          minutes: headcount.windowMinutes,
        },
      )
    : ''
  return (
    <span className="wall-bar" role="img" aria-label={words} title={words}>
      {headcount && (
        <>
          <i style={{ flexGrow: headcount.heard }} />
          <i className="wall-hatch" style={{ flexGrow: headcount.unverified }} />
          <i
            className="wall-bar-unaccounted"
            style={{ flexGrow: headcount.unaccounted }}
            data-some={headcount.unaccounted > 0 || undefined}
          />
        </>
      )}
    </span>
  )
}

/** State of the farm in one line: stale data, its gravest alerts, else unverified heads, else normal. */
function FarmState({ row: { counts, headcount, outage }, isStale }: { row: FarmRow; isStale: boolean }) {
  const intl = useIntl()
  const herdAt = useClock((state) => state.herdAt)
  const areAlertsKnown = useAlerts(({ isLoaded }) => isLoaded)
  if (isStale && headcount) return <DataAge {...freshnessOf(headcount)} wallAt={null} />
  const grave = (['CRITICAL', 'MAJOR', 'MINOR'] as const).filter((severity) => counts[severity] > 0).slice(0, 2)
  if (outage && counts.CRITICAL === 0) {
    const span = herdAt === null ? '' : formatSpan(intl, herdAt - Date.parse(outage.sinceAt))
    return (
      <span className="wall-state clip row" data-tone="unverified">
        <HatchMark /> {intl.formatMessage({ id: 'farms.outage' }, { span })}
      </span>
    )
  }
  if (grave.length > 0) {
    return (
      <span className="wall-state clip row">
        {grave.map((severity) => (
          <span key={severity} data-severity={severity}>
            <SeverityMark severity={severity} /> {intl.formatMessage({ id: `severity.${severity}` })}{' '}
            {intl.formatNumber(counts[severity])}
          </span>
        ))}
      </span>
    )
  }
  const firstDay = headcount ? firstDayWords(intl, headcount) : ''
  // Heads of a first day are counted as unaccounted, but nothing is wrong with them yet.
  if (headcount && firstDay !== '' && headcount.unaccounted === firstDayHeads(headcount))
    return <span className="wall-state clip row">{firstDay}</span>
  if (headcount && headcount.unaccounted > 0) {
    return (
      <span className="wall-state clip row" data-severity="MAJOR">
        <SeverityMark severity="MAJOR" /> {intl.formatMessage({ id: 'count.unaccounted' })}{' '}
        {intl.formatNumber(headcount.unaccounted)}
      </span>
    )
  }
  if (headcount && headcount.unverified > 0) {
    return (
      <span className="wall-state clip row" data-tone="unverified">
        <HatchMark /> {intl.formatMessage({ id: 'count.unverified' })} {intl.formatNumber(headcount.unverified)}
      </span>
    )
  }
  if (headcount && !areAlertsKnown) return <span className="wall-state clip row">–</span>
  return <span className="wall-state clip row">{headcount && <>✓ {intl.formatMessage({ id: 'farms.normal' })}</>}</span>
}
