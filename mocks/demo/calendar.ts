const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
/** Offset of the farms' time zone (Asia/Shanghai has no summer time). */
const zoneMs = 8 * hourMs

/** The days of the demo on its farms, counted back from its last instant. */
export interface Calendar {
  /** First and last instant of the history, epoch ms. */
  from: number
  to: number
  /** Returns an instant by the farms' clocks: `at(1, '18:30')` is yesterday evening. */
  at(daysAgo: number, time: string): number
  /** Returns a farm day, `2026-05-01`; a negative number of days lies in the future. */
  day(daysAgo: number): string
  /** Returns the farm day of an instant. */
  dayOf(at: number): string
}

export function createCalendar(from: number, to: number): Calendar {
  const dayOf = (at: number) => new Date(at + zoneMs).toISOString().slice(0, 10)
  const midnight = Math.floor((to + zoneMs) / dayMs) * dayMs - zoneMs
  return {
    from,
    to,
    dayOf,
    day: (daysAgo) => dayOf(midnight + hourMs - daysAgo * dayMs),
    at(daysAgo, time) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      return midnight - daysAgo * dayMs + hours * hourMs + minutes * minuteMs
    },
  }
}

/** Something that people do at an instant. */
export interface Appointment {
  /** Herd time, epoch ms. */
  at: number
  keep(): Promise<void>
}

/** Appointments in the order of their instants; each is kept once, at the first step of the herd's clock that is not before it. */
export function createTimetable(appointments: readonly Appointment[]) {
  const waiting = appointments.toSorted((one, other) => one.at - other.at)
  return {
    /** Keeps all appointments up to an instant, one after the other. */
    async keepUntil(at: number): Promise<void> {
      for (let next = waiting[0]; next !== undefined && next.at <= at; next = waiting[0]) {
        waiting.shift()
        await next.keep()
      }
    },
  }
}
