import { z } from 'zod'
import { ruleKinds, severitySchema } from '../alerts/alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { organisationChannelKinds } from './alertChannels.ts'

/** Channels of a page of the console, which reports its own deliveries. */
export const pageChannels = ['DESKTOP', 'SOUND'] as const
export type PageChannel = (typeof pageChannels)[number]
export const deliveryChannels = ['CONSOLE', ...pageChannels, 'MAIL', 'SMS', ...organisationChannelKinds] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]
export const deliveryStates = ['QUEUED', 'SENT', 'FAILED', 'SKIPPED', 'FOLDED'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryReasons = ['RAISED', 'ESCALATED', 'ADMINISTRATOR', 'REMINDER', 'FLOOD', 'RESENT', 'ASSIGNED'] as const

export const alertDeliverySchema = z.object({
  id: idSchema,
  /** Null: the notice of a flood. */
  alertId: idSchema.nullable(),
  /** 0: the first telling; each later one is one more. Negative: told by an act of a person, beside these. */
  step: z.number().int(),
  reason: z.enum(deliveryReasons),
  /** The alert; null as `alertId` is. */
  about: z.object({ kind: z.enum(ruleKinds), severity: severitySchema, subjectName: z.string(), farmName: z.string() }).nullable(),
  channel: z.enum(deliveryChannels),
  /** The person’s name, or the channel’s. */
  recipient: z.string(),
  personId: idSchema.nullable(),
  state: z.enum(deliveryStates),
  /** Why it failed or was left out: QUIET_HOURS, NO_CHANNEL, NO_ADDRESS, BLOCKED (by the browser), or what the provider said. */
  fault: z.string().nullable(),
  /** Herd time. */
  plannedAt: instantSchema,
  queuedAt: instantSchema,
  sentAt: instantSchema.nullable(),
  readAt: instantSchema.nullable(),
  /** When this person acknowledged the alert. */
  actedAt: instantSchema.nullable(),
})
export type AlertDelivery = z.infer<typeof alertDeliverySchema>

/** How the telling of an alert stands. */
export const tellingStates = ['PENDING', 'GOES_ON', 'DONE', 'LATE', 'ACKNOWLEDGED', 'CLOSED', 'CLEARED', 'NOBODY', 'HISTORY'] as const

const path = '/collateral/web/alertDelivery'

export const alertDeliveryEndpoints = ofNoun('alertDeliveries', {
  ofAlert: endpoint({
    method: 'GET',
    path: `${path}/alert/{toldAlertId}`,
    access: supervisorRoles,
    input: z.object({ toldAlertId: z.coerce.number().pipe(idSchema) }),
    reply: z.object({
      list: z.array(alertDeliverySchema),
      /** PENDING: nobody was told yet. GOES_ON: more are told at `nextAt`. DONE: nobody else is. LATE: it happened more than 15 minutes before it was heard of. */
      state: z.enum(tellingStates),
      nextAt: instantSchema.nullable(),
    }),
    summary: 'Who was told of an alert, how, and what became of it.',
  }),
  list: endpoint({
    method: 'POST',
    path: `${path}/list`,
    access: supervisorRoles,
    input: listInput(['id', 'plannedAt'], {
      toldPersonId: idSchema.optional(),
      channel: z.enum(deliveryChannels).optional(),
      state: z.enum(deliveryStates).optional(),
    }),
    reply: listReply(alertDeliverySchema),
    summary: 'What the organisation’s people and channels were told of alerts, the newest first.',
  }),
  resend: endpoint({
    method: 'POST',
    path: `${path}/{id}/resend`,
    access: supervisorRoles,
    input: idInput,
    reply: alertDeliverySchema,
    summary: 'Tells the same recipient of the same alert by the same channel once more: a delivery of its own. 409 CONFLICT for the notice of a flood, while one waits to be sent, and for an alert that is over.',
  }),
  shown: endpoint({
    method: 'POST',
    path: `${path}/shown`,
    access: supervisorRoles,
    input: z.object({ toldAlertIds: z.array(idSchema).min(1).max(1000), channel: z.enum(pageChannels), isBlocked: z.boolean() }),
    reply: z.object({}),
    summary: 'Says that a page of one’s own has sounded for alerts, or shown them on the desktop, or that the browser blocked it: one delivery for each alert, person and channel, however many pages are open. Alerts that are over are left out.',
  }),
  read: endpoint({
    method: 'POST',
    path: `${path}/alert/{toldAlertId}/read`,
    access: supervisorRoles,
    input: z.object({ toldAlertId: z.coerce.number().pipe(idSchema) }),
    reply: z.object({}),
    summary: 'Says that one has seen an alert that one was told of.',
  }),
})
