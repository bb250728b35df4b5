import { ruleKinds, type RuleKind } from '#contract/alerts/alertKinds.ts'
import { kinds, silenceKinds } from '../alerts/kinds.ts'
import type { ReadingPart } from '../db/rehearsal/storedReadings.ts'

const allParts: readonly ReadingPart[] = ['position', 'rssi', 'battery', 'temperature', 'motion', 'tamper']
/** Returns the kinds to evaluate in a rehearsal of one kind: also kinds that its alerts affect or depend on. */
export function judgedWith(kind: RuleKind): ReadonlySet<RuleKind> {
  const judged = kinds[kind]
  const causes = 'heldBackBy' in judged && judged.heldBackBy !== undefined ? [judged.heldBackBy] : []
  return new Set([kind, ...causes, ...(judged.isIndependent === true ? [] : silenceKinds)])
}

/** Returns the parts of readings that some kinds need. */
export function partsFor(judged: ReadonlySet<RuleKind>): ReadingPart[] {
  const usedParts = new Set(
    ruleKinds.filter((kind) => judged.has(kind)).flatMap((kind) => kinds[kind].looksAt ?? allParts),
  )
  return allParts.filter((part) => usedParts.has(part))
}
