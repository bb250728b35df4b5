/** A shift on a farm. */
export interface FarmShift {
  farmId: number
  /** Index among the shifts. */
  shift: number
  timeZone: string
  /** One bit per day of the week, Monday lowest. */
  days: number
  /** Minutes since midnight. A shift that ends at or before its start ends on the next day. */
  from: number
  to: number
}

/** Returns whether a local time lies in a shift. @param day of the week; Monday is 1 */
export function isInShift(
  { days, from, to }: Pick<FarmShift, 'days' | 'from' | 'to'>,
  { day, minute }: { day: number; minute: number },
): boolean {
  const isOn = (bit: number) => (days & (1 << bit)) !== 0
  const begins = isOn(day - 1) && minute >= from
  if (to > from) return begins && minute < to
  return begins || (isOn((day + 5) % 7) && minute < to)
}
