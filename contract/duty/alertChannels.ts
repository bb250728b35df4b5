import { z } from 'zod'
import { severities } from '../alerts/alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput, recordEndpoints, recordFields, recordInput } from '../calls/records.ts'
import { supervisorRoles } from '../people/roles.ts'
import { messageLanguages } from './notificationSettings.ts'

/** A signed webhook, and the group robots of WeCom, DingTalk and Feishu. */
export const organisationChannelKinds = ['WEBHOOK', 'WECOM', 'DINGTALK', 'FEISHU'] as const
export type OrganisationChannelKind = (typeof organisationChannelKinds)[number]

const channelFields = {
  kind: z.enum(organisationChannelKinds),
  name: z.string().trim().min(1).max(100),
  severities: z.array(z.enum(severities)).min(1).max(severities.length),
  language: z.enum(messageLanguages),
  isEnabled: z.boolean(),
}

export const alertChannelSchema = z.object({
  ...recordFields,
  organisationId: idSchema,
  ...channelFields,
  /** Of its address: the rest of it may be a key, and is told to nobody again. */
  host: z.string(),
  isSigned: z.boolean(),
})
export type AlertChannel = z.infer<typeof alertChannelSchema>

/** Whether a channel is not taken without its address, or its secret: one that is changed keeps what it has. */
export const isNeededOfChannel = (field: 'address' | 'secret', { id, kind }: { id?: number | null | undefined; kind?: OrganisationChannelKind | null | undefined }): boolean =>
  id == null && (field === 'address' || kind === 'WEBHOOK')

export const alertChannelInputSchema = z
  .object({
    ...recordInput,
    ...channelFields,
    /** Left out, or empty, when a channel is changed: as it was. */
    address: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)]).optional(),
    /** The signing secret: of a webhook its own (at least 16 characters), of DingTalk and Feishu the robot’s. Left out: as it was. */
    secret: z.string().max(200).optional(),
  })
  .superRefine(({ id, kind, address = '', secret = '' }, context) => {
    if (address === '' && isNeededOfChannel('address', { id, kind })) context.addIssue({ code: 'custom', path: ['address'], message: 'required' })
    if (kind === 'WECOM' && secret !== '') context.addIssue({ code: 'custom', path: ['secret'], message: 'invalid' })
    if (secret === '' && isNeededOfChannel('secret', { id, kind })) context.addIssue({ code: 'custom', path: ['secret'], message: 'required' })
    if (kind === 'WEBHOOK' && secret !== '' && secret.length < 16) context.addIssue({ code: 'custom', path: ['secret'], message: 'too_small' })
  })

const path = '/collateral/web/alertChannel'

export const alertChannelEndpoints = ofNoun('alertChannels', {
  ...recordEndpoints({
    path,
    access: supervisorRoles,
    saveAccess: ['ADMIN_SUPERVISOR'],
    item: alertChannelSchema,
    input: alertChannelInputSchema,
    sort: ['id', 'name', 'kind'],
    filters: { name: z.string().max(100).optional(), kind: z.enum(organisationChannelKinds).optional() },
    about: 'Where the organisation’s alerts go besides its people',
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/{id}/test`,
    access: ['ADMIN_SUPERVISOR'],
    input: idInput,
    reply: z.object({
      id: idSchema,
      isTaken: z.boolean(),
      /** The other side's answer, or why there was none; null: it took the message. */
      fault: z.string().nullable(),
      tookMs: z.number().int(),
    }),
    summary: 'Sends a test message now, once, and tells what came of it. Ten in ten minutes at the most.',
  }),
})
