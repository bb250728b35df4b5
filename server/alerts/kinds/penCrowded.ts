import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { HerdColumns } from '../../herd/columns.ts'
import type { FarmKind } from '../kind.ts'
import { atLevel, hold } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

export function evaluate(
  { heads, capacity }: { heads: number; capacity: number },
  parameters: RuleParameters<'PEN_CROWDED'>,
): Verdict {
  const { raisePercent, clearPercent } = parameters
  const detail = () => ({ heads, capacity })
  if (heads * 100 > capacity * raisePercent) return atLevel('raise', detail)
  return heads * 100 <= capacity * Math.min(clearPercent, raisePercent) ? atLevel('clear', detail) : hold
}

/** Counts heads by last known pen. A silent animal stays counted, since silence never clears an alert. */
function countByPen(columns: HerdColumns): Map<number, number> {
  const heads = new Map<number, number>()
  for (const penId of columns.penId) heads.set(penId, (heads.get(penId) ?? 0) + 1)
  return heads
}

/** A pen holds more heads than its capacity. Pens without a stated capacity are not judged. */
export const penCrowded: FarmKind<'PEN_CROWDED'> = {
  about: 'PEN',
  looksAt: ['position', 'rssi'],
  isIndependent: true,
  *judgeAll({ pens, columns }, parameters) {
    if (pens.every(({ capacity }) => capacity === null)) return
    const heads = countByPen(columns)
    for (const { id, name, capacity } of pens) {
      if (capacity === null) continue
      yield {
        subjectId: id,
        subjectName: name,
        penId: id,
        verdict: evaluate({ heads: heads.get(id) ?? 0, capacity }, parameters),
      }
    }
  },
  obsolete: ({ pens }, penId) =>
    pens.find(({ id }) => id === penId)?.capacity === null ? 'PEN_WITHOUT_CAPACITY' : null,
}
