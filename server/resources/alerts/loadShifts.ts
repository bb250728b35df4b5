import { dayShiftHours, type LoadShift } from '#contract/alerts/alertLoads.ts'
import type { FarmShift } from '../../alerts/schedules/farmShifts.ts'
import type { DutyRoster } from '../duty/duty.ts'

const everyDay = 0b111_1111
const minutesOfDay = 1440

/** Returns the shifts of some farms: the first layer of the rosters that watch a farm, or day and night shifts when none does. */
export function shiftsOfFarms(
  farms: readonly { id: number; timeZone: string }[],
  rosters: readonly Omit<DutyRoster, 'id'>[],
): { shifts: LoadShift[]; ofFarms: FarmShift[] } {
  const shifts: LoadShift[] = []
  const ofFarms: FarmShift[] = []
  const placeOf = (candidate: LoadShift) => {
    const found = shifts.findIndex(
      ({ roster, from, to }) => roster === candidate.roster && from === candidate.from && to === candidate.to,
    )
    return found >= 0 ? found : shifts.push(candidate) - 1
  }
  for (const farm of farms) {
    const watching = rosters.filter(
      ({ farmIds, shifts: { length } }) => length > 0 && (farmIds.length === 0 || farmIds.includes(farm.id)),
    )
    const own = watching.flatMap(({ name, timeZone, shifts: all }) => {
      const first = Math.min(...all.map(({ layer }) => layer))
      const spans = Map.groupBy(
        all.filter(({ layer }) => layer === first),
        ({ from, to }) => from * minutesOfDay + to,
      )
      return [...spans.values()].map((same) => {
        const { from = 0, to = 0 } = same[0] ?? {}
        return {
          roster: name,
          timeZone,
          from,
          to,
          days: same.flatMap(({ days }) => days).reduce((bits, day) => bits | (1 << (day - 1)), 0),
        }
      })
    })
    const [from, to] = [dayShiftHours.from * 60, dayShiftHours.to * 60]
    const dayAndNight = [
      { from, to },
      { from: to, to: from },
    ].map((span) => ({ ...span, roster: null, timeZone: farm.timeZone, days: everyDay }))
    for (const { roster, from: begins, to: ends, timeZone, days } of own.length > 0 ? own : dayAndNight) {
      ofFarms.push({
        farmId: farm.id,
        shift: placeOf({ roster, from: begins, to: ends }),
        timeZone,
        days,
        from: begins,
        to: ends,
      })
    }
  }
  return { shifts, ofFarms }
}

/**
 * Returns the hours of a shift between two instants (epoch ms), in its time zone; for a shift of several farms, the longest.
 * @param place the shift's place in the list
 */
export function hoursOfShift(ofFarms: readonly FarmShift[], place: number, from: number, to: number): number {
  const hoursOf = ({ timeZone, days, from: begins, to: ends }: FarmShift): number => {
    const local = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
    const instant = (day: Temporal.PlainDate, minute: number) =>
      day.toZonedDateTime({ timeZone, plainTime: { hour: Math.floor(minute / 60), minute: minute % 60 } })
        .epochMilliseconds
    const last = local(to).toPlainDate()
    let ms = 0
    for (
      let day = local(from).toPlainDate().subtract({ days: 1 });
      Temporal.PlainDate.compare(day, last) <= 0;
      day = day.add({ days: 1 })
    ) {
      if ((days & (1 << (day.dayOfWeek - 1))) === 0) continue
      const end = instant(ends > begins ? day : day.add({ days: 1 }), ends)
      ms += Math.max(0, Math.min(end, to) - Math.max(instant(day, begins), from))
    }
    return ms / 3_600_000
  }
  const zones = new Map(
    ofFarms.filter(({ shift }) => shift === place).map((one) => [`${one.timeZone} ${one.days}`, one]),
  )
  return Math.max(0, ...[...zones.values()].map(hoursOf))
}

/**
 * Width of the steps in which alerts are counted, seconds, so that all shifts start and end with a step. All time zones differ by whole quarters of
 * an hour.
 */
export const stepOf = (ofFarms: readonly FarmShift[]): number =>
  ofFarms.every(({ from, to }) => from % 15 === 0 && to % 15 === 0) ? 900 : 60
