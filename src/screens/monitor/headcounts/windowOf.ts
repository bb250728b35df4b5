import type { IntlShape } from 'react-intl'
import type { Totals } from '../farms/farmRows.ts'

/** The window of a count in words; of farms with different ones, the widest. */
export function windowOf(intl: IntlShape, { windowMinutes, mixedWindows }: Pick<Totals, 'windowMinutes' | 'mixedWindows'>): string {
  return intl.formatMessage({ id: mixedWindows ? 'figures.windowUpTo' : 'figures.window' }, { minutes: windowMinutes })
}
