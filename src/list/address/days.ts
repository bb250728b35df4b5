/** Days of the viewer's calendar, as range filters write them: `2026-05-01`. */

const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Returns the day if it exists, otherwise null. */
export function toDay(text: string | null): string | null {
  if (text === null || !isDay.test(text)) return null
  const at = startOfDay(text)
  return Number.isNaN(at) || dayOf(at) !== text ? null : text
}

/** Returns the first instant of a day in the viewer's zone, epoch ms. */
export function startOfDay(day: string): number {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year ?? 0, (month ?? 1) - 1, date).getTime()
}

/** Returns the last instant of a day in the viewer's zone, epoch ms. */
export function endOfDay(day: string): number {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + 1).getTime() - 1
}

/** Returns the day of an instant in the viewer's zone. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
