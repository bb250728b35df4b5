import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { WallRecord } from '../../herd/walls/walls.ts'
import { toInstant } from '../../clock.ts'
import type { FarmKind } from '../kind.ts'
import { hold, minuteMs, type Verdict } from '../verdict.ts'

/** Instants are epoch ms. */
interface Facts extends Pick<WallRecord, 'paintedAt' | 'countsFromAt'> {
  /** Since when the server has been listening without a break: before that, no wall could report. */
  listeningSinceAt: number
}

export function evaluate(
  { paintedAt, countsFromAt, listeningSinceAt }: Facts,
  { silentMinutes }: RuleParameters<'WALL_SILENT'>,
  now: number,
): Verdict {
  const limitMs = silentMinutes * minuteMs
  const from = [paintedAt, countsFromAt, listeningSinceAt].filter((at) => !Number.isNaN(at))
  const dueAt = Math.max(...from) + limitMs
  const detail = () => ({ silentMinutes: Math.floor((now - paintedAt) / minuteMs), paintedAt: toInstant(paintedAt) })
  if (now >= dueAt) return { level: 'raise', levelSinceAt: dueAt, sinceAt: paintedAt, detail }
  return now - paintedAt < limitMs ? { level: 'clear', levelSinceAt: paintedAt, sinceAt: paintedAt, detail } : hold
}

/** A wall no longer updates: its viewers see a frozen picture. */
export const wallSilent: FarmKind<'WALL_SILENT'> = {
  about: 'WALL',
  isIndependent: true,
  *judgeAll({ walls, listeningSinceAt }, parameters, now) {
    for (const { id, name, ...wall } of walls) {
      yield {
        subjectId: id,
        subjectName: name,
        penId: null,
        verdict: evaluate({ ...wall, listeningSinceAt }, parameters, now),
      }
    }
  },
}
