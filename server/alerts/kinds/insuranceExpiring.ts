import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { InsuredHeads, InsuranceSpell } from '../../db/projects/farmFinance.ts'
import { dayAt, daysBefore } from '../../farmDays.ts'
import type { FarmKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

/** An insurance that ended longer ago is history: whoever looks knows that there is none. */
const historyDays = 90

/**
 * The last policy of the unbroken cover that holds today, or else of the one that ended last; null: nothing has begun yet.
 * A policy that begins no later than the day after another's last one leaves no gap.
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
 * An animal that several policies insure is insured until the first gap between them, so a policy that is renewed in time tells nothing.
 * One whose cover has ended is that until another begins; one whose first cover is still to come has none that ends.
 * @param today the day on the farm, `2026-05-01`
 */
export function evaluate(insured: readonly InsuredHeads[], today: string, { raiseDays }: RuleParameters<'INSURANCE_EXPIRING'>): Verdict {
  if (insured.length === 0) return hold
  const lastDay = daysBefore(today, -raiseDays)
  const covers = insured.flatMap(({ spells, heads }) => {
    const cover = coverOf(spells, today)
    return cover === null ? [] : [{ ...cover, heads }]
  })
  const expiring = covers.filter(({ endsOn }) => endsOn <= lastDay).toSorted((one, other) => (one.endsOn < other.endsOn ? -1 : 1))
  const first = expiring.find(({ endsOn }) => endsOn >= daysBefore(today, historyDays))
  const detail = () => ({
    policies: [...new Set(expiring.map(({ number }) => number))].join('\n'),
    heads: expiring.reduce((sum, { heads }) => sum + heads, 0),
    endsOn: first?.endsOn ?? null,
  })
  if (first !== undefined) return atLevel('raise', detail)
  // A policy that ended long ago raises nothing; its open alert stays until the heads are insured again.
  return expiring.length > 0 ? hold : atLevel('clear', detail)
}

/** The insurance of heads of a farm ends soon, or has ended: one alert a farm, however many policies end. */
export const insuranceExpiring: FarmKind<'INSURANCE_EXPIRING'> = {
  about: 'FARM',
  looksAt: [],
  standsAlone: true,
  *judgeAll({ herd: { id, name, insured, timeZone } }, parameters, now) {
    if (insured.length > 0) yield { subjectId: id, subjectName: name, penId: null, verdict: evaluate(insured, dayAt(now, timeZone), parameters) }
  },
  obsolete: ({ herd }) => (herd.insured.length === 0 ? 'NOTHING_INSURED' : null),
}
