import type { DeliveryChannel, DeliveryState } from '#contract/duty/alertDeliveries.ts'
import type { NoticeCode } from '#contract/office/notices.ts'
import { toInstant } from '../../clock.ts'
import {
  alertFacts,
  alertMessage,
  alertsMessage,
  alertPath,
  alertsPath,
  floodMessage,
  type AlertMessageData,
  type Why,
} from '../../notify/alertTexts.ts'
import { type DutyChannel, type DutyPerson, isQuietAt } from './duty.ts'

/** A flood is this many alerts for one recipient within `floodMs`. */
export const floodAlerts = 10
export const floodMs = 10 * 60_000

/** A delivery to write, with its message and notice. */
export interface NewDelivery {
  alertId: number | null
  floodId: number | null
  organisationId: number
  step: number
  reason: Why | 'FLOOD'
  userId: number | null
  channelId: number | null
  channel: DeliveryChannel
  state: DeliveryState
  fault: string | null
  /** Address of the message; null when none is sent. */
  recipient: string | null
  subject: string
  body: string
  /** Code of the console notice; null for none. */
  code: NoticeCode | null
  params: Record<string, string>
  path: string
}

/** A user or a channel that receives alerts. */
export type Recipient = { organisationId: number } & (
  | { person: DutyPerson; channel: null }
  | { person: null; channel: DutyChannel }
)

/** Returns the unique key of a recipient. */
export function keyOf({ person, channel }: Recipient): string {
  return person === null ? `channel ${channel.id}` : `user ${person.id}`
}

/** One alert with the recipients of one step. */
export interface Notification {
  alert: AlertMessageData
  step: number
  why: Why
  recipients: Recipient[]
}

const nobodyWants = 'NO_CHANNEL'
const inQuietHours = 'QUIET_HOURS'
const noAddress = 'NO_ADDRESS'
const messageChannels = ['CONSOLE', 'MAIL', 'SMS'] as const

/** Whether a recipient wants messages for this severity, so that the alert counts towards a flood. */
export function countsTowardsFlood({ person }: Recipient, { severity }: AlertMessageData): boolean {
  return person === null || messageChannels.some((name) => person.channels[severity].includes(name))
}

function nameOf({ person, channel }: Recipient): string {
  return person === null ? channel.name : person.name
}

function blank(recipient: Recipient, { organisationId }: { organisationId: number } = recipient) {
  const userId = recipient.person?.id ?? null
  const channelId = recipient.channel?.id ?? null
  return {
    organisationId,
    userId,
    channelId,
    alertId: null,
    floodId: null,
    state: 'QUEUED',
    fault: null,
    recipient: null,
    subject: '',
    body: '',
    code: null,
    params: {},
    path: alertsPath,
  } as const
}

const noticeCodes = {
  RAISED: 'ALERT_RAISED',
  ESCALATED: 'ALERT_ESCALATED',
  ADMINISTRATOR: 'ALERT_ESCALATED',
  REMINDER: 'ALERT_REMINDER',
  RESENT: 'ALERT_RAISED',
  ASSIGNED: 'ALERT_ASSIGNED',
} as const satisfies Record<Why, NoticeCode>

/**
 * Builds the deliveries of an alert to a recipient, one for each of their channels.
 * @param at herd time, epoch ms
 * @param only limits them to this channel and ignores quiet hours
 */
export function deliveriesOf(
  recipient: Recipient,
  { alert, step, why, recipients }: Notification,
  publicUrl: string,
  at: number,
  only?: DeliveryChannel,
): NewDelivery[] {
  const base = { ...blank(recipient), alertId: alert.id, step, reason: why, path: alertPath(alert) }
  const own = keyOf(recipient)
  const others = [...new Map(recipients.map((other) => [keyOf(other), other])).values()]
    .filter((other) => keyOf(other) !== own)
    .map(nameOf)
  const { person, channel } = recipient
  if (person === null) {
    const { subject, body } = alertMessage(alert, why, others, { language: channel.language, publicUrl }, 'TEXT')
    const text = JSON.stringify({ text: body, facts: alertFacts(alert, why, publicUrl) })
    return [{ ...base, channel: channel.kind, recipient: String(channel.id), subject, body: text }]
  }
  const usedChannels = messageChannels.filter((name) =>
    only === undefined ? person.channels[alert.severity].includes(name) : name === only,
  )
  if (usedChannels.length === 0) return [{ ...base, channel: 'CONSOLE', state: 'SKIPPED', fault: nobodyWants }]
  const params = {
    rule: alert.kind,
    severity: alert.severity,
    subject: alert.subjectName,
    farm: alert.farmName,
    from: toInstant(alert.sinceAt),
  }
  const isQuiet = only === undefined && isQuietAt(person, alert.severity, at)
  return usedChannels.map((name) => {
    if (name === 'CONSOLE') return { ...base, channel: name, state: 'SENT', code: noticeCodes[why], params }
    if (isQuiet) return { ...base, channel: name, state: 'SKIPPED', fault: inQuietHours }
    const address = name === 'MAIL' ? person.email : person.telephone
    if (address === null) return { ...base, channel: name, state: 'FAILED', fault: noAddress }
    return {
      ...base,
      channel: name,
      recipient: address,
      ...alertMessage(alert, why, others, { language: person.language, publicUrl }, name === 'SMS' ? 'SMS' : 'TEXT'),
    }
  })
}

