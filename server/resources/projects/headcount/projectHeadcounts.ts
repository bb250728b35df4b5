import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { first } from '../../../records/transaction.ts'
import { instantOrNull } from '../../values.ts'
import { handCountOf } from '../handCounts.ts'
import { eventCutoff } from '../past/asOf.ts'
import { pastHeadcount } from '../past/pastFigures.ts'
import { resolveProjectAsOf } from '../past/projectThen.ts'
import { capAtClosing } from '../projectTimes.ts'
import { figuresOf } from './projectFigures.ts'
import { countExplained } from './projectHeadRows.ts'
import { readTrend } from './projectSamples.ts'

const dayMs = 86_400_000

export const projectHeadcountHandlers: HandlersOf<'projectHeadcounts'> = {
  async shown(input, caller, context) {
    const { sql, clock } = context
    const { id } = input
    const now = clock.now()
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    if (asOf) return pastHeadcount(sql, project, asOf)
    const [figures, changes, handCount, explained] = await Promise.all([
      figuresOf(context, [id]).then((found) => first([...found.values()])),
      readChanges(sql, id, { day: project.day, today: project.dayFrom, month: now - 30 * dayMs }),
      handCountOf(context, project),
      countExplained(context, project, project.day),
    ])
    const {
      contracted,
      ledger,
      heard,
      unverified,
      unaccounted,
      windowMinutes,
      missing,
      unverifiedValue,
      unaccountedValue,
    } = figures
    return {
      contracted,
      ledger,
      heard,
      unverified,
      unaccounted,
      windowMinutes,
      missing,
      unverifiedValue,
      unaccountedValue,
      at: toInstant(now),
      lastHeardAt: instantOrNull(figures.lastHeardAt),
      changeToday: changes.today,
      change30Days: changes.month,
      closedAt: instantOrNull(changes.closedAt),
      farmIds: project.farmIds,
      handCount,
      day: project.day,
      timeZone: project.timeZone,
      unexplained: unaccounted - explained,
    }
  },

  async trend(input, caller, context) {
    const { asOf } = await resolveProjectAsOf(context, caller, input)
    const to = await capAtClosing(context.sql, input.id, asOf ? eventCutoff(asOf) : context.clock.now())
    return readTrend(context.sql, input.id, to - input.days * dayMs, to)
  },
}

/** Returns what the ledger gained since two instants (herd time, epoch ms), and when the day was closed. */
async function readChanges(
  sql: Queries,
  projectId: number,
  { day, today, month }: { day: string; today: number; month: number },
) {
  return first(
    await sql<{ today: number; month: number; closedAt: number | null }[]>`
    select coalesce(sum(heads) filter (where recorded_at >= ${today}), 0)::int as today, coalesce(sum(heads), 0)::int as month,
      (select closed_at from day_closes where project_id = ${projectId} and day = ${day}::date) as "closedAt"
    from ledger_entries where project_id = ${projectId} and recorded_at >= least(${month}::timestamptz, ${today}::timestamptz)`,
  )
}
