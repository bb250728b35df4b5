import { createContext, use } from 'react'
import type { IntlShape } from 'react-intl'
import { useIntl } from 'react-intl'

/** An instant as calls return it (ISO 8601) or as stores hold it (epoch ms). */
export type Instant = string | number

/** The viewer's time zone. */
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Time zone for the times of a page or a part of it, set to the farm's where it concerns one farm; otherwise the viewer's. */
export const ZoneContext = createContext(viewerZone)

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** Returns a time zone's offset at an instant, `UTC+8`, as daylight saving time changes it. */
function zoneWords(at: Instant, timeZone: string): string {
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value
  return offset === undefined ? timeZone : offsetWords(offset)
}

/** Converts an offset from `Intl`'s `GMT+8` to the common `UTC+8`. */
export function offsetWords(offset: string): string {
  return offset.replace('GMT', 'UTC').replace(/[+-]0$/, '')
}

/**
 * Formatters for everything that languages write differently. Instants use the given time zone (a farm's or the viewer's) and name it.
 * @param defaultZone default time zone
 */
export function formatsOf(intl: IntlShape, defaultZone = viewerZone) {
  return {
    /** `2026/05/01 11:12 UTC+8` */
    instant: (at: Instant, timeZone = defaultZone) =>
      `${intl.formatDate(at, { ...day, ...clock, timeZone })} ${zoneWords(at, timeZone)}`,
    /** With seconds, for frequent events. */
    second: (at: Instant, timeZone = defaultZone) =>
      `${intl.formatDate(at, { ...day, ...clock, second: '2-digit', timeZone })} ${zoneWords(at, timeZone)}`,
    /** Only hour and minute, where day and zone are shown nearby. */
    time: (at: Instant, timeZone = defaultZone) => intl.formatTime(at, { ...clock, timeZone }),
    /** The day of an instant. */
    day: (at: Instant, timeZone = defaultZone) => intl.formatDate(at, { ...day, timeZone }),
    /** The day of an instant in ISO format: `2026-05-01`. */
    isoDay: (at: Instant, timeZone = defaultZone) =>
      new Intl.DateTimeFormat('en-CA', { ...day, timeZone }).format(new Date(at)),
    /** A calendar day (`2026-05-01`), independent of time zones. */
    date: (date: string) => intl.formatDate(`${date}T00:00:00Z`, { ...day, timeZone: 'UTC' }),
    zone: zoneWords,
    count: (value: number) => intl.formatNumber(value),
    /** `digits`: maximum decimal places. */
    number: (value: number, digits = 2) => intl.formatNumber(value, { maximumFractionDigits: digits }),
    /** Share of 1. */
    percent: (share: number, digits = 0) =>
      intl.formatNumber(share, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }),
    /** Coverage as a multiple of the debt, truncated, never rounded up. `digits`: maximum decimal places, at least two. */
    coverage: (ratio: string | number, digits = 2) =>
      intl.formatMessage(
        { id: 'coverage.times' },
        {
          ratio: intl.formatNumber(Number(ratio), {
            minimumFractionDigits: 2,
            maximumFractionDigits: digits,
            roundingMode: 'trunc',
          }),
        },
      ),
    /** Limit for a coverage, with all its decimal places. */
    coverageLine: (line: string | number) =>
      intl.formatMessage(
        { id: 'unit.timesOf' },
        { ratio: intl.formatNumber(Number(line), { minimumFractionDigits: 2, maximumFractionDigits: 4 }) },
      ),
    /** Amount as the server stores it (`12000.50`): decimal text, never converted to a number. */
    amount: (amount: string, currency = 'CNY') =>
      new Intl.NumberFormat(intl.locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
        amount as `${number}`,
      ),
  }
}
export type Formats = ReturnType<typeof formatsOf>

export function useFormats(): Formats {
  return formatsOf(useIntl(), use(ZoneContext))
}
