import { ruleKinds, type RuleKind } from '#contract/alerts/alertKinds.ts'
import { explainingKinds } from '../alerts/engine.ts'
import { kinds } from '../alerts/kinds.ts'
import type { ReadingPart } from '../db/rehearsal/storedReadings.ts'

/** The parts of a reading that a kind looks at beside times, neckbands and gateways, where it is not all of them. */
const partsOf: Partial<Record<RuleKind, readonly ReadingPart[]>> = {
  NECKBAND_SILENT: [],
  SITE_OUTAGE: [],
  GATEWAY_OFFLINE: [],
  HEADCOUNT_DROP: [],
  DAILY_LOG_MISSING: [],
  LOW_BATTERY: ['battery'],
  LEFT_PEN: ['position'],
  LEFT_FARM: ['position'],
  TEMPERATURE: ['temperature'],
  NO_MOVEMENT: ['position', 'motion'],
  PEN_CROWDED: ['position', 'rssi'],
}
const allParts: readonly ReadingPart[] = ['position', 'rssi', 'battery', 'temperature', 'motion', 'tamper']
/** Silences and what explains them are judged together: one changes what the other raises. */
const ofSilence: readonly RuleKind[] = ['NECKBAND_SILENT', ...explainingKinds]

/** The kinds that are judged where one is rehearsed: those whose alerts it looks at, or that look at its own, are among them. */
export function judgedWith(kind: RuleKind): ReadonlySet<RuleKind> {
  return kinds[kind].standsAlone === true ? new Set([kind]) : new Set<RuleKind>([kind, ...ofSilence])
}

/** The parts of readings that some kinds need. */
export function partsFor(judged: ReadonlySet<RuleKind>): ReadingPart[] {
  const wanted = new Set(ruleKinds.filter((kind) => judged.has(kind)).flatMap((kind) => partsOf[kind] ?? allParts))
  return allParts.filter((part) => wanted.has(part))
}
