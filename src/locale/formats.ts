import { createContext, use } from 'react'
import type { IntlShape } from 'react-intl'
import { useIntl } from 'react-intl'

/** An instant as calls answer it (ISO 8601) or as the store keeps it (epoch ms). */
export type Instant = string | number

/** The zone of whoever is looking. */
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone that times are told in on a page, or a part of it, about one farm; elsewhere the viewer's. */
export const ZoneContext = createContext(viewerZone)

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** A zone as people write it, `UTC+8`, at that instant: daylight saving time changes it. */
function zoneWords(at: Instant, timeZone: string): string {
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value
  return offset === undefined ? timeZone : offsetWords(offset)
}

/** Writes the offset that `Intl` calls `GMT+8` as people do: `UTC+8`. */
export function offsetWords(offset: string): string {
  return offset.replace('GMT', 'UTC').replace(/[+-]0$/, '')
}

/**
 * Everything that a language writes in its own way, in one place. Times are written in the zone they are given (a
 * farm's, or the viewer's) and say which one that is.
 * @param here the zone of times that are given none
 */
export function formatsOf(intl: IntlShape, here = viewerZone) {
  return {
    /** `2026/05/01 11:12 UTC+8` */
    instant: (at: Instant, timeZone = here) => `${intl.formatDate(at, { ...day, ...clock, timeZone })} ${zoneWords(at, timeZone)}`,
    /** To the second, for what happens often. */
    second: (at: Instant, timeZone = here) =>
      `${intl.formatDate(at, { ...day, ...clock, second: '2-digit', timeZone })} ${zoneWords(at, timeZone)}`,
    /** The hour alone, where the day and the zone are said beside it. */
    time: (at: Instant, timeZone = here) => intl.formatTime(at, { ...clock, timeZone }),
    /** The day that an instant falls on. */
    day: (at: Instant, timeZone = here) => intl.formatDate(at, { ...day, timeZone }),
    /** The same as it is kept: `2026-05-01`. */
    isoDay: (at: Instant, timeZone = here) => new Intl.DateTimeFormat('en-CA', { ...day, timeZone }).format(new Date(at)),
    /** A day without an hour (`2026-05-01`): no zone can move it. */
    date: (date: string) => intl.formatDate(`${date}T00:00:00Z`, { ...day, timeZone: 'UTC' }),
    zone: zoneWords,
    count: (value: number) => intl.formatNumber(value),
    /** `digits`: places after the point. */
    number: (value: number, digits = 2) => intl.formatNumber(value, { maximumFractionDigits: digits }),
    /** Of 1. */
    percent: (share: number, digits = 0) =>
      intl.formatNumber(share, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits }),
    /** A coverage as many times the debt: cut, never rounded up. `digits`: places after the point at most, two at least. */
    coverage: (ratio: string | number, digits = 2) =>
      intl.formatMessage({ id: 'coverage.times' }, { ratio: intl.formatNumber(Number(ratio), { minimumFractionDigits: 2, maximumFractionDigits: digits, roundingMode: 'trunc' }) }),
    /** A line that a coverage is held to, with all the places that it is kept with. */
    coverageLine: (line: string | number) =>
      intl.formatMessage({ id: 'unit.timesOf' }, { ratio: intl.formatNumber(Number(line), { minimumFractionDigits: 2, maximumFractionDigits: 4 }) }),
    /** An amount as the server keeps it (`12000.50`): a decimal text, and never a number on the way. */
    amount: (amount: string, currency = 'CNY') =>
      new Intl.NumberFormat(intl.locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount as `${number}`),
  }
}
export type Formats = ReturnType<typeof formatsOf>

export function useFormats(): Formats {
  return formatsOf(useIntl(), use(ZoneContext))
}
