import { expect, test } from 'vitest'
import { languageCodes } from '../locale/languages.ts'
import { zoneName } from './instants.ts'

test.each(languageCodes)('%s calls a zone by its distance from UTC on that day', (locale) => {
  expect(zoneName(locale, 'Asia/Shanghai')).toBe('UTC+8')
  expect(zoneName(locale, 'UTC')).toBe('UTC')
  expect(zoneName(locale, 'America/New_York', Date.UTC(2026, 0, 1))).toBe('UTC-5')
  expect(zoneName(locale, 'America/New_York', Date.UTC(2026, 6, 1))).toBe('UTC-4')
})
