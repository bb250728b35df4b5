import type { IntlShape } from 'react-intl'
import type { ChartOption } from '../../../charts/chartOption.ts'
import { wall } from '../../../theme/colours.ts'
import { fontFamily } from '../../../theme/fontFamily.ts'
import type { Watched } from './useWatched.ts'

/** Chart of heads in the last 30 days from zero: ledger and heard. The line breaks where counts are incomplete. */
export function daysOption(
  intl: IntlShape,
  days: Watched['days'],
  { timeZone, unit }: { timeZone: string; unit: number },
): ChartOption {
  const fontSize = 13 * unit
  const heads = intl.formatMessage({ id: 'unit.heads' })
  const label = { color: wall.wordsFaint, fontSize }
  const line = { type: 'line', connectNulls: false, showSymbol: days.length < 3 } as const
  const day = (at: number) => intl.formatDate(at, { timeZone, month: '2-digit', day: '2-digit' })
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: {
      left: 6 * unit,
      right: 16 * unit,
      top: 30 * unit,
      bottom: 6 * unit,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: wall.panel,
      borderColor: wall.hairline,
      textStyle: { color: wall.words, fontSize },
      valueFormatter: (value) => (typeof value === 'number' ? `${intl.formatNumber(value)} ${heads}` : '–'),
      axisPointer: {
        label: {
          formatter: ({ value }) =>
            intl.formatDate(Number(value), {
              timeZone,
              month: '2-digit',
              day: '2-digit',
              hour: '2-digit',
              minute: '2-digit',
              hourCycle: 'h23',
            }),
        },
      },
    },
    xAxis: {
      type: 'time',
      axisLine: { lineStyle: { color: wall.hairline } },
      axisTick: { show: false },
      axisLabel: { ...label, hideOverlap: true, formatter: (at: number) => day(at) },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 3,
      name: heads,
      nameTextStyle: { ...label, align: 'left' },
      axisLabel: { ...label, formatter: (value: number) => intl.formatNumber(value) },
      splitLine: { lineStyle: { color: wall.hairline } },
    },
    series: [
      {
        ...line,
        name: intl.formatMessage({ id: 'count.ledger' }),
        step: 'end',
        data: days.map(({ at, ledger }) => [at, ledger]),
        lineStyle: { color: wall.words, width: 2 * unit },
        itemStyle: { color: wall.words },
      },
      {
        ...line,
        name: intl.formatMessage({ id: 'count.heard' }),
        data: days.map(({ at, heard }) => [at, heard]),
        lineStyle: { color: wall.normal, width: 2 * unit },
        itemStyle: { color: wall.normal },
      },
    ],
  }
}
