import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { type CollarGroup, collarGroups, updateCompanions } from '../../herd/behaviour/companions.ts'
import type { FarmKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

/** Maximum neckbands listed in an alert. */
const maxListed = 5

/** Returns the members that have been alike for at least `hours`. */
const lasting = ({ members }: CollarGroup, hours: number) => members.filter((member) => member.hours >= hours)

/** Reports the largest group; the others follow once it is resolved. */
export function evaluate(
  groups: readonly CollarGroup[],
  { raiseHeads, raiseHours, clearHours }: RuleParameters<'COLLARS_TOGETHER'>,
): Verdict {
  const raised = groups
    .map((group) => ({ by: group.by, members: lasting(group, raiseHours) }))
    .filter(({ members }) => members.length >= raiseHeads)
    .toSorted((one, other) => other.members.length - one.members.length)
  const [worst] = raised
  if (worst !== undefined) {
    const { by, members } = worst
    return atLevel('raise', () => ({
      heads: members.length,
      hours: Math.min(...members.map(({ hours }) => hours)),
      by,
      animals: members
        .slice(0, maxListed)
        .map(({ visualTag }) => visualTag)
        .join('\n'),
    }))
  }
  const isLeft = groups.some((group) => lasting(group, Math.min(clearHours, raiseHours)).length >= raiseHeads)
  return isLeft ? hold : atLevel('clear', () => ({}))
}

/** Several neckbands move together, or lie at one signal strength: they may hang on a nail. */
export const collarsTogether: FarmKind<'COLLARS_TOGETHER'> = {
  about: 'FARM',
  isIndependent: true,
  *judgeAll({ herd, columns }, parameters, now) {
    updateCompanions(columns, now)
    const { id, name } = herd
    yield {
      subjectId: id,
      subjectName: name,
      penId: null,
      verdict: evaluate(collarGroups(columns, Math.min(parameters.clearHours, parameters.raiseHours)), parameters),
    }
  },
}
