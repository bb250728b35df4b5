import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { AlertKind } from './kind.ts'
import { coverageLow } from './kinds/coverageLow.ts'
import { dailyLogMissing } from './kinds/dailyLogMissing.ts'
import { gatewayOffline } from './kinds/gatewayOffline.ts'
import { headcountDrop } from './kinds/headcountDrop.ts'
import { leftPen } from './kinds/leftPen.ts'
import { lowBattery } from './kinds/lowBattery.ts'
import { neckbandSilent } from './kinds/neckbandSilent.ts'
import { penCrowded } from './kinds/penCrowded.ts'
import { siteOutage } from './kinds/siteOutage.ts'

/** How each kind of the contract is judged. */
export const kinds: { readonly [K in RuleKind]: AlertKind<K> } = {
  NECKBAND_SILENT: neckbandSilent,
  SITE_OUTAGE: siteOutage,
  GATEWAY_OFFLINE: gatewayOffline,
  LEFT_PEN: leftPen,
  LOW_BATTERY: lowBattery,
  PEN_CROWDED: penCrowded,
  DAILY_LOG_MISSING: dailyLogMissing,
  HEADCOUNT_DROP: headcountDrop,
  COVERAGE_LOW: coverageLow,
}
