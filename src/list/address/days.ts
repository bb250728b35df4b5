/** Days of the viewer's calendar as a range filter has them: `2026-05-01`. */

const isDay = /^\d{4}-\d{2}-\d{2}$/

/** A day that there is, or null. */
export function toDay(text: string | null): string | null {
  if (text === null || !isDay.test(text)) return null
  const at = startOfDay(text)
  return Number.isNaN(at) || dayOf(at) !== text ? null : text
}

/** The first instant of a day here, epoch ms. */
export function startOfDay(day: string): number {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year ?? 0, (month ?? 1) - 1, date).getTime()
}

/** The last instant of a day here, epoch ms. */
export function endOfDay(day: string): number {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + 1).getTime() - 1
}

/** The day that an instant is in here. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
