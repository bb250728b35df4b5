import type { IntlShape } from 'react-intl'
import type { LiveHeadcount } from '#contract/live/live.ts'
import { joinParts } from '../locale/joins.ts'

type FirstDays = Pick<LiveHeadcount, 'unfitted' | 'unheard'>

/** Returns how many unaccounted heads their first day explains. */
export const firstDayHeads = ({ unfitted = 0, unheard = 0 }: FirstDays): number => unfitted + unheard

/** Unfolds the unaccounted heads: not fitted with a neckband yet, and neckband not heard yet. Empty without any. */
export function firstDayWords(intl: IntlShape, { unfitted = 0, unheard = 0 }: FirstDays): string {
  return joinParts(
    intl,
    unfitted > 0 && intl.formatMessage({ id: 'headcount.unfitted' }, { heads: unfitted }),
    unheard > 0 && intl.formatMessage({ id: 'headcount.unheard' }, { heads: unheard }),
  )
}
