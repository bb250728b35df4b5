import { z } from 'zod'
import { severities, type Severity } from '../alerts/alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'

/** How a person is told. DESKTOP and SOUND are the browser's: they come where the console is open. */
export const personalChannels = ['CONSOLE', 'DESKTOP', 'SOUND', 'MAIL', 'SMS'] as const
export type PersonalChannel = (typeof personalChannels)[number]

/** The languages that messages are written in. */
export const messageLanguages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const

/** Minutes since midnight. */
export const minuteOfDaySchema = z.number().int().min(0).max(1439)
/** A name of the IANA time zone database. */
export const zoneNameSchema = z.string().min(1).max(64)

const channelsSchema = z.array(z.enum(personalChannels)).max(personalChannels.length)

const settingsFields = {
  language: z.enum(messageLanguages),
  /** Of the quiet hours and of the times in messages about no farm. */
  timeZone: zoneNameSchema,
  channels: z.object({ CRITICAL: channelsSchema, MAJOR: channelsSchema, MINOR: channelsSchema, INFO: channelsSchema }),
  /** Null: none. From after until the same minute is a whole day. */
  quietHours: z.object({ from: minuteOfDaySchema, to: minuteOfDaySchema }).nullable(),
  /** Severities that the quiet hours hold back; the others come at any time. */
  quietSeverities: z.array(z.enum(severities)).max(severities.length),
}

export const notificationSettingsSchema = z.object({ ...settingsFields, version: z.number().int() })
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>

/** The channels of who has not chosen any. */
export const usualChannels: Record<Severity, PersonalChannel[]> = {
  CRITICAL: ['CONSOLE', 'DESKTOP', 'SOUND', 'MAIL'],
  MAJOR: ['CONSOLE', 'DESKTOP', 'SOUND'],
  MINOR: [],
  INFO: [],
}

/** Whether a minute of the day lies in hours that may go over midnight. */
export function isWithin(minute: number, { from, to }: { from: number; to: number }): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

const path = '/collateral/web/account/notification'

export const notificationSettingsEndpoints = ofNoun('notificationSettings', {
  detail: endpoint({
    method: 'GET',
    path,
    access: 'signedIn',
    input: z.object({}),
    reply: notificationSettingsSchema,
    summary: 'How one is told of alerts: by which channels for which severity, in which language, and when not. `version` 0: nothing was chosen yet.',
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
