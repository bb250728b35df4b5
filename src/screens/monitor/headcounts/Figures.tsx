import { useIntl, type IntlShape } from 'react-intl'
import { useClock } from '../../../store/clock.ts'
import { useDataAge, type Freshness } from '../../../store/useDataAge.ts'
import { DataAge } from '../DataAge.tsx'
import { formatSpan } from '../../../locale/durations.ts'
import type { Contract, FarmRow, Totals } from '../farms/farmRows.ts'
import { Figure } from '../Figure.tsx'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { HatchMark } from '../Marks.tsx'
import { windowOf } from './windowOf.ts'
import { firstDayWords } from '../../../entities/firstDays.ts'
import { joinParts } from '../../../locale/joins.ts'

interface Props extends Freshness {
  wallAt: number | null
  totals: Totals | null
  rows: readonly FarmRow[]
  /** Heads that the ledger gained in the last 24 hours; null: unknown. */
  change: number | null
}

/** Main numbers, the largest on the wall: contracted heads, and heads known to be present. */
export function Figures({ totals, rows, change, at, limitMs, wallAt }: Props) {
  const intl = useIntl()
  const { isStale } = useDataAge({ at, limitMs })
  const number = (value: number) => intl.formatNumber(value)
  if (!totals) return <FiguresToCome />
  const { ledger, heard, unverified, unaccounted, contract } = totals
  const window = windowOf(intl, totals)
  const share =
    ledger > 0
      ? intl.formatNumber(heard / ledger, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
      : ''
  return (
    <div
      className="wall-figures"
      data-contract={contract === null ? 'none' : undefined}
      data-stale={isStale || undefined}
    >
      {contract !== null && (
        <Figure
          name={intl.formatMessage({ id: 'count.contracted' })}
          note={intl.formatMessage(
            { id: contract.projects > 1 ? 'figures.scope' : 'figures.farms' },
            { farms: contract.farms, projects: contract.projects },
          )}
          value={number(contract.heads)}
        >
          {whyOther(intl, contract)}
        </Figure>
      )}
      <Figure name={intl.formatMessage({ id: 'count.ledger' })} value={number(ledger)}>
        {change !== null &&
          intl.formatMessage(
            { id: 'figures.change' },
            { change: intl.formatNumber(change, { signDisplay: 'exceptZero' }) },
          )}
      </Figure>
      <Figure
        className="wall-figure-heard"
        name={intl.formatMessage({ id: 'count.heard' })}
        note={
          <>
            {window}
            <DataAge at={at} limitMs={limitMs} wallAt={wallAt} />
          </>
        }
        value={number(heard)}
      >
        <span className="wall-share">{share}</span>
        <Composition totals={totals} />
      </Figure>
      <Figure
        tone={unverified > 0 ? 'unverified' : undefined}
        name={
          <>
            {unverified > 0 && <HatchMark />} {intl.formatMessage({ id: 'count.unverified' })}
          </>
        }
        note={window}
        value={number(unverified)}
      >
        {unverified > 0 ? <WhyUnverified rows={rows} /> : intl.formatMessage({ id: 'figures.noneUnverified' })}
      </Figure>
      <Figure
        tone={unaccounted > 0 ? 'unaccounted' : undefined}
        name={
          <>
            {unaccounted > 0 && <SeverityMark severity="MAJOR" />} {intl.formatMessage({ id: 'count.unaccounted' })}
          </>
        }
        note={window}
        value={number(unaccounted)}
      >
        {unaccounted > 0
          ? joinParts(
              intl,
              byFarm(rows, (row) => row.headcount?.unaccounted ?? 0, intl),
              firstDayWords(intl, totals),
            )
          : intl.formatMessage({ id: 'figures.noneUnaccounted' })}
      </Figure>
    </div>
  )
}

/** Returns why the ledger differs from the contract. */
function whyOther(intl: IntlShape, { neverEntered, left, beyond }: Contract): string {
  const words = joinParts(
    intl,
    neverEntered > 0 && intl.formatMessage({ id: 'figures.neverEntered' }, { heads: neverEntered }),
    left > 0 && intl.formatMessage({ id: 'figures.left' }, { heads: left }),
    beyond > 0 && intl.formatMessage({ id: 'figures.beyond' }, { heads: beyond }),
  )
  return words === '' ? intl.formatMessage({ id: 'figures.asContracted' }) : words
}

/** The ledger as one bar: heard, unverified, unaccounted. */
function Composition({ totals: { heard, unverified, unaccounted } }: { totals: Totals }) {
  return (
    <span className="wall-bar wall-composition" aria-hidden="true">
      <i style={{ flexGrow: heard }} />
      <i className="wall-hatch" style={{ flexGrow: unverified }} />
      <i className="wall-bar-unaccounted" style={{ flexGrow: unaccounted }} data-some={unaccounted > 0 || undefined} />
    </span>
  )
}

function WhyUnverified({ rows }: { rows: readonly FarmRow[] }) {
  const intl = useIntl()
  const herdAt = useClock((state) => state.herdAt)
  const unverifiedRows = rows.filter((row) => (row.headcount?.unverified ?? 0) > 0)
  const [first, ...others] = unverifiedRows.toSorted(
    (a, b) => (b.headcount?.unverified ?? 0) - (a.headcount?.unverified ?? 0),
  )
  if (!first) return null
  const since = first.outage && herdAt !== null ? formatSpan(intl, herdAt - Date.parse(first.outage.sinceAt)) : null
  if (since !== null && others.length === 0)
    return <>{intl.formatMessage({ id: 'figures.since' }, { farm: first.farm.name, span: since })}</>
  return <>{byFarm([first, ...others], (row) => row.headcount?.unverified ?? 0, intl)}</>
}

const farmsNamed = 3

/** Lists the farms behind a number, largest first, with the heads on further farms: 敖包 5 · 南河 3 · 东滩 1 · +2. */
function byFarm(rows: readonly FarmRow[], value: (row: FarmRow) => number, intl: IntlShape): string {
  const having = rows.filter((row) => value(row) > 0).toSorted((a, b) => value(b) - value(a))
  const elsewhere = having.slice(farmsNamed).reduce((sum, row) => sum + value(row), 0)
  const named = having.slice(0, farmsNamed).map((row) => `${row.farm.name} ${intl.formatNumber(value(row))}`)
  return joinParts(intl, ...named, elsewhere > 0 && `+${intl.formatNumber(elsewhere)}`)
}

function FiguresToCome() {
  const intl = useIntl()
  const names = ['count.contracted', 'count.ledger', 'count.heard', 'count.unverified', 'count.unaccounted'] as const
  return (
    <div className="wall-figures" aria-busy="true">
      {names.map((id) => (
        <section key={id} className={`wall-figure panel ${id === 'count.heard' ? 'wall-figure-heard' : ''}`}>
          <header>
            <h2>{intl.formatMessage({ id })}</h2>
          </header>
          <span className="wall-skeleton wall-skeleton-figure" />
        </section>
      ))}
    </div>
  )
}
