/** Day before which no living animal of a herd was born. */
const firstBirth = '1980-01-01'
/** Age above which a birth is probably a mistake, years; cattle rarely live longer. */
const maxLikelyYears = 30

/**
 * Returns why an animal of a herd cannot have been born on a day, or probably was not.
 * @param day `2026-05-01`
 * @param today the current day in the farm's time zone
 */
export function birthFault(day: string, today: string): 'BIRTH_TO_COME' | 'BIRTH_TOO_EARLY' | 'BIRTH_UNLIKELY' | null {
  if (day > today) return 'BIRTH_TO_COME'
  if (day < firstBirth || day.length > today.length) return 'BIRTH_TOO_EARLY'
  const likely = `${Number(today.slice(0, 4)) - maxLikelyYears}${today.slice(4)}`
  return day < likely ? 'BIRTH_UNLIKELY' : null
}