/** Builds the delivery of an alert that a flood's notice covers. */
export function collapsedIntoFlood(
  recipient: Recipient,
  { alert, step, why }: Notification,
  floodId: number,
): NewDelivery {
  const channel = recipient.channel?.kind ?? 'CONSOLE'
  return {
    ...blank(recipient),
    alertId: alert.id,
    floodId,
    step,
    reason: why,
    channel,
    state: 'FOLDED',
    path: alertPath(alert),
  }
}

/**
 * Shares one message among alerts that came together. The first alert's delivery carries it on each channel; the others' deliveries say so.
 * Notices of the console stay single.
 */
export function shareMessage(
  recipient: Recipient,
  notifications: readonly [Notification, ...Notification[]],
  publicUrl: string,
  at: number,
): NewDelivery[] {
  const { person, channel } = recipient
  const [{ why }] = notifications
  const alerts = notifications.map(({ alert }) => alert) as [AlertMessageData, ...AlertMessageData[]]
  const messageOf = (name: DeliveryChannel) => {
    if (person !== null)
      return alertsMessage(alerts, why, { language: person.language, publicUrl }, name === 'SMS' ? 'SMS' : 'TEXT')
    const { subject, body } = alertsMessage(alerts, why, { language: channel.language, publicUrl }, 'TEXT')
    const [first, ...others] = alerts.map((alert) => alertFacts(alert, why, publicUrl))
    return {
      subject,
      body: JSON.stringify({ text: body, facts: { ...first, others: others.map(({ alert }) => alert) } }),
    }
  }
  return notifications.flatMap((notification, place) =>
    deliveriesOf(recipient, notification, publicUrl, at).map((delivery): NewDelivery => {
      if (delivery.state !== 'QUEUED') return delivery
      return place === 0
        ? { ...delivery, ...messageOf(delivery.channel) }
        : { ...delivery, state: 'FOLDED', recipient: null, subject: '', body: '' }
    }),
  )
}

/**
 * Builds the notice of a flood, sent by the recipient's channels for its gravest severity.
 * @param path where the recipient finds the alerts
 * @param at herd time, epoch ms
 */
export function floodDeliveries(
  recipient: Recipient,
  floodId: number,
  count: number,
  gravest: AlertMessageData['severity'],
  path: string,
  publicUrl: string,
  at: number,
): NewDelivery[] {
  const base = { ...blank(recipient), floodId, step: 0, reason: 'FLOOD', path } as const
  const { person, channel } = recipient
  if (person === null) {
    const { subject, body } = floodMessage(count, path, { language: channel.language, publicUrl }, 'TEXT')
    return [
      {
        ...base,
        channel: channel.kind,
        recipient: String(channel.id),
        subject,
        body: JSON.stringify({ text: body, facts: { event: 'flood', count, link: publicUrl + path } }),
      },
    ]
  }
  const isQuiet = isQuietAt(person, gravest, at)
  return messageChannels.flatMap((name): NewDelivery[] => {
    if (name === 'CONSOLE')
      return [{ ...base, channel: name, state: 'SENT', code: 'ALERT_FLOOD', params: { count: String(count) } }]
    if (!person.channels[gravest].includes(name)) return []
    if (isQuiet) return [{ ...base, channel: name, state: 'SKIPPED', fault: inQuietHours }]
    const address = name === 'MAIL' ? person.email : person.telephone
    if (address === null) return [{ ...base, channel: name, state: 'FAILED', fault: noAddress }]
    return [
      {
        ...base,
        channel: name,
        recipient: address,
        ...floodMessage(count, path, { language: person.language, publicUrl }, name === 'SMS' ? 'SMS' : 'TEXT'),
      },
    ]
  })
}
