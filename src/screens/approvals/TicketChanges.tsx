import { useIntl } from 'react-intl'
import { organisationKindSchema } from '#contract/people/roles.ts'
import type { TicketChange } from '#contract/office/tickets.ts'
import { Picture } from '../../form/files/Picture.tsx'
import type { MessageId } from '../../locale/languages.ts'

/** What the fields of requests are called. */
const names: Readonly<Record<string, MessageId>> = {
  role: 'organisation.kind',
  name: 'organisation.name',
  creditCode: 'organisation.creditCode',
  contact: 'organisation.contact',
  telephone: 'organisation.telephone',
  email: 'organisation.email',
  address: 'organisation.address',
  licenceImageId: 'organisation.licence',
  userName: 'user.userName',
}

/** What a request changes, field by field: what is there now, and what would be. */
export function TicketChanges({ changes }: { changes: readonly TicketChange[] }) {
  const intl = useIntl()
  const hasBefore = changes.some(({ before }) => before !== null)
  return (
    <table className="ticket-changes">
      <caption>{intl.formatMessage({ id: 'ticket.changes' })}</caption>
      <thead>
        <tr>
          <th scope="col">{intl.formatMessage({ id: 'ticket.field' })}</th>
          {hasBefore && <th scope="col">{intl.formatMessage({ id: 'ticket.before' })}</th>}
          <th scope="col">{intl.formatMessage({ id: hasBefore ? 'ticket.after' : 'ticket.asked' })}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{names[field] ? intl.formatMessage({ id: names[field] }) : field}</th>
            {hasBefore && <td><Value field={field} value={before} /></td>}
            <td><Value field={field} value={after} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ field, value }: { field: string; value: unknown }) {
  const intl = useIntl()
  if (value === null || value === undefined || value === '') return intl.formatMessage({ id: 'form.nothing' })
  if (field === 'licenceImageId') return <Picture id={String(value)} />
  const kind = field === 'role' ? organisationKindSchema.safeParse(value).data : undefined
  if (kind) return intl.formatMessage({ id: `organisationKind.${kind}` })
  if (typeof value === 'number') return intl.formatNumber(value)
  return <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
}
