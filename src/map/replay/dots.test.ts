// @vitest-environment node
import { expect, test } from 'vitest'
import { metresPerDegree } from '#contract/values/geo.ts'
import { conversionOf } from '../base/datum.ts'
import { shiftOf, toFeatures } from './dots.ts'

test('shifts moving animals within a metre, exactly without a shift', () => {
  const { toMap } = conversionOf('GCJ-02')
  const shift = shiftOf(toMap)
  for (let step = 0; step < 200; step++) {
    const at: [number, number] = [116.08 + step * 0.00031, 43.94 + step * 0.00017]
    const [drawn, exact] = [shift(at), toMap(at)]
    expect(Math.hypot(drawn[0] - exact[0], drawn[1] - exact[1]) * metresPerDegree).toBeLessThan(1)
  }
  expect(shiftOf(conversionOf('WGS-84').toMap)([116.0834, 43.9412])).toEqual([116.0834, 43.9412])
})

test('draws an animal in a gap unlike a heard one', () => {
  const dot = { id: 1, at: [116, 44] as [number, number], isAlerted: false }
  expect(
    toFeatures([
      { ...dot, isSilent: true },
      { ...dot, isSilent: false },
    ]).features.map(({ properties }) => properties.look),
  ).toEqual(['silent', 'heard'])
})
