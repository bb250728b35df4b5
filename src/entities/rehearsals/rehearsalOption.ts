import type { IntlShape } from 'react-intl'
import type { RehearsalResult } from '#contract/alerts/rehearsals.ts'
import type { ChartOption } from '../../charts/chartOption.ts'
import { formatsOf } from '../../locale/formats.ts'
import type { ConsoleColours } from '../../theme/colours.ts'
import { fontFamily } from '../../theme/fontFamily.ts'

/** Alerts a day from zero, by today's rule (dashed) and by the rehearsed one: steps, since a day is one count. */
export function rehearsalOption(intl: IntlShape, days: RehearsalResult['days'], { words, wordsQuiet, hairline, elevated, normal, major }: ConsoleColours): ChartOption {
  const formats = formatsOf(intl)
  const label = { color: wordsQuiet, fontSize: 12 }
  const line = (name: string, values: number[], color: string, type: 'solid' | 'dashed') => ({
    type: 'line' as const, name, data: values, step: 'middle' as const, showSymbol: days.length === 1, lineStyle: { color, width: 2, type }, itemStyle: { color },
  })
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: { left: 8, right: 16, top: 30, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: { trigger: 'axis', backgroundColor: elevated, borderColor: hairline, textStyle: { color: words, fontSize: 13 } },
    xAxis: { type: 'category', data: days.map(({ day }) => formats.date(day)), axisLine: { lineStyle: { color: hairline } }, axisTick: { show: false }, axisLabel: { ...label, hideOverlap: true } },
    yAxis: {
      type: 'value', min: 0, minInterval: 1, splitNumber: 3, name: intl.formatMessage({ id: 'rehearsal.alertsPerDay' }), nameTextStyle: { ...label, align: 'left' },
      axisLabel: { ...label, formatter: (value: number) => intl.formatNumber(value) }, splitLine: { lineStyle: { color: hairline } },
    },
    series: [
      line(intl.formatMessage({ id: 'rehearsal.today' }), days.map(({ today }) => today), normal, 'dashed'),
      line(intl.formatMessage({ id: 'rehearsal.rehearsed' }), days.map(({ rehearsed }) => rehearsed), major, 'solid'),
    ],
  }
}
