import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { FarmFacts, FarmKind } from '../kind.ts'
import { atLevel, hold, minuteMs, type Verdict } from '../verdict.ts'

/** The heads of a farm that a project counts: all, those heard in its window, and those of the silent that nothing explains. */
interface Facts {
  ledger: number
  heard: number
  unexplained: number
}

/** Nothing but being heard clears it: an outage explains heads and brings none back. */
export function evaluate({ ledger, heard, unexplained }: Facts, { raiseHeads, raisePercent }: RuleParameters<'HEADCOUNT_DROP'>): Verdict {
  if (ledger === 0) return hold
  const isDrop = (heads: number) => heads > 0 && (heads >= raiseHeads || heads * 100 >= ledger * raisePercent)
  const detail = () => ({ unexplained, heard, ledger })
  if (isDrop(unexplained)) return atLevel('raise', detail)
  return isDrop(ledger - heard) ? hold : atLevel('clear', detail)
}

const none: Facts = { ledger: 0, heard: 0, unexplained: 0 }

/** Of each project on a farm, in one pass over its slots. */
function factsOf(farm: FarmFacts, now: number): Map<number, Facts> {
  const { herd, columns, listeningSinceAt } = farm
  const windowFrom = now - herd.windowMinutes * minuteMs
  // While we have not listened for a whole window, nobody is silent.
  const isDeaf = !(listeningSinceAt <= windowFrom)
  const found = new Map(herd.projects.map(({ id }) => [id, { ...none }]))
  for (let slot = 0; slot < columns.count; slot++) {
    const who = columns.slots[slot]
    const facts = who && found.get(who.pledgedTo)
    if (who === undefined || facts === undefined) continue
    facts.ledger++
    if ((columns.heardAt[slot] as number) > windowFrom) facts.heard++
    else if (!isDeaf && farm.explainedUntil(slot) !== Infinity && !farm.isAway(who.animalId ?? 0, now)) facts.unexplained++
  }
  return found
}

/** Heads that the ledger of a running project counts are missing from what is heard of a farm. */
export const headcountDrop: FarmKind<'HEADCOUNT_DROP'> = {
  about: 'PROJECT',
  looksAt: [],
  *judgeAll(farm, parameters, now) {
    const { projects } = farm.herd
    if (projects.length === 0) return
    const found = factsOf(farm, now)
    for (const { id, code } of projects) {
      yield { subjectId: id, subjectName: code, penId: null, verdict: evaluate(found.get(id) ?? none, parameters) }
    }
  },
}
