import { ruleKinds, type RuleKind } from '#contract/alerts/alertKinds.ts'
import { explainingKinds, kinds } from '../alerts/kinds.ts'
import type { ReadingPart } from '../db/rehearsal/storedReadings.ts'

const allParts: readonly ReadingPart[] = ['position', 'rssi', 'battery', 'temperature', 'motion', 'tamper']
/** Silences and what explains them are judged together: one changes what the other raises. */
const ofSilence: readonly RuleKind[] = ['NECKBAND_SILENT', ...explainingKinds]

/** The kinds that are judged where one is rehearsed: those whose alerts it looks at, or that look at its own, are among them. */
export function judgedWith(kind: RuleKind): ReadonlySet<RuleKind> {
  return kinds[kind].standsAlone === true ? new Set([kind]) : new Set<RuleKind>([kind, ...ofSilence])
}

/** The parts of readings that some kinds need. */
export function partsFor(judged: ReadonlySet<RuleKind>): ReadingPart[] {
  const wanted = new Set(ruleKinds.filter((kind) => judged.has(kind)).flatMap((kind) => kinds[kind].looksAt ?? allParts))
  return allParts.filter((part) => wanted.has(part))
}
