import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { InsuredHeads, InsuranceSpell } from '../../db/projects/farmFinance.ts'
import { dayAt, daysBefore } from '../../farmDays.ts'
import type { FarmKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

/** Insurance that ended longer ago than this, in days, raises nothing: users already know. */
const maxExpiredDays = 90

/**
 * Returns the last policy of the continuous cover that includes today, else of the latest one that ended; null before any has started.
 * A policy that starts at the latest on the day after another's last day continues the cover.
 */
function coverOf(spells: readonly InsuranceSpell[], today: string): InsuranceSpell | null {
  let cover: InsuranceSpell | null = null
  for (const spell of spells) {
    const goesOn = cover !== null && daysBefore(spell.startsOn, 1) <= cover.endsOn
    if (!goesOn && spell.startsOn > today) break
    if (cover === null || spell.endsOn > cover.endsOn) cover = spell
  }
  return cover
}

/**
 * An animal with several policies is insured until the first gap between them, so timely renewals raise nothing.
 * After a gap starts, the cover counts as ended until a new policy starts. A first cover that has not started cannot end.
 * @param today current day on the farm, `2026-05-01`
 */
export function evaluate(
  insured: readonly InsuredHeads[],
  today: string,
  { raiseDays }: RuleParameters<'INSURANCE_EXPIRING'>,
): Verdict {
  if (insured.length === 0) return hold
  const lastDay = daysBefore(today, -raiseDays)
  const covers = insured.flatMap(({ spells, heads }) => {
    const cover = coverOf(spells, today)
    return cover === null ? [] : [{ ...cover, heads }]
  })
  const expiring = covers
    .filter(({ endsOn }) => endsOn <= lastDay)
    .toSorted((one, other) => (one.endsOn < other.endsOn ? -1 : 1))
  const first = expiring.find(({ endsOn }) => endsOn >= daysBefore(today, maxExpiredDays))
  const detail = () => ({
    policies: [...new Set(expiring.map(({ number }) => number))].join('\n'),
    heads: expiring.reduce((sum, { heads }) => sum + heads, 0),
    endsOn: first?.endsOn ?? null,
  })
  if (first !== undefined) return atLevel('raise', detail)
  // A policy that ended long ago raises nothing, but its open alert stays until the heads are insured again.
  return expiring.length > 0 ? hold : atLevel('clear', detail)
}

/** The insurance of heads on a farm ends soon or has ended: one alert per farm for all its policies. */
export const insuranceExpiring: FarmKind<'INSURANCE_EXPIRING'> = {
  about: 'FARM',
  looksAt: [],
  isIndependent: true,
  *judgeAll({ herd: { id, name, insured, timeZone } }, parameters, now) {
    if (insured.length > 0)
      yield {
        subjectId: id,
        subjectName: name,
        penId: null,
        verdict: evaluate(insured, dayAt(now, timeZone), parameters),
      }
  },
  obsolete: ({ herd }) => (herd.insured.length === 0 ? 'NOTHING_INSURED' : null),
}
