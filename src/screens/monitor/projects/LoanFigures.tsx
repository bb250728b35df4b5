import { useIntl } from 'react-intl'
import type { ProjectTotals } from '#contract/projects/monitor/projectMonitor.ts'
import { joinParts } from '../../../locale/joins.ts'
import { Figure } from '../Figure.tsx'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { HatchMark } from '../Marks.tsx'
import { changeWords, ratioWords, shortAmount, wholeAmount } from './amounts.ts'

/** Main numbers, the largest on the wall: debt, uncovered part, and state of the heads. */
export function LoanFigures({ totals, isStale }: { totals: ProjectTotals; isStale: boolean }) {
  const intl = useIntl()
  const {
    projects,
    balance,
    value,
    ratio,
    unverified,
    unverifiedValue,
    unaccounted,
    changeToday,
    gainedToday,
    lostToday,
    change7Days,
    change30Days,
    ledger,
  } = totals
  const number = (count: number) => intl.formatNumber(count)
  const change = (count: number) => changeWords(intl, count)
  return (
    <div className="wall-figures wall-loans" data-stale={isStale || undefined}>
      <Figure
        name={intl.formatMessage({ id: 'projectMonitor.balance' }, { projects })}
        value={shortAmount(intl, balance)}
      >
        {joinParts(
          intl,
          intl.formatMessage({ id: 'projectMonitor.value' }, { amount: shortAmount(intl, value) }),
          ratio !== null && intl.formatMessage({ id: 'projectMonitor.ratio' }, { ratio: ratioWords(intl, ratio) }),
        )}
      </Figure>
      <Below state="BELOW_MINIMUM" below={totals.belowMinimum} />
      <Below state="BELOW_WARNING" below={totals.belowWarning} />
      <Figure
        tone={unverified > 0 ? 'unverified' : undefined}
        name={
          <>
            {unverified > 0 && <HatchMark />} {intl.formatMessage({ id: 'count.unverified' })}
          </>
        }
        value={number(unverified)}
      >
        {joinParts(
          intl,
          unverified > 0 && wholeAmount(intl, unverifiedValue),
          `${intl.formatMessage({ id: 'count.unaccounted' })} ${number(unaccounted)}`,
        )}
      </Figure>
      <Figure
        name={intl.formatMessage({ id: 'projectMonitor.changes' })}
        value={
          <>
            {gainedToday > 0 && lostToday > 0 ? `${change(gainedToday)} ${change(-lostToday)}` : change(changeToday)}{' '}
            <small>
              {intl.formatMessage(
                { id: 'projectMonitor.longer' },
                { week: change(change7Days), month: change(change30Days) },
              )}
            </small>
          </>
        }
      >
        {`${intl.formatMessage({ id: 'count.ledger' })} ${number(ledger)}`}
      </Figure>
    </div>
  )
}

/** Number of projects below a coverage line, their balance, and what would restore it. */
function Below({
  state,
  below: { projects, balance, headsToCure, cashToCure },
}: {
  state: 'BELOW_MINIMUM' | 'BELOW_WARNING'
  below: ProjectTotals['belowMinimum']
}) {
  const intl = useIntl()
  const isMinimum = state === 'BELOW_MINIMUM'
  return (
    <Figure
      tone={projects === 0 ? undefined : isMinimum ? 'minimum' : 'unaccounted'}
      name={
        <>
          {projects > 0 && <SeverityMark severity={isMinimum ? 'CRITICAL' : 'MAJOR'} />}{' '}
          {intl.formatMessage({ id: `coverageState.${state}` })}
        </>
      }
      value={
        <>
          {intl.formatNumber(projects)} {projects > 0 && <small>{shortAmount(intl, balance)}</small>}
        </>
      }
    >
      {projects > 0
        ? intl.formatMessage(
            { id: 'projectMonitor.cure' },
            { heads: headsToCure, amount: wholeAmount(intl, cashToCure) },
          )
        : intl.formatMessage({ id: 'projectMonitor.noneBelow' })}
    </Figure>
  )
}
