import type { Queries } from '../../db/connect.ts'
import { verifyLinks } from './verify.ts'

/** A sealed day, and the result of the newest check of the whole record. */
export interface SealedDay {
  day: string
  /** Machine time, epoch ms. */
  sealedAt: number
  /** The day's links come after this place. */
  after: number
  /** Place of the day's last link. */
  lastPlace: number
  /** Machine time, epoch ms; null before the first check, as are the two fields below. */
  checkedAt: number | null
  isWhole: boolean | null
  brokenDay: string | null
}

interface DayCheck {
  /** Null when unknown. */
  isIntact: boolean | null
  isCheckedNow: boolean
  erasedFor: string[]
}

/** Maximum rows of a day recomputed during a call; they take some seconds. */
const maxRowsPerCall = 200_000

/** Recomputes a day from its rows. A day with more rows than `atMost` uses the newest check of the whole record. */
export async function checkDay(sql: Queries, day: SealedDay, atMost = maxRowsPerCall): Promise<DayCheck> {
  if (day.lastPlace - day.after > atMost)
    return { isIntact: stateByCheck(day), isCheckedNow: false, erasedFor: await erasedIn(sql, day) }
  const { fault, erased } = await verifyLinks(sql, { after: day.after, upTo: day.lastPlace })
  return { isIntact: fault === null, isCheckedNow: true, erasedFor: [...erased.keys()] }
}

/** Derives a day's state from the newest check, which proceeds day by day and stops at the first fault. @returns null when unknown */
function stateByCheck({ day, sealedAt, checkedAt, isWhole, brokenDay }: SealedDay): boolean | null {
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
