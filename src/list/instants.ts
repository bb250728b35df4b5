import { offsetWords } from '../locale/formats.ts'

/** Cached, as formatters are expensive and a page has hundreds of cells. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(
  locale: string,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.values(options).join()}`
  let cached = formatters.get(key)
  if (!cached) {
    cached = new Intl.DateTimeFormat(locale, timeZone === undefined ? options : { ...options, timeZone })
    formatters.set(key, cached)
  }
  return cached
}

const minute: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}
const second: Intl.DateTimeFormatOptions = { ...minute, second: '2-digit', timeZoneName: 'short' }

/** Formats an instant (epoch ms) to the minute in a time zone, by default the viewer's. */
export function formatMinute(locale: string, at: number, timeZone?: string): string {
  return formatter(locale, timeZone, minute).format(at)
}

/** Formats an instant to the second, with the zone's name. */
export function formatWithZone(locale: string, at: number, timeZone?: string): string {
  return formatter(locale, timeZone, second).format(at)
}

/** Returns the name of a zone at an instant: `UTC+8`. */
export function zoneName(locale: string, timeZone?: string, at?: number): string {
  const parts = formatter(locale, timeZone, { timeZoneName: 'shortOffset' }).formatToParts(at)
  return offsetWords(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')
}

/** Returns the viewer's time zone. */
export function viewerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
