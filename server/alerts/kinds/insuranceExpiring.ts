import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { InsuredUntil } from '../../db/projects/farmFinance.ts'
import { dayAt, daysBefore } from '../../farmDays.ts'
import type { FarmKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

/** An insurance that ended longer ago is history: whoever looks knows that there is none. */
const historyDays = 90

/**
 * An animal that several policies insure is insured until the last one ends, so a policy that is renewed in time tells nothing.
 * @param today the day on the farm, `2026-05-01`
 */
export function evaluate(insured: readonly InsuredUntil[], today: string, { raiseDays }: RuleParameters<'INSURANCE_EXPIRING'>): Verdict {
  if (insured.length === 0) return hold
  const daysLeft = (day: string) => Temporal.PlainDate.from(today).until(day, { largestUnit: 'days' }).days
  const expiring = insured.filter(({ endsOn }) => daysLeft(endsOn) <= raiseDays)
  const [first] = expiring.filter(({ endsOn }) => endsOn >= daysBefore(today, historyDays)).toSorted((one, other) => (one.endsOn < other.endsOn ? -1 : 1))
  const detail = () => ({
    policies: expiring.map(({ number }) => number).join('\n'),
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
