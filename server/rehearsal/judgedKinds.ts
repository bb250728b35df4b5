import { ruleKinds, type RuleKind } from '#contract/alerts/alertKinds.ts'
import { kinds, silenceKinds } from '../alerts/kinds.ts'
import type { ReadingPart } from '../db/rehearsal/storedReadings.ts'

const allParts: readonly ReadingPart[] = ['position', 'rssi', 'battery', 'temperature', 'motion', 'tamper']
/** The kinds that are judged where one is rehearsed: those whose alerts it looks at, or that look at its own, are among them. */
export function judgedWith(kind: RuleKind): ReadonlySet<RuleKind> {
  return kinds[kind].standsAlone === true ? new Set([kind]) : new Set<RuleKind>([kind, ...silenceKinds])
}

/** The parts of readings that some kinds need. */
export function partsFor(judged: ReadonlySet<RuleKind>): ReadingPart[] {
  const wanted = new Set(ruleKinds.filter((kind) => judged.has(kind)).flatMap((kind) => kinds[kind].looksAt ?? allParts))
  return allParts.filter((part) => wanted.has(part))
}
