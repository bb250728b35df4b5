import { expect, test } from 'vitest'
import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { defaultChannels } from '#contract/duty/notificationSettings.ts'
import { alarmsOf } from './alarms.ts'

const alert = (severity: Severity, more: Partial<Alert> = {}): Alert =>
  ({ id: 1, severity, isLate: false, shelvedUntil: null, acknowledgedAt: null, ...more }) as Alert
const usual = { channels: defaultChannels, quietHours: null, quietSeverities: [] }
const night = { ...usual, quietHours: { from: 22 * 60, to: 6 * 60 }, quietSeverities: ['MAJOR' as const] }

test.each<[string, Alert[], number, typeof usual | typeof night, number, Severity | null, number]>([
  ['the gravest is heard, once', [alert('MAJOR'), alert('CRITICAL'), alert('MAJOR')], 3, usual, 600, 'CRITICAL', 3],
  ['what one has not chosen is not', [alert('MINOR'), alert('INFO')], 2, usual, 600, null, 0],
  ['in a flood only what is critical', [alert('MAJOR'), alert('CRITICAL')], 10, usual, 600, 'CRITICAL', 1],
  ['in a flood of others nothing', [alert('MAJOR')], 10, usual, 600, null, 0],
  ['in quiet hours, over midnight, what passes them', [alert('MAJOR'), alert('CRITICAL')], 2, night, 60, 'CRITICAL', 1],
  ['outside of them everything', [alert('MAJOR')], 1, night, 360, 'MAJOR', 1],
  ['what is late, shelved or acknowledged never', [alert('CRITICAL', { isLate: true }), alert('CRITICAL', { shelvedUntil: '2026-05-01T00:00:00Z' }), alert('CRITICAL', { acknowledgedAt: '2026-05-01T00:00:00Z' })], 3, usual, 600, null, 0],
])('%s', (_name, fresh, recent, settings, minute, heard, shown) => {
  const { sound, desktop } = alarmsOf(fresh, recent, settings, minute)
  expect([sound, desktop.length]).toEqual([heard, shown])
})
