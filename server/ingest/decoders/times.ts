/** The last valid instant of a Date, epoch ms. */
const lastInstant = 8.64e15
/** Numbers below are seconds (of the year 5138), else milliseconds (from 1973), microseconds or nanoseconds. */
const firstMillisecond = 1e11
const firstMicrosecond = 1e14
const lastMicrosecond = 1e17
const firstNanosecond = 1e18
const lastNanosecond = 1e20
/** Smaller numbers may be milliseconds since the start of a device without a clock: they are never seconds. */
const firstSecond = 1e8

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const digitAt = (text: string, index: number): number => {
  const digit = text.charCodeAt(index) - 48
  return digit >= 0 && digit <= 9 ? digit : -1000
}
/** Returns the two digits at an offset; negative when they are not digits. */
const twoDigitsAt = (text: string, index: number): number => digitAt(text, index) * 10 + digitAt(text, index + 1)

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Returns the days since 1970-01-01. March counts as the first month, so that the leap day is the last day of the year. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const y = month > 2 ? year : year - 1
  const m = month > 2 ? month - 3 : month + 9
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return 365 * y + leapDays + Math.floor((153 * m + 2) / 5) + day - 719_469
}

/** Returns the zone in the remaining text as minutes east of Greenwich; NaN when it is not a zone. */
function zoneMinutes(text: string, index: number): number {
  const sign = text[index]
  if (sign === 'Z' || sign === 'z') return text.length === index + 1 ? 0 : Number.NaN
  if (sign !== '+' && sign !== '-') return Number.NaN
  const hours = twoDigitsAt(text, index + 1)
  const at = text[index + 3] === ':' ? index + 4 : index + 3
  const minutes = twoDigitsAt(text, at)
  if (text.length !== at + 2 || hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return Number.NaN
  return (hours * 60 + minutes) * (sign === '+' ? 1 : -1)
}

/**
 * Parses `YYYY-MM-DDTHH:MM:SS`, any decimals (cut to the millisecond) and a zone. By hand, because `Date.parse` accepts
 * texts that are not ISO 8601 (such as `2016-02-31`) and each of 100,000 readings a second has a time.
 */
function parseCalendar(text: string, isLoose: boolean): number {
  if (text.length < 19 || text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':') return Number.NaN
  if (text[10] !== 'T' && !(isLoose && text[10] === ' ')) return Number.NaN
  const year = twoDigitsAt(text, 0) * 100 + twoDigitsAt(text, 2)
  const month = twoDigitsAt(text, 5)
  const day = twoDigitsAt(text, 8)
  const hour = twoDigitsAt(text, 11)
  const minute = twoDigitsAt(text, 14)
  const second = twoDigitsAt(text, 17)
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > (monthDays[month - 1] ?? 0)) return Number.NaN
  if (month === 2 && day === 29 && !isLeap(year)) return Number.NaN
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN

  let index = 19
  let milliseconds = 0
  if (text[index] === '.') {
    let unit = 100
    let digit = digitAt(text, ++index)
    if (digit < 0) return Number.NaN
    for (; digit >= 0; digit = digitAt(text, ++index)) {
      milliseconds += digit * unit
      unit = unit > 1 ? unit / 10 : 0
    }
  }
  const east = isLoose && index === text.length ? 0 : zoneMinutes(text, index)
  const minutes = (daysSinceEpoch(year, month, day) * 24 + hour) * 60 + minute - east
  const at = minutes * 60_000 + second * 1000 + milliseconds
  return at >= 0 ? at : Number.NaN
}

/**
 * Parses an instant of our own formats: ISO 8601 with date, time and zone, or a number of epoch milliseconds
 * (fractions are cut off). Rejects instants before 1970.
 * @returns epoch ms, whole; NaN when invalid
 */
export function parseInstant(value: unknown): number {
  if (typeof value === 'string') return parseCalendar(value, false)
  // Adding 0 turns -0 into 0.
  if (typeof value === 'number' && value >= 0 && value <= lastInstant) return Math.floor(value) + 0
  return Number.NaN
}

/** Returns epoch ms of a number in any unit since 1970; NaN when it is out of the calendar. */
function fromAnyUnit(value: number): number {
  if (!(value >= 0 && value < lastNanosecond)) return Number.NaN
  if (value < firstMillisecond) return Math.floor(value * 1000)
  if (value < firstMicrosecond) return Math.floor(value)
  if (value < lastMicrosecond) return Math.floor(value / 1000)
  return value < firstNanosecond ? Number.NaN : Math.floor(value / 1_000_000)
}

/** Returns the unit in which `parseInstantOfAnyUnit` reads a number that is not milliseconds. */
export function unitOf(value: unknown): 'seconds' | 'microseconds' | 'nanoseconds' {
  const number = Number(value)
  if (number < firstMillisecond) return 'seconds'
  return number < lastMicrosecond ? 'microseconds' : 'nanoseconds'
}

/**
 * Parses an instant like `parseInstant`. A number that can only be meant as seconds, microseconds or nanoseconds is read as such.
 * @returns epoch ms, whole; NaN when invalid
 */
export function parseInstantOfAnyUnit(value: unknown): number {
  if (typeof value !== 'number') return parseInstant(value)
  return value < firstSecond ? parseInstant(value) : fromAnyUnit(value)
}

/** Returns whether a text is a date and time without a zone, which `parseLooseInstant` reads as UTC. */
export function hasNoZone(value: unknown): boolean {
  return typeof value === 'string' && /^\s*\d{4}[-/]\d\d[-/]\d\d[T ][\d:.]+\s*$/.test(value)
}

/**
 * Parses an instant in makers' formats. Accepts all that `parseInstant` does, and digits of seconds, milliseconds or smaller units, a space
 * instead of `T`, a missing zone (UTC), and a zone whose `+` became a space in a query.
 * @returns epoch ms, whole; NaN when invalid
 */
export function parseLooseInstant(value: unknown): number {
  if (typeof value === 'number') return fromAnyUnit(value) + 0
  if (typeof value !== 'string') return Number.NaN
  const text = value.trim().replaceAll('/', '-')
  if (/^\d{1,19}(?:\.\d{1,9})?$/.test(text)) return parseLooseInstant(Number(text))
  return parseCalendar(text.length > 19 ? text.replace(/ (?=\d\d:?\d\d$)/, '+') : text, true)
}
