import type { IntlShape } from 'react-intl'
import type { ChartOption } from '../../../charts/chartOption.ts'
import { hatch } from '../../../charts/hatch.ts'
import { wall } from '../../../theme/colours.ts'
import { fontFamily } from '../../../theme/fontFamily.ts'
import type { Sample } from './history.ts'
import { joinParts } from '../../../locale/joins.ts'

export interface MissingChartInputs {
  samples: readonly Sample[]
  outages: readonly { from: number; to: number | null }[]
  timeZone: string
  windowMinutes: number
  /** Screen pixels per design pixel. */
  unit: number
}

const unaccountedOf = ({ ledger, heard, unverified }: Sample) =>
  ledger === null || heard === null || unverified === null ? null : Math.max(0, ledger - heard - unverified)

/** Returns a time axis of the last 24 hours and a count axis from zero, with their units. */
function frame(intl: IntlShape, { samples, timeZone, windowMinutes, unit }: MissingChartInputs): ChartOption {
  const heads = intl.formatMessage({ id: 'unit.heads' })
  const clock = (at: number) => intl.formatTime(at, { timeZone, hour: '2-digit', minute: '2-digit', hour12: false })
  const fontSize = 13 * unit
  const to = samples.at(-1)?.at
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: { left: 56 * unit, right: 18 * unit, top: 30 * unit, bottom: 28 * unit },
    tooltip: {
      trigger: 'axis',
      backgroundColor: wall.panel,
      borderColor: wall.hairline,
      textStyle: { color: wall.words, fontSize },
      valueFormatter: (value) => (typeof value === 'number' ? `${intl.formatNumber(value)} ${heads}` : '–'),
      axisPointer: {
        label: {
          formatter: ({ value }) =>
            joinParts(
              intl,
              clock(Number(value)),
              intl.formatMessage({ id: 'figures.window' }, { minutes: windowMinutes }),
            ),
        },
      },
    },
    xAxis: {
      type: 'time',
      ...(to === undefined ? {} : { min: to - 24 * 3_600_000, max: to }),
      splitNumber: 6,
      axisLine: { lineStyle: { color: wall.hairline } },
      axisTick: { show: false },
      axisLabel: { color: wall.wordsFaint, fontSize, hideOverlap: true, formatter: (at: number) => clock(at) },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 3,
      name: heads,
      nameGap: 12 * unit,
      nameTextStyle: { color: wall.wordsFaint, fontSize, align: 'right' },
      axisLabel: { color: wall.wordsFaint, fontSize, formatter: (value: number) => intl.formatNumber(value) },
      splitLine: { lineStyle: { color: wall.hairline, width: 1 } },
    },
  }
}

function outageArea(intl: IntlShape, { outages, unit, samples }: MissingChartInputs) {
  const end = samples.at(-1)?.at ?? 0
  return {
    silent: true,
    itemStyle: { color: hatch(`${wall.unverified}6b`, unit) },
    label: { color: wall.unverified, fontSize: 13 * unit, position: 'insideTop' as const, distance: 2 },
    data: outages.map(({ from, to }): [{ xAxis: number; name: string }, { xAxis: number }] => [
      {
        xAxis: from,
        name: intl.formatMessage({ id: 'chart.outage' }, { minutes: Math.round(((to ?? end) - from) / 60_000) }),
      },
      { xAxis: to ?? end },
    ]),
  }
}

/** Chart of heads not heard, from zero: unverified ones (explained by an outage) below unaccounted ones. */
export function missingOption(intl: IntlShape, inputs: MissingChartInputs): ChartOption {
  const { samples, unit } = inputs
  const band = (
    name: string,
    values: (sample: Sample) => number | null,
    line: string,
    fill: string | ReturnType<typeof hatch>,
    opacity: number,
  ) => ({
    type: 'line' as const,
    name,
    stack: 'missing',
    step: 'middle' as const,
    data: samples.map((sample) => [sample.at, values(sample)]),
    connectNulls: false,
    showSymbol: false,
    lineStyle: { color: line, width: 1.4 * unit },
    itemStyle: { color: line },
    areaStyle: { color: fill, opacity },
  })
  const unverified = band(
    intl.formatMessage({ id: 'count.unverified' }),
    (sample) => sample.unverified,
    wall.unverified,
    hatch(wall.unverified, unit),
    0.8,
  )
  return {
    ...frame(intl, inputs),
    series: [
      { ...unverified, markArea: outageArea(intl, inputs) },
      band(intl.formatMessage({ id: 'count.unaccounted' }), unaccountedOf, wall.major, wall.major, 0.75),
    ],
  }
}
