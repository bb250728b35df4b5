import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { RunningProject } from '../../db/projects/farmFinance.ts'
import type { FarmFacts, ProjectKind } from '../kind.ts'
import { atLevel, hold, minuteMs, type Verdict } from '../verdict.ts'

/** A project's counted heads on a farm: all, those heard within the window, and those whose silence is unexplained. */
interface Facts {
  ledger: number
  heard: number
  unexplained: number
}

/** Only heads heard again clear the alert: an outage explains heads without bringing them back. */
export function evaluate(
  { ledger, heard, unexplained }: Facts,
  { raiseHeads, raisePercent, clearHeads, clearPercent }: RuleParameters<'HEADCOUNT_DROP'>,
): Verdict {
  if (ledger === 0) return hold
  const isDrop = (heads: number, fromHeads: number, fromPercent: number) =>
    heads > 0 && (heads >= fromHeads || heads * 100 >= ledger * fromPercent)
  const detail = () => ({ unexplained, heard, ledger })
  if (isDrop(unexplained, raiseHeads, raisePercent)) return atLevel('raise', detail)
  // A state that would raise the alert cannot clear it.
  return isDrop(ledger - heard, Math.min(clearHeads, raiseHeads), Math.min(clearPercent, raisePercent))
    ? hold
    : atLevel('clear', detail)
}

/** Counts the heads of one project in the project's own window, as its page does. */
export function factsOf(
  farm: Pick<FarmFacts, 'columns' | 'listeningSinceAt' | 'explainedUntil' | 'isAway'>,
  { id: projectId, loan: { windowMinutes } }: { id: number; loan: Pick<RunningProject['loan'], 'windowMinutes'> },
  now: number,
): Facts {
  const { columns, listeningSinceAt } = farm
  const windowFrom = now - windowMinutes * minuteMs
  // Until a whole window was listened to, no head counts as silent.
  const isDeaf = !(listeningSinceAt <= windowFrom)
  const facts: Facts = { ledger: 0, heard: 0, unexplained: 0 }
  for (let slot = 0; slot < columns.count; slot++) {
    const who = columns.slots[slot]
    if (who === undefined || who.pledgedTo !== projectId) continue
    facts.ledger++
    if ((columns.heardAt[slot] as number) > windowFrom) facts.heard++
    else if (!isDeaf && farm.explainedUntil(slot) !== Infinity && !farm.isAway(who.animalId ?? 0, now))
      facts.unexplained++
  }
  return facts
}

/** Heads on a running project's ledger are no longer heard on the farm. */
export const headcountDrop: ProjectKind<'HEADCOUNT_DROP'> = {
  about: 'PROJECT',
  looksAt: [],
  judgeProject: (farm, project, parameters, now) => evaluate(factsOf(farm, project, now), parameters),
}
