import type { IntlShape } from 'react-intl'
import type { Totals } from '../farms/farmRows.ts'

/** Returns a count's window as text; the widest one if farms differ. */
export function windowOf(
  intl: IntlShape,
  { windowMinutes, mixedWindows }: Pick<Totals, 'windowMinutes' | 'mixedWindows'>,
): string {
  return intl.formatMessage({ id: mixedWindows ? 'figures.windowUpTo' : 'figures.window' }, { minutes: windowMinutes })
}
