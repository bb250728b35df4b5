import type { IntlShape } from 'react-intl'
import type { AlertLoad } from '#contract/alerts/alertLoads.ts'
import type { ChartOption } from '../../charts/chartOption.ts'
import { formatsOf } from '../../locale/formats.ts'
import type { ConsoleColours } from '../../theme/colours.ts'
import { fontFamily } from '../../theme/fontFamily.ts'

/** Alerts of each day of a month, from zero. */
export function loadOption(intl: IntlShape, days: AlertLoad['days'], { words, wordsQuiet, hairline, elevated, normal }: ConsoleColours): ChartOption {
  const formats = formatsOf(intl)
  const label = { color: wordsQuiet, fontSize: 12 }
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: { left: 8, right: 16, top: 30, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: { trigger: 'axis', backgroundColor: elevated, borderColor: hairline, textStyle: { color: words, fontSize: 13 } },
    xAxis: { type: 'category', data: days.map(({ day }) => formats.date(day)), axisLine: { lineStyle: { color: hairline } }, axisTick: { show: false }, axisLabel: { ...label, hideOverlap: true } },
    yAxis: {
      type: 'value', min: 0, minInterval: 1, splitNumber: 3, name: intl.formatMessage({ id: 'alertLoad.perDay' }), nameTextStyle: { ...label, align: 'left' },
      axisLabel: { ...label, formatter: (value: number) => intl.formatNumber(value) }, splitLine: { lineStyle: { color: hairline } },
    },
    series: [{ type: 'line', name: intl.formatMessage({ id: 'alertLoad.perDay' }), data: days.map(({ count }) => count), step: 'middle', showSymbol: false, lineStyle: { color: normal, width: 2 }, itemStyle: { color: normal } }],
  }
}
