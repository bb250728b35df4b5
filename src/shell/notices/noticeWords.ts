import type { IntlShape } from 'react-intl'
import { ruleKinds } from '#contract/alerts/alertKinds.ts'
import { animalStatusSchema } from '#contract/herd/animals/animalStatuses.ts'
import { roleSchema } from '#contract/people/roles.ts'
import { editedFields, type Notice } from '#contract/office/notices.ts'
import { ticketKindSchema } from '#contract/office/tickets.ts'
import { formatsOf } from '../../locale/formats.ts'
import { joinParts, listWords } from '../../locale/joins.ts'

/** Returns the text of a notice in the user's language. Names that the server did not send are left empty. */
export function noticeWords(intl: IntlShape, { code, params }: Pick<Notice, 'code' | 'params'>): string {
  const kind = ticketKindSchema.safeParse(params['kind']).data
  const dayOf = (text = '') => {
    if (/^\d{4}-\d\d-\d\d$/.test(text))
      return intl.formatDate(`${text}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' })
    return Number.isNaN(Date.parse(text)) ? text : formatsOf(intl).instant(text)
  }
  const role = roleSchema.safeParse(params['role']).data
  const rule = ruleKinds.find((kind) => kind === params['rule'])
  const count = Number(params['count'] ?? 0)
  const lines = (text = '') => text.split('\n').filter(Boolean)
  const named = (names: readonly string[]) => listWords(intl, count > names.length ? [...names, '…'] : names)
  const tags = lines(params['tags'])
  const fields = lines(params['fields']).flatMap((field) => editedFields.find((known) => known === field) ?? [])
  const status = animalStatusSchema.safeParse(params['status']).data
  return intl.formatMessage(
    { id: `notice.${code}` },
    {
      by: params['by'] ?? '',
      subject: params['subject'] ?? '',
      title: params['title'] ?? '',
      name: joinParts(intl, ...lines(params['name'])),
      from: dayOf(params['from']),
      to: dayOf(params['to']),
      project: params['project'] ?? '',
      farm: params['farm'] ?? '',
      neckband: named(lines(params['neckband'])),
      before: joinParts(intl, ...lines(params['before'])),
      after: params['after'] ?? '',
      count,
      tags: tags.length === 0 ? 'none' : named(tags),
      fields:
        fields.length === 0
          ? 'none'
          : listWords(
              intl,
              fields.map((id) => intl.formatMessage({ id })),
            ),
      action: params['action'] ?? '',
      rule: rule ? intl.formatMessage({ id: `alert.${rule}` }) : '',
      status: status ? intl.formatMessage({ id: `animalStatus.${status}` }) : '',
      kind: kind ? intl.formatMessage({ id: `ticket.kind.${kind}` }) : '',
      role: role ? intl.formatMessage({ id: `role.${role}` }) : 'none',
    },
  )
}

/** Returns the comment of the notice's author, or the goal in an invitation; null without one. */
export function noticeComment({ params }: Pick<Notice, 'params'>): string | null {
  return (params['comment'] ?? params['goal'])?.trim() || null
}
