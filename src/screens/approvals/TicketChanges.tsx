import { useIntl } from 'react-intl'
import { organisationKindSchema } from '#contract/people/roles.ts'
import { ruleKinds, severities } from '#contract/alerts/alertKinds.ts'
import type { TicketChange } from '#contract/office/tickets.ts'
import { isParameter, unitOf } from '../../entities/alert-rules/parametersField.tsx'
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
  kind: 'rule.kind',
  action: 'rule.change',
  severity: 'rule.severity',
  enabled: 'rule.enabled',
  reason: 'ticket.reason',
}

/** A rule's parameter by what a request calls it; undefined for another field. */
function parameterOf(field: string) {
  const name = field.replace(/^parameters\./, '')
  return name !== field && isParameter(name) ? name : undefined
}

function nameIdOf(field: string): MessageId | undefined {
  const parameter = parameterOf(field)
  return parameter ? `rule.parameter.${parameter}` : names[field]
}

/** The words of fields whose values are some of a few. */
function wordIdOf(field: string, value: unknown): MessageId | undefined {
  if (field === 'kind') return ruleKinds.map((kind) => `alert.${kind}` as const).find((id) => id === `alert.${String(value)}`)
  if (field === 'severity') return severities.map((severity) => `severity.${severity}` as const).find((id) => id === `severity.${String(value)}`)
  if (field === 'action') return (['rule.change.ADD', 'rule.change.EDIT', 'rule.change.REMOVE'] as const).find((id) => id === `rule.change.${String(value)}`)
  if (field === 'enabled') return value === true ? 'rule.on' : 'rule.off'
  const kind = field === 'role' ? organisationKindSchema.safeParse(value).data : undefined
  return kind && `organisationKind.${kind}`
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
            <th scope="row"><FieldName field={field} /></th>
            {hasBefore && <td><Value field={field} value={before} /></td>}
            <td><Value field={field} value={after} /></td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FieldName({ field }: { field: string }) {
  const intl = useIntl()
  const id = nameIdOf(field)
  return id ? intl.formatMessage({ id }) : field
}

function Value({ field, value }: { field: string; value: unknown }) {
  const intl = useIntl()
  if (value === null || value === undefined || value === '') return intl.formatMessage({ id: 'form.nothing' })
  if (field === 'licenceImageId') return <Picture id={String(value)} />
  const wordId = wordIdOf(field, value)
  if (wordId) return intl.formatMessage({ id: wordId })
  const parameter = parameterOf(field)
  if (typeof value === 'number') return [intl.formatNumber(value), parameter && intl.formatMessage({ id: unitOf(parameter) })].filter(Boolean).join(' ')
  return <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
}
