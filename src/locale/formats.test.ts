// @vitest-environment node
import { createIntl, type IntlShape } from 'react-intl'
import { expect, test } from 'vitest'
import messages from '#locales/en-US.json' with { type: 'json' }
import { formatsOf } from './formats.ts'
import { languageCodes } from './languages.ts'

/** A mistake that the compiler finds: were it to compile, this file would not. */
export const unknownId = (intl: IntlShape) =>
  // @ts-expect-error an id that no file has
  intl.formatMessage({ id: 'nowhere.title' })

const at = '2026-05-01T03:04:05.000Z'
/** Spaces of any kind are spaces. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  ['zh-CN', '2026/05/01 11:04 UTC+8', '2026/05/01', '12,345.5', '¥13,800.50', '98.5%'],
  ['zh-TW', '2026/05/01 11:04 UTC+8', '2026/05/01', '12,345.5', '¥13,800.50', '98.5%'],
  ['en-US', '05/01/2026, 11:04 UTC+8', '05/01/2026', '12,345.5', '¥13,800.50', '98.5%'],
  ['pt-BR', '01/05/2026, 11:04 UTC+8', '01/05/2026', '12.345,5', '¥ 13.800,50', '98,5%'],
])('formats times, numbers and money in %s', (locale, instant, date, number, money, percent) => {
  const formats = formatsOf(createIntl({ locale }))
  expect(plain(formats.instant(at, 'Asia/Shanghai'))).toBe(instant)
  expect(formats.date('2026-05-01')).toBe(date)
  expect(formats.number(12345.5)).toBe(number)
  expect(plain(formats.amount('13800.50'))).toBe(money)
  expect(formats.percent(0.985, 1)).toBe(percent)
})

test('truncates a coverage and shows all places of its line', () => {
  const { coverage, coverageLine } = formatsOf(createIntl({ locale: 'en-US', messages }))
  expect([
    coverage('1.1996'),
    coverage('1.1996', 4),
    coverage('2'),
    coverageLine('1.1996'),
    coverageLine('1.2000'),
  ]).toEqual(['1.19×', '1.1996×', '2.00×', '1.1996×', '1.20×'])
})

test.each(languageCodes)('%s formats text and milliseconds in the zone’s offset of that day', (locale) => {
  const formats = formatsOf(createIntl({ locale }))
  expect(formats.instant(Date.parse(at), 'America/New_York')).toBe(formats.instant(at, 'America/New_York'))
  expect(formats.instant(at, 'America/New_York')).toContain('UTC-4')
  expect(formats.instant('2026-01-01T03:04:05.000Z', 'America/New_York')).toContain('UTC-5')
  expect(formats.zone(at, 'UTC')).toBe('UTC')
  expect(formats.time(at, 'UTC')).toBe('03:04')
})
