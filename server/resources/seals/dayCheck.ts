import type { Queries } from '../../db/connect.ts'
import { verifyLinks } from './verify.ts'

/** A sealed day, and what came of the newest check of the whole record. */
export interface SealedDay {
  day: string
  /** Epoch ms. */
  sealedAt: number
  /** The day's links come after this place … */
  after: number
  /** … and end with this one. */
  lastPlace: number
  /** Epoch ms; null: nothing was checked yet, and the other two are null as well. */
  checkedAt: number | null
  isWhole: boolean | null
  brokenDay: string | null
}

interface DayCheck {
  /** Null: nobody knows yet. */
  isIntact: boolean | null
  isCheckedNow: boolean
  erasedFor: string[]
}

/** Rows of a day that are computed again while somebody waits: some seconds. */
const rowsAtOnce = 200_000

/** Computes a day again from its rows; of a day with more rows than `atMost` the newest check of the whole record tells. */
export async function checkDay(sql: Queries, day: SealedDay, atMost = rowsAtOnce): Promise<DayCheck> {
  if (day.lastPlace - day.after > atMost) return { isIntact: toldByCheck(day), isCheckedNow: false, erasedFor: await erasedIn(sql, day) }
  const { fault, erased } = await verifyLinks(sql, { after: day.after, upTo: day.lastPlace })
  return { isIntact: fault === null, isCheckedNow: true, erasedFor: [...erased.keys()] }
}

/** A check goes through the days in their order, and ends with the first row that does not fit. */
function toldByCheck({ day, sealedAt, checkedAt, isWhole, brokenDay }: SealedDay): boolean | null {
  if (checkedAt === null || checkedAt <= sealedAt) return null
  if (isWhole === true || brokenDay === null || brokenDay > day) return true
  return brokenDay === day ? false : null
}

async function erasedIn(sql: Queries, { after, lastPlace }: SealedDay): Promise<string[]> {
  const rows = await sql<{ reason: string }[]>`
    select distinct x.reason from seal_erasures x join seal_entries e on e.source = x.source and e.row_key = x.row_key
    where e.place > ${after} and e.place <= ${lastPlace}`
  return rows.map(({ reason }) => reason)
}
