import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { LedgerEntry } from '#contract/projects/ledgerEntries.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { useCall } from '../../../api/queries.ts'
import { DocumentLink } from '../../../form/files/DocumentLink.tsx'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts, listWords } from '../../../locale/joins.ts'
import { Moment } from '../../../locale/Moment.tsx'

const shown = 5

/** The newest entries of the ledger, and whether the day is closed. */
export function LedgerCard({ id, headcount: { closedAt, unexplained } }: { id: number; headcount: ProjectHeadcount }) {
  const intl = useIntl()
  const { data } = useCall(endpoints.ledgerEntries.list, { id, pageSize: shown })
  return (
    <section className="panel figures-part" aria-labelledby="ledger">
      <header className="row">
        <h2 id="ledger">{intl.formatMessage({ id: 'ledger.title' })}</h2>
        <small>
          {closedAt !== null ? (
            <>
              {intl.formatMessage({ id: 'dayClose.closed' })} <Moment at={closedAt} />
            </>
          ) : (
            joinParts(intl, intl.formatMessage({ id: 'dayClose.open' }), unexplained > 0 && intl.formatMessage({ id: 'headcount.unexplained' }, { heads: unexplained }))
          )}
        </small>
      </header>
      {data?.list.length === 0 && <p className="figures-quiet">{intl.formatMessage({ id: 'ledger.empty' })}</p>}
      <ol className="figures-entries">
        {data?.list.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <Link to="?tab=headcount">{intl.formatMessage({ id: 'ledger.all' })}</Link>
    </section>
  )
}

function Entry({ entry: { kind, heads, balance, tags, reason, documentId, recordedBy, happenedAt, recordedAt, isLate } }: { entry: LedgerEntry }) {
  const intl = useIntl()
  const formats = useFormats()
  const more = Math.abs(heads) - tags.length
  return (
    <li>
      <span>
        <Moment at={happenedAt} /> <b>{intl.formatMessage({ id: `entryKind.${kind}` })}</b> <b>{intl.formatNumber(heads, { signDisplay: 'always' })}</b>{' '}
        <bdi>{listWords(intl, more > 0 ? [...tags.slice(0, 3), intl.formatMessage({ id: 'ledger.more' }, { heads: Math.abs(heads) - Math.min(3, tags.length) })] : tags.slice(0, 10))}</bdi>
        {isLate && (
          <>
            {' '}
            <Tag tone="minor">{intl.formatMessage({ id: 'ledger.lateAt' }, { at: formats.instant(recordedAt) })}</Tag>
          </>
        )}
        <small>{joinParts(intl, recordedBy, reason)}</small>
        {documentId !== null && <DocumentLink id={documentId} />}
      </span>
      <strong>{formats.count(balance)}</strong>
    </li>
  )
}
