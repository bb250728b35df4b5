import { useRef } from 'react'
import { useIntl } from 'react-intl'
import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { ProjectRisk } from '#contract/projects/monitor/projectRisks.ts'
import { projectInfoPath } from '../../../navigation/paths.ts'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'
import { formatsOf } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { useAlerts } from '../../../store/alerts.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { HatchMark } from '../Marks.tsx'
import { useScrollWindow } from '../alerts/useRoll.ts'
import { changeWords, ratioWords, wholeAmount } from './amounts.ts'
import { barEnd, type RiskRow } from './riskRows.ts'

const severities: Partial<Record<ProjectRisk, Severity>> = {
  BELOW_MINIMUM: 'CRITICAL',
  BELOW_WARNING: 'MAJOR',
  UNACCOUNTED: 'MAJOR',
  CRITICAL_ALERT: 'CRITICAL',
  STALE_PRICE: 'MAJOR',
}

/** Projects by risk, greatest first; each links to its page, except on a paired wall. */
export function ProjectRisks({ rows, total }: { rows: readonly RiskRow[]; total: number }) {
  const intl = useIntl()
  const list = useRef<HTMLOListElement>(null)
  const { drawn, below } = useScrollWindow(list, rows.length)
  const end = barEnd(rows.map(({ project }) => project))
  const more = below + total - rows.length
  return (
    <>
      <p className="wall-risk wall-risk-head" aria-hidden="true">
        <span>{intl.formatMessage({ id: 'projectMonitor.project' })}</span>
        <span className="wall-risk-lines">
          {intl.formatMessage({ id: 'projectMonitor.coverage' })}
          <i data-line="minimum">{intl.formatMessage({ id: 'projectMonitor.minimum' })}</i>
          <i data-line="warning">{intl.formatMessage({ id: 'projectMonitor.warning' })}</i>
        </span>
        <span>{intl.formatMessage({ id: 'projectMonitor.heads' })}</span>
        <span>{intl.formatMessage({ id: 'projectMonitor.week' })}</span>
        <span>{intl.formatMessage({ id: 'projectMonitor.owed' })}</span>
      </p>
      <ol
        ref={list}
        className="wall-risks"
        data-more={below > 0 || undefined}
        aria-label={intl.formatMessage({ id: 'projectMonitor.projects' })}
      >
        {rows.slice(0, drawn).map((row) => (
          <Row key={row.project.id} row={row} end={end} />
        ))}
      </ol>
      {more > 0 && <p className="wall-more">{intl.formatMessage({ id: 'projectMonitor.more' }, { count: more })}</p>}
    </>
  )
}

function Row({ row, end }: { row: RiskRow; end: number }) {
  const intl = useIntl()
  const areAlertsKnown = useAlerts(({ isLoaded }) => isLoaded)
  const { project, risk } = row
  const {
    id,
    code,
    name,
    ledger,
    heard,
    unverified,
    unaccounted,
    changeToday,
    change7Days,
    change30Days,
    balance,
    ratio,
  } = project
  const severity = severities[risk]
  const number = (count: number) => intl.formatNumber(count)
  const apart = joinParts(
    intl,
    `${intl.formatMessage({ id: 'count.heard' })} ${number(heard)}`,
    unverified > 0 && `${intl.formatMessage({ id: 'count.unverified' })} ${number(unverified)}`,
    unaccounted > 0 && `${intl.formatMessage({ id: 'count.unaccounted' })} ${number(unaccounted)}`,
  )
  return (
    <li className="wall-risk" data-severity={severity} data-risk={risk}>
      <span className="wall-risk-sign">
        {severity ? <SeverityMark severity={severity} /> : risk === 'UNVERIFIED' && <HatchMark />}
      </span>
      <span className="wall-risk-name">
        <ScreenLink to={`${projectInfoPath}/${id}`} className="wall-lead clip">
          {`${code} ${name}`}
        </ScreenLink>
        <small className="clip">{riskWords(intl, row, areAlertsKnown)}</small>
      </span>
      <CoverageBar row={row} end={end} />
      <b className="wall-risk-ratio">{ratioWords(intl, ratio)}</b>
      <span className="wall-risk-heads">
        <b>{number(ledger)}</b>
        <small>{apart}</small>
      </span>
      <span className="wall-risk-change">
        <b data-lost={change7Days < 0 || undefined}>{changeWords(intl, change7Days)}</b>
        <small>
          {intl.formatMessage(
            { id: 'projectMonitor.otherDays' },
            { today: changeWords(intl, changeToday), month: changeWords(intl, change30Days) },
          )}
        </small>
      </span>
      <b className="wall-risk-owed">{wholeAmount(intl, balance)}</b>
    </li>
  )
}

/** Returns the reason for a project's rank as text. */
function riskWords(
  intl: ReturnType<typeof useIntl>,
  { project, risk, critical, insuredUntil }: RiskRow,
  areAlertsKnown: boolean,
): string {
  const { headsToCure, cashToCure, unaccounted, unverified, borrowerOrgName, priceAgeDays } = project
  const counted = (id: 'count.unaccounted' | 'count.unverified' | 'projectMonitor.critical', count: number) =>
    `${intl.formatMessage({ id })} ${intl.formatNumber(count)}`
  switch (risk) {
    case 'BELOW_MINIMUM':
    case 'BELOW_WARNING': {
      const cure =
        cashToCure !== null &&
        intl.formatMessage(
          { id: 'projectMonitor.cure' },
          { heads: headsToCure ?? 0, amount: wholeAmount(intl, cashToCure) },
        )
      return joinParts(intl, intl.formatMessage({ id: `coverageState.${risk}` }), cure)
    }
    case 'UNACCOUNTED':
      return counted('count.unaccounted', unaccounted)
    case 'CRITICAL_ALERT':
      return counted('projectMonitor.critical', critical)
    case 'UNVERIFIED':
      return counted('count.unverified', unverified)
    case 'STALE_PRICE':
      return intl.formatMessage({ id: 'projectMonitor.priceAge' }, { days: priceAgeDays })
    case 'INSURANCE_ENDS':
      return intl.formatMessage(
        { id: 'projectMonitor.insuranceEnds' },
        { day: insuredUntil === null ? '–' : formatsOf(intl).date(insuredUntil) },
      )
    case 'NONE':
      return joinParts(intl, areAlertsKnown ? intl.formatMessage({ id: 'farms.normal' }) : '–', borrowerOrgName)
  }
}

/** Coverage with its limits, on a scale common to all projects. */
function CoverageBar({
  row: {
    project: { ratio, state, minimumLine, warningLine },
  },
  end,
}: {
  row: RiskRow
  end: number
}) {
  const intl = useIntl()
  const share = (value: number) => `${(100 * Math.min(value, end)) / end}%`
  const words = joinParts(
    intl,
    ratioWords(intl, ratio),
    `${intl.formatMessage({ id: 'projectMonitor.minimum' })} ${ratioWords(intl, minimumLine)}`,
    `${intl.formatMessage({ id: 'projectMonitor.warning' })} ${ratioWords(intl, warningLine)}`,
  )
  return (
    <span className="wall-cover" role="img" aria-label={words} title={words}>
      <i data-state={state} style={{ inlineSize: share(ratio === null ? end : Number(ratio)) }} />
      <i data-line="minimum" style={{ insetInlineStart: share(Number(minimumLine)) }} />
      <i data-line="warning" style={{ insetInlineStart: share(Number(warningLine)) }} />
    </span>
  )
}
