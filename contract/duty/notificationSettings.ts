import { z } from 'zod'
import { severities, type Severity } from '../alerts/alertKinds.ts'
import { endpoint, ofPersonalNoun } from '../calls/endpoint.ts'

/** Channels that reach a person. DESKTOP and SOUND need an open console in a browser. */
export const personalChannels = ['CONSOLE', 'DESKTOP', 'SOUND', 'MAIL', 'SMS'] as const
export type PersonalChannel = (typeof personalChannels)[number]

/** Languages of messages. */
export const messageLanguages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const

/** Minutes since midnight. */
export const minuteOfDaySchema = z.number().int().min(0).max(1439)
/** A name of the IANA time zone database. */
export const zoneNameSchema = z.string().min(1).max(64)

const channelsSchema = z.array(z.enum(personalChannels)).max(personalChannels.length)

const settingsFields = {
  language: z.enum(messageLanguages),
  /** Zone of the quiet hours, and of times in messages that concern no farm. */
  timeZone: zoneNameSchema,
  channels: z.object({ CRITICAL: channelsSchema, MAJOR: channelsSchema, MINOR: channelsSchema, INFO: channelsSchema }),
  /** Null: no quiet hours. Equal start and end means the whole day. */
  quietHours: z.object({ from: minuteOfDaySchema, to: minuteOfDaySchema }).nullable(),
  /** Severities held back during quiet hours; all others are sent at any time. */
  quietSeverities: z.array(z.enum(severities)).max(severities.length),
}

export const notificationSettingsSchema = z.object({ ...settingsFields, version: z.number().int() })
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>

/** Default channels of a person. */
export const defaultChannels: Record<Severity, PersonalChannel[]> = {
  CRITICAL: ['CONSOLE', 'DESKTOP', 'SOUND', 'MAIL'],
  MAJOR: ['CONSOLE', 'DESKTOP', 'SOUND'],
  MINOR: [],
  INFO: [],
}

/** Whether a minute of the day lies within hours that may span midnight. */
export function isWithin(minute: number, { from, to }: { from: number; to: number }): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

const path = '/collateral/web/account/notification'

export const notificationSettingsEndpoints = ofPersonalNoun('notificationSettings', {
  detail: endpoint({
    method: 'GET',
    path,
    access: 'signedIn',
    input: z.object({}),
    reply: notificationSettingsSchema,
    summary:
      'How one is told of alerts: by which channels for which severity, in which language, and when not. `version` 0: nothing was chosen yet.',
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${path}/edit`,
    access: 'signedIn',
    input: z.object({ ...settingsFields, version: z.number().int().optional() }),
    reply: notificationSettingsSchema,
    summary: 'Says how one wants to be told of alerts.',
  }),
})
