/** Formats minutes since midnight for a time field: `08:30`. */
export function toTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** @returns minutes since midnight; 0 for an invalid time */
export function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return Number.isFinite(hours * 60 + minutes) ? hours * 60 + minutes : 0
}
