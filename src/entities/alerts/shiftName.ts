import type { IntlShape } from 'react-intl'
import type { LoadShift } from '#contract/alerts/alertLoads.ts'
import { joinParts } from '../../locale/joins.ts'
import { toTime } from '../../locale/minutes.ts'

/** Returns the name of a shift: its roster and hours. */
export const shiftName = (intl: IntlShape, { roster, from, to }: LoadShift): string =>
  joinParts(intl, roster, intl.formatMessage({ id: 'alertLoad.shift' }, { from: toTime(from), to: toTime(to) }))
