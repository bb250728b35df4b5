import { expect, test } from 'vitest'
import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { defaultChannels } from '#contract/duty/notificationSettings.ts'
import { alarmsOf } from './alarms.ts'

const alert = (severity: Severity, more: Partial<Alert> = {}): Alert =>
  ({ id: 1, severity, isLate: false, shelvedUntil: null, acknowledgedAt: null, ...more }) as Alert
const defaults = { channels: defaultChannels, quietHours: null, quietSeverities: [] }
const night = { ...defaults, quietHours: { from: 22 * 60, to: 6 * 60 }, quietSeverities: ['MAJOR' as const] }

test.each<[string, Alert[], number, typeof defaults | typeof night, number, Severity | null, number]>([
  [
    'sounds once, for the gravest',
    [alert('MAJOR'), alert('CRITICAL'), alert('MAJOR')],
    3,
    defaults,
    600,
    'CRITICAL',
    3,
  ],
  ['is silent for severities not chosen', [alert('MINOR'), alert('INFO')], 2, defaults, 600, null, 0],
  ['sounds only for critical ones in a flood', [alert('MAJOR'), alert('CRITICAL')], 10, defaults, 600, 'CRITICAL', 1],
  ['is silent in a flood without critical ones', [alert('MAJOR')], 10, defaults, 600, null, 0],
  [
    'sounds in quiet hours only for unmuted severities, over midnight',
    [alert('MAJOR'), alert('CRITICAL')],
    2,
    night,
    60,
    'CRITICAL',
    1,
  ],
  ['sounds for all outside quiet hours', [alert('MAJOR')], 1, night, 360, 'MAJOR', 1],
  [
    'is silent for late, shelved or acknowledged ones',
    [
      alert('CRITICAL', { isLate: true }),
      alert('CRITICAL', { shelvedUntil: '2026-05-01T00:00:00Z' }),
      alert('CRITICAL', { acknowledgedAt: '2026-05-01T00:00:00Z' }),
    ],
    3,
    defaults,
    600,
    null,
    0,
  ],
])('%s', (_name, fresh, recent, settings, minute, heard, shown) => {
  const { sound, desktop } = alarmsOf(fresh, recent, settings, minute)
  expect([sound, desktop.length]).toEqual([heard, shown])
})
