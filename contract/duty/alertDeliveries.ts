import { z } from 'zod'
import { ruleKinds, severitySchema } from '../alerts/alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { dutyRoles } from '../people/roles.ts'
import { organisationChannelKinds } from './alertChannels.ts'
import { recordEventKinds } from './recordEvents.ts'

/** Channels inside a page of the console, which reports its own deliveries. */
export const pageChannels = ['DESKTOP', 'SOUND'] as const
export type PageChannel = (typeof pageChannels)[number]
export const deliveryChannels = ['CONSOLE', ...pageChannels, 'MAIL', 'SMS', ...organisationChannelKinds] as const
export type DeliveryChannel = (typeof deliveryChannels)[number]
export const deliveryStates = ['QUEUED', 'SENT', 'FAILED', 'SKIPPED', 'FOLDED'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryReasons = [
  'RAISED',
  'ESCALATED',
  'ADMINISTRATOR',
  'REMINDER',
  'FLOOD',
  'RESENT',
  'ASSIGNED',
  'RECORD',
] as const

export const alertDeliverySchema = z.object({
  id: idSchema,
  /** Null for the notice of a flood, and for a record. */
  alertId: idSchema.nullable(),
  /** Step of the escalation: 0 for the first, then one more each. Negative for deliveries caused by a person's action. */
  step: z.number().int(),
  reason: z.enum(deliveryReasons),
  /** Summary of the alert; null when `alertId` is. */
  about: z
    .object({ kind: z.enum(ruleKinds), severity: severitySchema, subjectName: z.string(), farmName: z.string() })
    .nullable(),
  /** The record event that it reports; null for alerts and floods. */
  record: z.object({ kind: z.enum(recordEventKinds), subjectId: idSchema }).nullable(),
  channel: z.enum(deliveryChannels),
  /** Name of the person or the channel. */
  recipient: z.string(),
  personId: idSchema.nullable(),
  state: z.enum(deliveryStates),
  /** Why it failed or was skipped: QUIET_HOURS, NO_CHANNEL, NO_ADDRESS, BLOCKED (by the browser), or the provider's message. */
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

/** State of an alert's notifications. */
export const notificationStates = [
  'PENDING',
  'GOES_ON',
  'DONE',
  'LATE',
  'ACKNOWLEDGED',
  'CLOSED',
  'CLEARED',
  'NOBODY',
  'HISTORY',
] as const

const path = '/collateral/web/alertDelivery'

export const alertDeliveryEndpoints = ofNoun('alertDeliveries', {
  ofAlert: endpoint({
    method: 'GET',
    path: `${path}/alert/{toldAlertId}`,
    access: dutyRoles,
    input: z.object({ toldAlertId: z.coerce.number().pipe(idSchema) }),
    reply: z.object({
      list: z.array(alertDeliverySchema),
      /**
       * PENDING: nobody is notified yet. GOES_ON: the next recipients follow at `nextAt`. DONE: no more follow. LATE: the event was more than 15
       * minutes old when reported.
       */
      state: z.enum(notificationStates),
      nextAt: instantSchema.nullable(),
    }),
    summary: 'Who was told of an alert, how, and what became of it.',
  }),
  list: endpoint({
    method: 'POST',
    path: `${path}/list`,
    access: dutyRoles,
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
    access: dutyRoles,
    input: idInput,
    reply: alertDeliverySchema,
    summary:
      'Tells the same recipient of the same alert by the same channel once more: a delivery of its own. 409 CONFLICT for the notice of a flood, while one waits to be sent, and for an alert that is over.',
  }),
  shown: endpoint({
    method: 'POST',
    isPersonal: true,
    path: `${path}/shown`,
    access: dutyRoles,
    input: z.object({
      toldAlertIds: z.array(idSchema).min(1).max(1000),
      channel: z.enum(pageChannels),
      isBlocked: z.boolean(),
    }),
    reply: z.object({}),
    summary:
      'Says that a page of one’s own has sounded for alerts, or shown them on the desktop, or that the browser blocked it: one delivery for each alert, person and channel, however many pages are open. Alerts that are over are left out.',
  }),
  read: endpoint({
    method: 'POST',
    isPersonal: true,
    path: `${path}/alert/{toldAlertId}/read`,
    access: dutyRoles,
    input: z.object({ toldAlertId: z.coerce.number().pipe(idSchema) }),
    reply: z.object({}),
    summary: 'Says that one has seen an alert that one was told of.',
  }),
})
