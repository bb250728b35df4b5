/** A shift as a farm has it. */
export interface FarmShift {
  farmId: number
  /** Its place among the shifts. */
  shift: number
  timeZone: string
  /** One bit a day of the week, Monday lowest. */
  days: number
  /** Minutes since midnight; one that ends at or before its beginning ends on the next day. */
  from: number
  to: number
}

/** Whether a moment by the clocks of its zone lies in a shift. @param day of the week: Monday is 1 */
export function isInShift({ days, from, to }: Pick<FarmShift, 'days' | 'from' | 'to'>, { day, minute }: { day: number; minute: number }): boolean {
  const isOn = (bit: number) => (days & (1 << bit)) !== 0
  const begins = isOn(day - 1) && minute >= from
  if (to > from) return begins && minute < to
  return begins || (isOn((day + 5) % 7) && minute < to)
}
