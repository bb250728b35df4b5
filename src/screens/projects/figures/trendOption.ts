import type { IntlShape } from 'react-intl'
import type { Reply } from '#contract/calls/endpoint.ts'
import type { projectHeadcountEndpoints } from '#contract/projects/projectHeadcounts.ts'
import { chartLook } from '../../../charts/chartLook.ts'
import type { ChartOption } from '../../../charts/chartOption.ts'
import { formatsOf } from '../../../locale/formats.ts'
import type { ConsoleColours } from '../../../theme/colours.ts'

export type Trend = Reply<typeof projectHeadcountEndpoints.trend>

/** Distance between samples, in steps, from which the line has a gap. */
const gapSteps = 1.6

/** Returns the points of a line; null breaks it where nothing was measured. */
export function pointsOf(
  { at, stepMinutes }: Pick<Trend, 'at' | 'stepMinutes'>,
  values: readonly (number | null)[],
): [number, number | null][] {
  return at.flatMap((instant, place): [number, number | null][] => {
    const before = at[place - 1]
    const point: [number, number | null] = [instant, values[place] ?? null]
    return before !== undefined && instant - before > gapSteps * stepMinutes * 60_000
      ? [[before + 1, null], point]
      : [point]
  })
}

/** Chart of ledger and heard heads from zero, with coverage on a second axis; outages are shaded. */
export function trendOption(
  intl: IntlShape,
  trend: Trend,
  { warningLine, minimumLine, timeZone }: { warningLine: string; minimumLine: string; timeZone: string },
  colours: ConsoleColours,
): ChartOption {
  const { words, normal, majorSign, critical, live, unverifiedGround, unverified } = colours
  const formats = formatsOf(intl, timeZone)
  const { label, ground, grid, tooltip, time, steps } = chartLook(colours)
  const count = (value: unknown) => (typeof value === 'number' ? formats.count(value) : '–')
  const ratio = (value: unknown) => (typeof value === 'number' ? formats.coverage(value) : '–')
  const line = { type: 'line', connectNulls: false, showSymbol: trend.at.length < 3 } as const
  const warning = Number(warningLine)
  return {
    ...ground,
    grid,
    tooltip: {
      ...tooltip,
      axisPointer: { label: { formatter: ({ value }) => formats.instant(Number(value)) } },
    },
    xAxis: {
      type: 'time',
      min: trend.from,
      max: trend.to,
      ...time,
      axisLabel: {
        ...time.axisLabel,
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
        formatter: (at: number) => formats.day(at),
      },
    },
    yAxis: [
      {
        type: 'value',
        min: 0,
        minInterval: 1,
        splitNumber: 4,
        name: intl.formatMessage({ id: 'unit.heads' }),
        nameTextStyle: { ...label, align: 'left' },
        axisLabel: { ...label, formatter: (value: number) => formats.count(value) },
        splitLine: steps,
      },
      {
        type: 'value',
        min: 0,
        max: ({ max }) => Math.ceil(Math.max(max, warning) * 10) / 10,
        splitNumber: 4,
        name: intl.formatMessage({ id: 'coverage.title' }),
        nameTextStyle: { ...label, align: 'right' },
        axisLabel: { ...label, formatter: (value: number) => formats.number(value, 1) },
        splitLine: { show: false },
      },
    ],
    series: [
      {
        ...line,
        name: intl.formatMessage({ id: 'headcount.ledger' }),
        data: pointsOf(trend, trend.ledger),
        step: 'end',
        lineStyle: { color: words, width: 2 },
        itemStyle: { color: words },
        tooltip: { valueFormatter: count },
        markArea: {
          silent: true,
          itemStyle: { color: unverifiedGround },
          label: { color: unverified, position: 'insideBottom' },
          data: trend.outages.map(({ from, to }) => [
            { xAxis: Math.max(from, trend.from), name: intl.formatMessage({ id: 'trend.outage' }) },
            { xAxis: to ?? trend.to },
          ]),
        },
      },
      {
        ...line,
        name: intl.formatMessage({ id: 'headcount.heardTitle' }),
        data: pointsOf(trend, trend.heard),
        lineStyle: { color: live, width: 2 },
        itemStyle: { color: live },
        tooltip: { valueFormatter: count },
      },
      {
        ...line,
        name: intl.formatMessage({ id: 'coverage.title' }),
        yAxisIndex: 1,
        data: pointsOf(
          trend,
          trend.ratio.map((value) => (value === null ? null : Number(value))),
        ),
        lineStyle: { color: normal, width: 2, type: 'dashed' },
        itemStyle: { color: normal },
        tooltip: { valueFormatter: ratio },
        markLine: {
          silent: true,
          symbol: 'none',
          data: [
            {
              yAxis: warning,
              lineStyle: { color: majorSign, type: 'dotted' },
              label: {
                ...label,
                position: 'insideEndTop',
                formatter: () => intl.formatMessage({ id: 'coverage.warning' }),
              },
            },
            // Below its line, so that the labels of two close lines do not overlap.
            {
              yAxis: Number(minimumLine),
              lineStyle: { color: critical, type: 'solid', width: 1 },
              label: {
                ...label,
                position: 'insideEndBottom',
                formatter: () => intl.formatMessage({ id: 'coverage.minimum' }),
              },
            },
          ],
        },
      },
    ],
  }
}
