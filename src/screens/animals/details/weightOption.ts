import type { IntlShape } from 'react-intl'
import type { AnimalWeight } from '#contract/herd/animals/animalWeights.ts'
import { chartLook } from '../../../charts/chartLook.ts'
import type { ChartOption } from '../../../charts/chartOption.ts'
import { formatsOf } from '../../../locale/formats.ts'
import type { ConsoleColours } from '../../../theme/colours.ts'
import { daysBetween } from './gains.ts'

/** Maximum days between weighings joined by a line; longer gaps stay open, as the weight in between is unknown. */
const gapDays = 120

/** Returns the points of the curve, oldest first; null breaks the line. */
export function pointsOf(weights: readonly AnimalWeight[]): [day: number, kg: number | null][] {
  const oldestFirst = weights.toSorted((a, b) => a.weighedOn.localeCompare(b.weighedOn) || a.id - b.id)
  return oldestFirst.flatMap(({ weighedOn, kg }, place): [number, number | null][] => {
    const before = oldestFirst[place - 1]
    const at = Date.parse(weighedOn)
    return before && daysBetween(before.weighedOn, weighedOn) > gapDays
      ? [
          [at - 1, null],
          [at, kg],
        ]
      : [[at, kg]]
  })
}

/** Returns the chart of an animal's weights. The axis spans the weights with a small margin, so that gains are visible. */
export function weightOption(intl: IntlShape, weights: readonly AnimalWeight[], colours: ConsoleColours): ChartOption {
  const formats = formatsOf(intl)
  const day = (at: number) => formats.day(at, 'UTC')
  const kg = (value: unknown) =>
    typeof value === 'number' ? intl.formatMessage({ id: 'weight.kg' }, { kg: formats.number(value, 1) }) : '–'
  const { label, ground, grid, tooltip, time, steps } = chartLook(colours)
  return {
    ...ground,
    // Room at the end for half of the last date label.
    grid: { ...grid, right: 44 },
    tooltip: {
      ...tooltip,
      valueFormatter: kg,
      axisPointer: { label: { formatter: ({ value }) => day(Number(value)) } },
    },
    xAxis: {
      type: 'time',
      ...time,
      axisLabel: {
        ...time.axisLabel,
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
        formatter: (at: number) => day(at),
      },
    },
    yAxis: {
      type: 'value',
      scale: true,
      splitNumber: 4,
      name: intl.formatMessage({ id: 'unit.kg' }),
      nameTextStyle: { ...label, align: 'right' },
      axisLabel: { ...label, formatter: (value: number) => formats.number(value, 1) },
      splitLine: steps,
    },
    series: [
      {
        type: 'line',
        name: intl.formatMessage({ id: 'weight.kgTitle' }),
        data: pointsOf(weights),
        connectNulls: false,
        symbol: 'circle',
        symbolSize: 7,
        lineStyle: { color: colours.normal, width: 2 },
        itemStyle: { color: colours.normal },
      },
    ],
  }
}
