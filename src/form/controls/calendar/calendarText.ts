/** Kind of a calendar value in the browser's format: `2026-05-01`, or with a minute `2026-05-01T11:12`. */
export type CalendarKind = 'day' | 'minute'

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const isoShape = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/

/** Returns the formatter of a language with typeable digits, always in the Gregorian calendar. */
const writerOf = (locale: string, kind: CalendarKind) =>
  new Intl.DateTimeFormat(locale, {
    ...day,
    ...(kind === 'minute' && minute),
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  })

/** Removes what nobody types: direction marks and unusual spaces. */
const plain = (text: string) => text.replaceAll(/[\u200e\u200f]/g, '').replaceAll(/\p{Zs}/gu, ' ')

/** Formats a value in the user's language: `01/05/2026`, `2026/05/01 11:12`. */
export function writeCalendar(locale: string, kind: CalendarKind, value: string): string {
  return plain(writerOf(locale, kind).format(new Date(`${value}${kind === 'day' ? 'T00:00' : ''}:00Z`)))
}

/** Returns the expected format with the language's letters for year, month and day: `DD/MM/AAAA`. */
export function calendarShape(
  locale: string,
  kind: CalendarKind,
  [year = '', month = '', monthDay = '']: readonly string[],
): string {
  const letters: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
    year: year.repeat(4),
    month: month.repeat(2),
    day: monthDay.repeat(2),
    hour: '--',
    minute: '--',
  }
  return plain(
    writerOf(locale, kind)
      .formatToParts(0)
      .map(({ type, value }) => letters[type] ?? value)
      .join(''),
  )
}

/** Reads typed text in the order of the user's language or in the browser's format; null when it is invalid or incomplete. */
export function readCalendar(locale: string, kind: CalendarKind, typed: string): string | null {
  const text = typed.trim()
  if (isoShape.test(text)) return existingOrNull(kind, text)
  const order = writerOf(locale, kind)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'literal' ? [] : [type]))
  const figures = text.match(/\d+/g) ?? []
  if (figures.length !== order.length) return null
  const of = (type: 'month' | 'day' | 'hour' | 'minute', digits: number) =>
    (figures[order.indexOf(type)] ?? '').padStart(digits, '0')
  const [year] = order.includes('year') ? [figures[order.indexOf('year')] ?? ''] : ['']
  if (year.length !== 4) return null
  const date = `${year}-${of('month', 2)}-${of('day', 2)}`
  return existingOrNull(kind, kind === 'day' ? date : `${date}T${of('hour', 2)}:${of('minute', 2)}`)
}

/** Returns the value if the date exists (the 31st of June does not), otherwise null. */
function existingOrNull(kind: CalendarKind, value: string): string | null {
  if (isoShape.exec(value) === null || value.includes('T') !== (kind === 'minute')) return null
  const whole = kind === 'day' ? `${value}T00:00` : value
  const at = new Date(`${whole}:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(whole) ? value : null
}
