import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { severities } from '../alerts/alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { dutyAdminRoles, dutyRoles } from '../people/roles.ts'
import { recordEventKinds } from './recordEvents.ts'
import { messageLanguages } from './notificationSettings.ts'

/** A signed webhook, and the group robots of WeCom, DingTalk and Feishu. */
export const organisationChannelKinds = ['WEBHOOK', 'WECOM', 'DINGTALK', 'FEISHU'] as const
export type OrganisationChannelKind = (typeof organisationChannelKinds)[number]

const channelFields = {
  kind: z.enum(organisationChannelKinds),
  name: nameSchema(100),
  /** Severities of the alerts that it reports; empty: none. */
  severities: z.array(z.enum(severities)).max(severities.length),
  language: z.enum(messageLanguages),
  isEnabled: z.boolean(),
}

export const alertChannelSchema = z.object({
  ...recordFields,
  organisationId: idSchema,
  ...channelFields,
  /** Record events that it reports in addition to alerts. */
  events: z.array(z.enum(recordEventKinds)),
  /** Host of the address. The rest may contain a key and is never returned. */
  host: z.string(),
  isSigned: z.boolean(),
})
export type AlertChannel = z.infer<typeof alertChannelSchema>

/** Whether a channel requires this field. An edited channel may omit it and keeps the stored value. */
export const isRequiredForChannel = (
  field: 'address' | 'secret',
  { id, kind }: { id?: number | null | undefined; kind?: OrganisationChannelKind | null | undefined },
): boolean => id == null && (field === 'address' || kind === 'WEBHOOK')

export const alertChannelInputSchema = z
  .object({
    ...recordInput,
    ...channelFields,
    /** When editing, omitted events keep the stored ones. */
    events: z.array(z.enum(recordEventKinds)).max(recordEventKinds.length).optional(),
    /** When editing, an omitted or empty address keeps the stored one. */
    address: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)]).optional(),
    /**
     * Signing secret: chosen by the user for webhooks (at least 16 characters), issued by the robot for DingTalk and Feishu. When omitted, the stored
     * one stays.
     */
    secret: z.string().max(200).optional(),
  })
  .superRefine(({ id, kind, severities: reported, events = [], address = '', secret = '' }, context) => {
    if (reported.length === 0 && events.length === 0)
      context.addIssue({ code: 'custom', path: ['severities'], message: 'required' })
    if (address === '' && isRequiredForChannel('address', { id, kind }))
      context.addIssue({ code: 'custom', path: ['address'], message: 'required' })
    if (kind === 'WECOM' && secret !== '') context.addIssue({ code: 'custom', path: ['secret'], message: 'invalid' })
    if (secret === '' && isRequiredForChannel('secret', { id, kind }))
      context.addIssue({ code: 'custom', path: ['secret'], message: 'required' })
    if (kind === 'WEBHOOK' && secret !== '' && secret.length < 16)
      context.addIssue({ code: 'custom', path: ['secret'], message: 'too_small' })
  })

const path = '/collateral/web/alertChannel'

export const alertChannelEndpoints = ofNoun('alertChannels', {
  ...recordEndpoints({
    path,
    access: dutyRoles,
    saveAccess: dutyAdminRoles,
    item: alertChannelSchema,
    input: alertChannelInputSchema,
    sort: ['id', 'name', 'kind'],
    filters: { name: z.string().max(100).optional(), kind: z.enum(organisationChannelKinds).optional() },
    about: 'Where the organisation’s alerts go besides its people',
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/{id}/test`,
    access: dutyAdminRoles,
    input: idInput,
    reply: z.object({
      id: idSchema,
      isTaken: z.boolean(),
      /** The receiver's answer, or why none came; null when it accepted the message. */
      fault: z.string().nullable(),
      tookMs: z.number().int(),
    }),
    summary: 'Sends a test message now, once, and tells what came of it. Ten in ten minutes at the most.',
  }),
})
