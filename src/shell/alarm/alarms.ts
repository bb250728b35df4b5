import { type Severity, severities } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { isWithin, type NotificationSettings, type PersonalChannel, usualChannels } from '#contract/duty/notificationSettings.ts'

/** So many alerts in so long are a flood, in which only CRITICAL ones are heard. */
const floodAlerts = 10
export const floodMs = 10 * 60_000

type AlarmSettings = Pick<NotificationSettings, 'channels' | 'quietHours' | 'quietSeverities'>

const heardOf = (channels: readonly PersonalChannel[]) => channels.filter((channel) => channel === 'SOUND')

/** A paired wall is nobody's: it sounds as the console of who has chosen nothing does, at any hour, and shows no notices that somebody would have to close. */
export const ofDisplays: AlarmSettings & Pick<NotificationSettings, 'timeZone'> = {
  channels: { CRITICAL: heardOf(usualChannels.CRITICAL), MAJOR: heardOf(usualChannels.MAJOR), MINOR: heardOf(usualChannels.MINOR), INFO: heardOf(usualChannels.INFO) },
  quietHours: null,
  quietSeverities: [],
  timeZone: 'UTC',
}

/**
 * Which of the alerts that have just come are to be heard, and which shown on the desktop: not what is late, shelved or acknowledged.
 * @param recent how many came in the last ten minutes, these among them
 * @param minute of the day where the person is
 */
export function alarmsOf(fresh: readonly Alert[], recent: number, { channels, quietHours, quietSeverities }: AlarmSettings, minute: number): { sound: Severity | null; heard: Alert[]; desktop: Alert[] } {
  const isQuiet = quietHours !== null && isWithin(minute, quietHours)
  const told = fresh.filter(({ severity, isLate, shelvedUntil, acknowledgedAt }) => {
    if (isLate || shelvedUntil !== null || acknowledgedAt !== null) return false
    return (recent < floodAlerts || severity === 'CRITICAL') && !(isQuiet && quietSeverities.includes(severity))
  })
  const heard = told.filter(({ severity }) => channels[severity].includes('SOUND'))
  return {
    sound: severities.find((severity) => heard.some((alert) => alert.severity === severity)) ?? null,
    heard,
    desktop: told.filter(({ severity }) => channels[severity].includes('DESKTOP')),
  }
}
