import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { LedgerEntry } from '#contract/projects/ledgerEntries.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { inPlace } from '../../../api/failures.ts'
import { PartComing } from '../../../api/LoadFailed.tsx'
import { useCall } from '../../../api/queries.ts'
import { DocumentLink } from '../../../form/files/DocumentLink.tsx'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts, listWords } from '../../../locale/joins.ts'
import { Moment } from '../../../locale/Moment.tsx'
import { verifyPath } from '../../../navigation/paths.ts'
import { type Moment as PastMoment, useTabAddress } from '../past/moments.ts'

const shown = 5

/** Fields of the headcount about the current day. */
type Day = Pick<ProjectHeadcount, 'closedAt' | 'unexplained'>

/** Newest ledger entries, and whether the day is closed. @param day null: the project no longer closes days */
export function LedgerCard({ id, day, moment }: { id: number; day: Day | null; moment: PastMoment | null }) {
  const intl = useIntl()
  const addressOf = useTabAddress()
  const loading = useCall(endpoints.ledgerEntries.list, { id, pageSize: shown, ...moment }, { shows: inPlace })
  const { data } = loading
  return (
    <section className="panel figures-part" aria-labelledby="ledger">
      <header className="row">
        <h2 id="ledger">{intl.formatMessage({ id: 'ledger.title' })}</h2>
        {day !== null && (
          <small>
            <DayState {...day} />
          </small>
        )}
      </header>
      {!data && <PartComing of={[loading]} lines={5} />}
      {data?.list.length === 0 && <p className="figures-quiet">{intl.formatMessage({ id: 'ledger.empty' })}</p>}
      <ol className="figures-entries">
        {data?.list.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <footer className="row figures-foot">
        <Link to={addressOf({ tab: 'headcount' })}>{intl.formatMessage({ id: 'ledger.all' })}</Link>
        {moment === null && <NewestSeal />}
      </footer>
    </section>
  )
}

function DayState({ closedAt, unexplained }: Day) {
  const intl = useIntl()
  if (closedAt === null)
    return joinParts(
      intl,
      intl.formatMessage({ id: 'dayClose.open' }),
      unexplained > 0 && intl.formatMessage({ id: 'headcount.unexplained' }, { heads: unexplained }),
    )
  return (
    <>
      {intl.formatMessage({ id: 'dayClose.closed' })} <Moment at={closedAt} />
    </>
  )
}

/** Newest sealed day, by the start and end of its root, with a link to its proof. */
function NewestSeal() {
  const intl = useIntl()
  const formats = useFormats()
  const seal = useCall(endpoints.seals.newest, {}, { shows: inPlace }).data?.seal
  if (!seal) return null
  return (
    <span className="figures-quiet">
      {intl.formatMessage(
        { id: 'ledger.sealed' },
        {
          day: formats.date(seal.day),
          root: <bdi key="root" title={seal.root}>{`${seal.root.slice(0, 4)}…${seal.root.slice(-4)}`}</bdi>,
        },
      )}{' '}
      <Link to={`${verifyPath}/${seal.root}`}>{intl.formatMessage({ id: 'ledger.verify' })}</Link>
    </span>
  )
}

function Entry({
  entry: {
    kind,
    heads,
    balance,
    tags,
    reason,
    documentId,
    recordedBy,
    happenedAt,
    happenedOn,
    recordedAt,
    isLate,
    documentDueAt,
  },
}: {
  entry: LedgerEntry
}) {
  const intl = useIntl()
  const formats = useFormats()
  const more = Math.abs(heads) - tags.length
  return (
    <li>
      <span>
        {happenedOn === null ? <Moment at={happenedAt} /> : formats.date(happenedOn)}{' '}
        <b>{intl.formatMessage({ id: `entryKind.${kind}` })}</b>{' '}
        <b>{intl.formatNumber(heads, { signDisplay: 'always' })}</b>{' '}
        <bdi>
          {listWords(
            intl,
            more > 0
              ? [
                  ...tags.slice(0, 3),
                  intl.formatMessage({ id: 'ledger.more' }, { heads: Math.abs(heads) - Math.min(3, tags.length) }),
                ]
              : tags.slice(0, 10),
          )}
        </bdi>
        {isLate && (
          <>
            {' '}
            <Tag tone="minor">{intl.formatMessage({ id: 'ledger.lateAt' }, { at: formats.instant(recordedAt) })}</Tag>
          </>
        )}
        {documentDueAt !== null && (
          <>
            {' '}
            <Tag tone="major">
              {intl.formatMessage({ id: 'ledger.documentDue' }, { at: formats.instant(documentDueAt) })}
            </Tag>
          </>
        )}
        <small>{joinParts(intl, recordedBy, reason)}</small>
        {documentId !== null && <DocumentLink id={documentId} />}
      </span>
      <strong>{formats.count(balance)}</strong>
    </li>
  )
}
