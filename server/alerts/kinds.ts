import { type RuleKind, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { AlertKind } from './kind.ts'
import { badPosition } from './kinds/badPosition.ts'
import { collarRemoved } from './kinds/collarRemoved.ts'
import { collarsTogether } from './kinds/collarsTogether.ts'
import { coverageLow } from './kinds/coverageLow.ts'
import { dailyLogMissing } from './kinds/dailyLogMissing.ts'
import { gatewayOffline } from './kinds/gatewayOffline.ts'
import { headcountDrop } from './kinds/headcountDrop.ts'
import { insuranceExpiring } from './kinds/insuranceExpiring.ts'
import { leftFarm } from './kinds/leftFarm.ts'
import { leftPen } from './kinds/leftPen.ts'
import { lowBattery } from './kinds/lowBattery.ts'
import { neckbandSilent } from './kinds/neckbandSilent.ts'
import { noMovement } from './kinds/noMovement.ts'
import { penCrowded } from './kinds/penCrowded.ts'
import { siteOutage } from './kinds/siteOutage.ts'
import { temperature } from './kinds/temperature.ts'
import { wallSilent } from './kinds/wallSilent.ts'

/** The implementation of each kind in the contract. */
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
  LEFT_FARM: leftFarm,
  NO_MOVEMENT: noMovement,
  COLLAR_REMOVED: collarRemoved,
  TEMPERATURE: temperature,
  BAD_POSITION: badPosition,
  COLLARS_TOGETHER: collarsTogether,
  INSURANCE_EXPIRING: insuranceExpiring,
  WALL_SILENT: wallSilent,
}

/** Kinds whose alerts explain silences. */
export const explainingKinds: readonly RuleKind[] = ruleKinds.filter((name) => kinds[name].explainsSilence === true)
/** Explaining kinds about a whole farm, and about a gateway. */
export const farmOutageKinds: readonly RuleKind[] = explainingKinds.filter((name) => kinds[name].about === 'FARM')
export const gatewayOutageKinds: readonly RuleKind[] = explainingKinds.filter((name) => kinds[name].about === 'GATEWAY')
/** Kinds about silence and kinds that explain it: each affects what the other raises. */
export const silenceKinds: readonly RuleKind[] = ruleKinds.filter(
  (name) => kinds[name].isSilence === true || kinds[name].explainsSilence === true,
)
