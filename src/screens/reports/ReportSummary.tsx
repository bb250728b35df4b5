import './reports.css'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type DailyReport, parseReportId } from '#contract/projects/days/dailyReports.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import type { DetailsProps } from '../../list/describe.ts'
import { useFormats, ZoneContext } from '../../locale/formats.ts'
import { Moment } from '../../locale/Moment.tsx'
import { projectInfoPath, verifyPath } from '../../navigation/paths.ts'

/** Numbers of a day, their origin, and links to verify them: the seal, and the project at that time. */
export function ReportSummary({ id, row }: DetailsProps<DailyReport>) {
  const intl = useIntl()
  // The report in the URL may be on another page of the list.
  const { data, error } = useCall(
    endpoints.dailyReports.list,
    { projectId: parseReportId(id).projectId, ids: [id], pageSize: 1 },
    { shows: inPlace, isEnabled: row === null },
  )
  const report = row ?? data?.list[0]
  if (report) return <ReportFacts report={report} />
  if (error !== null) return <p role="alert">{loadFailureMessage(intl, error)}</p>
  return data === undefined ? <SkeletonLines lines={8} /> : <p>{intl.formatMessage({ id: 'list.nothingLeft' })}</p>
}

function ReportFacts({ report: row }: { report: DailyReport }) {
  const intl = useIntl()
  const { amount, count, coverage } = useFormats()
  const {
    projectId,
    countedAt,
    timeZone,
    ledger,
    heard,
    unverified,
    unaccounted,
    handCount,
    windowMinutes,
    ratio,
    eligibleValue,
    root,
  } = row
  const countOrNull = (value: number | null) => (value === null ? null : count(value))
  const moment = new URLSearchParams({ happened: countedAt, recorded: countedAt }).toString()
  return (
    <ZoneContext value={timeZone}>
      <FactSection
        titleId="headcount.heads"
        extra={
          <Link className="report-then" to={`${projectInfoPath}/${projectId}?${moment}`}>
            {intl.formatMessage({ id: 'report.then' })}
          </Link>
        }
      >
        <Fact labelId="report.countedAt">
          <Moment at={countedAt} />
        </Fact>
        <Fact labelId="headcount.contracted">{count(row.contracted)}</Fact>
        <Fact labelId="headcount.ledger">{countOrNull(ledger)}</Fact>
        <Fact labelId="headcount.heardTitle">{countOrNull(heard)}</Fact>
        <Fact labelId="headcount.unverified">{countOrNull(unverified)}</Fact>
        <Fact labelId="headcount.unaccounted">{countOrNull(unaccounted)}</Fact>
        <Fact labelId="dayClose.window">{countOrNull(windowMinutes)}</Fact>
        <Fact labelId="dailyLog.handCount">{countOrNull(handCount)}</Fact>
        <Fact labelId="ledger.change">{count(row.change)}</Fact>
      </FactSection>
      <FactSection titleId="coverage.title">
        <Fact labelId="coverage.title">{ratio === null ? null : coverage(ratio)}</Fact>
        <Fact labelId="coverage.valueTitle">{eligibleValue === null ? null : amount(eligibleValue)}</Fact>
        <Fact labelId="coverage.balanceTitle">{amount(row.balance)}</Fact>
      </FactSection>
      <FactSection titleId="dayClose.title">
        <Fact labelId="dayClose.by">{row.closedBy}</Fact>
        <Fact labelId="dayClose.at">
          {row.closedAt === null ? intl.formatMessage({ id: 'dayState.OPEN' }) : <Moment at={row.closedAt} />}
        </Fact>
        <Fact labelId="dayClose.note">{row.note === '' ? null : row.note}</Fact>
        <Fact labelId="verify.root">
          {root === null ? null : (
            <Link className="report-root" to={`${verifyPath}/${root}`}>
              {root}
            </Link>
          )}
        </Fact>
      </FactSection>
    </ZoneContext>
  )
}
