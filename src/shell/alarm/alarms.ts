import { type Severity, severities } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import {
  isWithin,
  type NotificationSettings,
  type PersonalChannel,
  defaultChannels,
} from '#contract/duty/notificationSettings.ts'

/** Number of alerts within `floodMs` that make a flood, in which only CRITICAL ones are announced. */
const floodAlerts = 10
export const floodMs = 10 * 60_000

type AlarmSettings = Pick<NotificationSettings, 'channels' | 'quietHours' | 'quietSeverities'>

const heardOf = (channels: readonly PersonalChannel[]) => channels.filter((channel) => channel === 'SOUND')

/** Settings of paired walls: default sounds at any hour, and no desktop notifications, as nobody would close them. */
export const ofDisplays: AlarmSettings & Pick<NotificationSettings, 'timeZone'> = {
  channels: {
    CRITICAL: heardOf(defaultChannels.CRITICAL),
    MAJOR: heardOf(defaultChannels.MAJOR),
    MINOR: heardOf(defaultChannels.MINOR),
    INFO: heardOf(defaultChannels.INFO),
  },
  quietHours: null,
  quietSeverities: [],
  timeZone: 'UTC',
}

/**
 * Returns which new alerts to play and which to show on the desktop; late, shelved and acknowledged ones are left out.
 * @param recent number of alerts in the last ten minutes, including these
 * @param minute minute of the day in the user's zone
 */
export function alarmsOf(
  fresh: readonly Alert[],
  recent: number,
  { channels, quietHours, quietSeverities }: AlarmSettings,
  minute: number,
): { sound: Severity | null; heard: Alert[]; desktop: Alert[] } {
  const isQuiet = quietHours !== null && isWithin(minute, quietHours)
  const announced = fresh.filter(({ severity, isLate, shelvedUntil, acknowledgedAt }) => {
    if (isLate || shelvedUntil !== null || acknowledgedAt !== null) return false
    return (recent < floodAlerts || severity === 'CRITICAL') && !(isQuiet && quietSeverities.includes(severity))
  })
  const heard = announced.filter(({ severity }) => channels[severity].includes('SOUND'))
  return {
    sound: severities.find((severity) => heard.some((alert) => alert.severity === severity)) ?? null,
    heard,
    desktop: announced.filter(({ severity }) => channels[severity].includes('DESKTOP')),
  }
}
