import type { IntlShape } from 'react-intl'
import { formatsOf } from '../locale/formats.ts'
import type { ConsoleColours } from '../theme/colours.ts'
import { chartLook } from './chartLook.ts'
import type { ChartOption } from './chartOption.ts'

interface DayCounts {
  name: string
  /** One count per day. */
  counts: number[]
  colour: 'normal' | 'major'
  isDashed?: boolean
}

/**
 * Returns a chart of counts per day from zero, drawn as steps.
 * @param days ISO dates in order
 * @param name label of the counts
 */
export function dayCountsOption(
  intl: IntlShape,
  days: readonly string[],
  name: string,
  lines: readonly DayCounts[],
  colours: ConsoleColours,
): ChartOption {
  const formats = formatsOf(intl)
  const { label, ground, grid, tooltip, time, steps } = chartLook(colours)
  return {
    ...ground,
    // Room for the last day's label, which is centred on the end of the line.
    grid: { ...grid, right: 40 },
    tooltip,
    xAxis: { type: 'category', data: days.map((day) => formats.date(day)), ...time },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 3,
      name,
      nameTextStyle: { ...label, align: 'left' },
      axisLabel: { ...label, formatter: (value: number) => formats.count(value) },
      splitLine: steps,
    },
    series: lines.map((line) => ({
      type: 'line',
      name: line.name,
      data: line.counts,
      step: 'middle',
      showSymbol: days.length === 1,
      lineStyle: { color: colours[line.colour], width: 2, type: line.isDashed ? 'dashed' : 'solid' },
      itemStyle: { color: colours[line.colour] },
    })),
  }
}
