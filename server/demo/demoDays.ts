import type { Sql } from '../db/connect.ts'
import { dayAt, daysBefore } from '../farmDays.ts'
import { insertClose } from '../resources/projects/headcount/dayCloses.ts'
import { insertExplanations } from '../resources/projects/headcount/explanations.ts'
import { insertSamples } from '../resources/projects/headcount/projectSamples.ts'
import { coverageAsOf } from '../resources/projects/headcount/projectFigures.ts'
import { headcountAsOf } from '../resources/projects/headcount/projectHeadcounts.ts'
import { pastHeads } from '../resources/projects/past/pastHeads.ts'
import { readProjectUnchecked } from '../resources/projects/projectAccess.ts'

const hourMs = 3_600_000
/** All farms of the demo are in one time zone; its days are closed in the evening, local time. */
const timeZone = 'Asia/Shanghai'
const closedAtMs = 12 * hourMs
const explanation = '项圈未上报，巡场时在圈舍见到。'

interface DemoDays {
  projectId: number
  closedBy: number
  /** Number of past days to close, and the age of the one day that stays open. */
  days: number
  openDaysAgo: number
  /** Epoch ms. */
  now: number
}

/** Closes days of the demo's project. Each gets the numbers of that evening from stored readings and ledger, and explanations of its silent heads. */
export async function addDemoDays(sql: Sql, { projectId, closedBy, days, openDaysAgo, now }: DemoDays): Promise<void> {
  const today = dayAt(now, timeZone)
  for (let ago = days; ago > 0; ago--) {
    const closedAt = Date.parse(daysBefore(today, ago)) + closedAtMs
    const asOf = { happened: closedAt, recorded: closedAt }
    const project = await readProjectUnchecked(sql, projectId, closedAt)
    const [headcount, { value, balance, ratio }, silent] = await Promise.all([
      headcountAsOf(sql, project, asOf),
      coverageAsOf(sql, projectId, asOf),
      pastHeads(sql, project, asOf, { states: ['UNACCOUNTED'] }),
    ])
    if (ago === openDaysAgo) {
      await insertSamples(sql, [{ ...headcount, projectId, value, ratio }], closedAt)
      continue
    }
    await insertExplanations(sql, {
      projectId,
      pledgeIds: silent.map(({ pledgeId }) => pledgeId),
      day: project.day,
      explanation,
      explainedBy: closedBy,
      at: closedAt - hourMs,
    })
    await insertClose(sql, {
      ...headcount,
      id: projectId,
      day: project.day,
      handCount: null,
      value,
      balance,
      ratio,
      note: '',
      closedBy,
      closedAt,
    })
  }
}
