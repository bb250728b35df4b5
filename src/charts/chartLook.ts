import type { ConsoleColours } from '../theme/colours.ts'
import { fontFamily } from '../theme/fontFamily.ts'

/** Returns the look shared by all charts: no animation, quiet axes, a hairline per step. */
export function chartLook({ words, wordsQuiet, hairline, elevated }: ConsoleColours) {
  const label = { color: wordsQuiet, fontSize: 12 }
  return {
    label,
    ground: { animation: false, textStyle: { fontFamily } },
    grid: { left: 8, right: 8, top: 30, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      backgroundColor: elevated,
      borderColor: hairline,
      textStyle: { color: words, fontSize: 13 },
    },
    time: {
      axisLine: { lineStyle: { color: hairline } },
      axisTick: { show: false },
      axisLabel: { ...label, hideOverlap: true },
    },
    steps: { lineStyle: { color: hairline } },
  } as const
}
