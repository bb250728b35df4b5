import { createIntl } from 'react-intl'
import { expect, test } from 'vitest'
import messages from '#locales/en-US.json' with { type: 'json' }
import { light } from '../../../theme/colours.ts'
import { pointsOf, trendOption } from './trendOption.ts'

const minute = 60_000

test('breaks the line at gaps longer than a step', () => {
  const at = [0, 15, 60, 75].map((minutes) => minutes * minute)
  expect(pointsOf({ at, stepMinutes: 15 }, [5, 5, 4, 4])).toEqual([
    [0, 5],
    [15 * minute, 5],
    [15 * minute + 1, null],
    [60 * minute, 4],
    [75 * minute, 4],
  ])
  expect(pointsOf({ at, stepMinutes: 60 }, [5, 5, 4, null])).toEqual([
    [0, 5],
    [15 * minute, 5],
    [60 * minute, 4],
    [75 * minute, null],
  ])
})

test('labels both coverage lines, also with coverage outside of them', () => {
  const intl = createIntl({ locale: 'en-US', messages })
  for (const ratio of ['0.4000', '3.0000']) {
    const trend = {
      stepMinutes: 15,
      windowMinutes: 60,
      at: [0, 15 * minute],
      ledger: [5, 5],
      heard: [5, 5],
      unverified: [0, 0],
      ratio: [ratio, ratio],
      from: 0,
      to: 60 * minute,
      outages: [],
    }
    const { series, yAxis } = trendOption(
      intl,
      trend,
      { warningLine: '1.2000', minimumLine: '1.0000', timeZone: 'Asia/Shanghai' },
      light,
    )
    const coverage = [series].flat().find((one) => one?.name === 'Coverage')
    const lines = coverage?.markLine?.data?.map((line) => {
      const {
        yAxis: at,
        label,
        lineStyle,
      } = line as { yAxis?: number; label?: { formatter?: () => string }; lineStyle?: { color?: string } }
      return [at, label?.formatter?.(), lineStyle?.color]
    })
    expect(lines).toEqual([
      [1.2, 'Warning', light.majorSign],
      [1, 'Minimum', light.critical],
    ])
    const axis = [yAxis].flat()[1]
    // The scale has room for both.
    expect(typeof axis?.max === 'function' && axis.max({ min: 0, max: Number(ratio) })).toBe(
      Math.max(1.2, Number(ratio)),
    )
  }
})

test('truncates the coverage at the pointer as on its card', () => {
  const intl = createIntl({ locale: 'en-US', messages })
  const trend = {
    stepMinutes: 15,
    windowMinutes: 60,
    at: [0],
    ledger: [5],
    heard: [5],
    unverified: [0],
    ratio: ['1.1996'],
    from: 0,
    to: 60 * minute,
    outages: [],
  }
  const { series } = trendOption(
    intl,
    trend,
    { warningLine: '1.2000', minimumLine: '1.0000', timeZone: 'Asia/Shanghai' },
    light,
  )
  const words = [series].flat().find((one) => one?.name === 'Coverage')?.tooltip?.valueFormatter
  expect([words?.(1.1996, 0), words?.(null, 0)]).toEqual(['1.19×', '–'])
})
