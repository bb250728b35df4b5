import '../../entities/approvals/tables.css'
import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { organisationKindSchema } from '#contract/people/roles.ts'
import { ruleKinds, severities } from '#contract/alerts/alertKinds.ts'
import { scheduleSchema } from '#contract/alerts/schedules.ts'
import type { TicketChange } from '#contract/office/tickets.ts'
import { arrivals, lineActions } from '#contract/projects/collateral.ts'
import { isParameter, unitOf } from '../../entities/alert-rules/parametersField.tsx'
import { useScheduleWords } from '../../entities/alert-rules/scheduleWords.ts'
import { DocumentLink } from '../../form/files/DocumentLink.tsx'
import { Picture } from '../../form/files/Picture.tsx'
import { Tag } from '../../list/grid/cells.tsx'
import { useFormats } from '../../locale/formats.ts'
import { listWords } from '../../locale/joins.ts'
import type { MessageId } from '../../locale/languages.ts'
import { ProjectTerm, projectTerms } from './ProjectTerm.tsx'

/** Labels of the fields in requests. */
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
  schedule: 'rule.schedule',
  reason: 'ticket.reason',
  heads: 'permit.heads',
  headsAsked: 'collateral.headsAsked',
  animals: 'permit.animals',
  startsAt: 'permit.startsAt',
  endsAt: 'permit.endsAt',
  purpose: 'permit.purpose',
  certificateNo: 'permit.certificateNo',
  collateralChange: 'collateral.change',
  category: 'collateral.category',
  unit: 'collateral.unit',
  quantity: 'collateral.quantity',
  unitPrice: 'collateral.unitPrice',
  pricedOn: 'collateral.pricedOn',
  priceSource: 'collateral.priceSource',
  haircut: 'collateral.haircut',
  arrival: 'collateral.arrival',
  documentId: 'collateral.document',
  ...projectTerms,
}

/** Returns the rule parameter that a request's field names; undefined for other fields. */
function parameterOf(field: string) {
  const name = field.replace(/^parameters\./, '')
  return name !== field && isParameter(name) ? name : undefined
}

function nameIdOf(field: string): MessageId | undefined {
  const parameter = parameterOf(field)
  return parameter ? `rule.parameter.${parameter}` : names[field]
}

/** Returns the message id for a field with a fixed set of values. */
function wordIdOf(field: string, value: unknown): MessageId | undefined {
  if (field === 'kind')
    return ruleKinds.map((kind) => `alert.${kind}` as const).find((id) => id === `alert.${String(value)}`)
  if (field === 'severity')
    return severities
      .map((severity) => `severity.${severity}` as const)
      .find((id) => id === `severity.${String(value)}`)
  if (field === 'action')
    return (['rule.change.ADD', 'rule.change.EDIT', 'rule.change.REMOVE'] as const).find(
      (id) => id === `rule.change.${String(value)}`,
    )
  if (field === 'collateralChange')
    return lineActions
      .map((action) => `collateral.change.${action}` as const)
      .find((id) => id === `collateral.change.${String(value)}`)
  if (field === 'arrival')
    return arrivals
      .map((arrival) => `collateral.arrival.${arrival}` as const)
      .find((id) => id === `collateral.arrival.${String(value)}`)
  if (field === 'enabled') return value === true ? 'rule.on' : 'rule.off'
  const kind = field === 'role' ? organisationKindSchema.safeParse(value).data : undefined
  return kind && `organisationKind.${kind}`
}

/** Changes of a request field by field: current and requested value. */
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
        {changes.map(({ field, before, after, as = 'TEXT', is }) => (
          <tr key={field}>
            <th scope="row">
              <FieldName field={field} />
            </th>
            {hasBefore && (
              <td>
                <Value field={field} value={before} as={as} />
              </td>
            )}
            <td>
              <Value field={field} value={after} as={as} />{' '}
              {is && (
                <Tag tone={is === 'STRICTER' ? 'live' : 'major'}>{intl.formatMessage({ id: `ticket.is.${is}` })}</Tag>
              )}
            </td>
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

interface Written {
  field: string
  value: unknown
  as: NonNullable<TicketChange['as']>
}

function Value({ field, value, as }: Written) {
  const intl = useIntl()
  const formats = useFormats()
  if (value === null || value === undefined || value === '') return intl.formatMessage({ id: 'form.nothing' })
  switch (as) {
    case 'NUMBER':
      return intl.formatNumber(Number(value), { maximumFractionDigits: 3 })
    case 'MONEY':
      return formats.amount(String(value))
    case 'RATIO':
      return formats.percent(Number(value), 2)
    case 'DATE':
      return formats.date(String(value))
    case 'INSTANT':
      return formats.instant(String(value))
    case 'TAGS':
      return <Tags tags={Array.isArray(value) ? value.map(String) : [String(value)]} />
    case 'DOCUMENT':
      return <DocumentLink id={String(value)} />
    case 'TEXT':
      return <Word field={field} value={value} />
  }
}

function Word({ field, value }: Omit<Written, 'as'>) {
  const intl = useIntl()
  if (field === 'schedule') return <RuleSchedule value={value} />
  if (field === 'licenceImageId') return <Picture id={String(value)} />
  const wordId = wordIdOf(field, value)
  if (wordId) return intl.formatMessage({ id: wordId })
  if (field in projectTerms) return <ProjectTerm field={field} value={value} />
  const parameter = parameterOf(field)
  if (typeof value === 'number')
    return [intl.formatNumber(value), parameter && intl.formatMessage({ id: unitOf(parameter) })]
      .filter(Boolean)
      .join(' ')
  return <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
}

function RuleSchedule({ value }: { value: unknown }) {
  return useScheduleWords(scheduleSchema.nullable().safeParse(value).data ?? null)
}

/** Maximum tags shown at first; the rest on demand. */
const tagsShown = 20

function Tags({ tags }: { tags: readonly string[] }) {
  const intl = useIntl()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? tags : tags.slice(0, tagsShown)
  return (
    <>
      <bdi>{listWords(intl, [...shown])}</bdi>{' '}
      {shown.length < tags.length && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {intl.formatMessage({ id: 'list.andOthers' }, { count: tags.length - shown.length })}
        </Button>
      )}
    </>
  )
}
