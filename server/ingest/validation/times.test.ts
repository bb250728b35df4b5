import { expect, test } from 'vitest'
import { heardTime } from './times.ts'

const receivedAt = Date.UTC(2026, 4, 1, 3, 12, 1, 500)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day
const message = { receivedAt, sentAt: Number.NaN, behindMs: 0, maxAgeMs: 90 * day }

test.each<[string, number, number, boolean]>([
  ['keeps a time of now', receivedAt - 1, receivedAt - 1, false],
  ['keeps a time of last week', receivedAt - week, receivedAt - week, false],
  ['keeps a time that is only too old', receivedAt - 200 * day, receivedAt - 200 * day, false],
  ['keeps a time in the future', receivedAt + hour, receivedAt + hour, false],
  ['replaces a missing time by the arrival', Number.NaN, receivedAt, true],
  ['replaces the epoch by the arrival', 0, receivedAt, true],
  ['replaces the start of GPS time by the arrival', Date.UTC(1980, 0, 6), receivedAt, true],
  ['replaces the year 2000 by the arrival', Date.UTC(2000, 0, 1), receivedAt, true],
  ['adds a round of GPS weeks', receivedAt - 1024 * week - minute, receivedAt - minute, true],
  ['adds two rounds of GPS weeks', receivedAt - 2048 * week, receivedAt, true],
])('%s', (_, at, heardAt, isReplaced) => {
  expect(heardTime(at, message)).toEqual({ at: heardAt, isReplaced })
})

test.each<[string, number, number]>([
  ['adds what its gateway is behind to a time of that clock', receivedAt - 5 * hour - minute, receivedAt - minute],
  ['leaves a time that does not follow that clock', receivedAt - minute, receivedAt - minute],
])('%s', (_, at, heardAt) => {
  const behind = { ...message, sentAt: receivedAt - 5 * hour, behindMs: 5 * hour }
  expect(heardTime(at, behind)).toEqual({ at: heardAt, isReplaced: false })
})
