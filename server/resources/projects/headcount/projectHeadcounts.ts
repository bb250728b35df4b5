import type { HandCount, ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import type { HandlersOf } from '../../../handler.ts'
import { first } from '../../../records/transaction.ts'
import { instantOrNull } from '../../values.ts'
import { handCountOf, pastHandCount } from '../handCounts.ts'
import { type AsOf, eventCutoff, happenedAndRecordedAsOf, occurredAsOf } from '../past/asOf.ts'
import { resolveProjectAsOf } from '../past/projectThen.ts'
import type { ProjectDay } from '../projectAccess.ts'
import { capAtClosing } from '../projectTimes.ts'
import { countExplained, countOutside, type Figures, figuresAsOf, figuresOf } from './projectFigures.ts'
import { readTrend } from './projectSamples.ts'

const dayMs = 86_400_000

export const projectHeadcountHandlers: HandlersOf<'projectHeadcounts'> = {
  async shown(input, caller, context) {
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    if (asOf) return headcountAsOf(context.sql, project, asOf)
    const [figures, handCount] = await Promise.all([
      figuresOf(context, [project.id]).then((found) => first([...found.values()])),
      handCountOf(context, project),
    ])
    return describe(context.sql, project, figures, handCount, context.clock.now(), null)
  },

  async trend(input, caller, context) {
    const { asOf } = await resolveProjectAsOf(context, caller, input)
    const to = await capAtClosing(context.sql, input.id, asOf ? eventCutoff(asOf) : context.clock.now())
    return readTrend(context.sql, input.id, to - input.days * dayMs, to)
  },
}

/** Returns the five numbers of a project as of a moment. @param project with the day of that moment */
export async function headcountAsOf(sql: Queries, project: ProjectDay, asOf: AsOf): Promise<ProjectHeadcount> {
  const [figures, handCount] = await Promise.all([
    figuresAsOf(sql, project, asOf),
    pastHandCount(sql, project.id, { day: project.day, received: asOf.recorded }),
  ])
  return describe(sql, project, figures, handCount, asOf.happened, asOf)
}

/** @param at instant of the figures, herd time, epoch ms */
async function describe(
  sql: Queries,
  project: ProjectDay,
  figures: Figures,
  handCount: HandCount | null,
  at: number,
  asOf: AsOf | null,
): Promise<ProjectHeadcount> {
  const { contracted, windowMinutes, ledger, heard, unverified, unaccounted, missing } = figures
  const { unfitted, unheard, unverifiedValue, unaccountedValue, lastHeardAt } = figures
  const [changes, explained, outside] = await Promise.all([
    readChanges(sql, project, at - 30 * dayMs, asOf),
    countExplained(sql, figures, project.day, asOf),
    countOutside(sql, figures, asOf),
  ])
  return {
    contracted,
    windowMinutes,
    ledger,
    heard,
    unverified,
    unaccounted,
    ...(unfitted !== undefined && { unfitted }),
    ...(unheard !== undefined && { unheard }),
    missing,
    outside,
    unverifiedValue,
    unaccountedValue,
    at: toInstant(at),
    lastHeardAt: instantOrNull(lastHeardAt),
    changeToday: changes.gained - changes.lost,
    gainedToday: changes.gained,
    lostToday: changes.lost,
    change30Days: changes.month,
    closedAt: instantOrNull(changes.closedAt),
    farmIds: project.farmIds,
    handCount,
    day: project.day,
    timeZone: project.timeZone,
    unexplained: unaccounted - explained,
  }
}

/** Returns what the ledger gained on the day and since an instant (herd time, epoch ms), and when the day was closed. */
async function readChanges(sql: Queries, { id, day, dayFrom }: ProjectDay, month: number, asOf: AsOf | null) {
  return first(
    await sql<{ gained: number; lost: number; month: number; closedAt: number | null }[]>`
    select coalesce(sum(heads) filter (where heads > 0 and recorded_at >= ${dayFrom}::timestamptz), 0)::int as gained,
      coalesce(-sum(heads) filter (where heads < 0 and recorded_at >= ${dayFrom}::timestamptz), 0)::int as lost, coalesce(sum(heads), 0)::int as month,
      (select closed_at from day_closes where project_id = ${id} and day = ${day}::date and ${occurredAsOf(sql, asOf, 'closed_at')}) as "closedAt"
    from ledger_entries where project_id = ${id} and recorded_at >= least(${month}::timestamptz, ${dayFrom}::timestamptz)
      and ${happenedAndRecordedAsOf(sql, asOf, 'happened_at', 'recorded_at')}`,
  )
}
