import { useIntl } from 'react-intl'
import { isAlways, type ScheduleInput, scheduleSchema } from '#contract/alerts/schedules.ts'
import { timeText } from '../../form/controls/TimeInput.tsx'
import { joinParts, listWords } from '../../locale/joins.ts'

/** Returns the short name of a weekday (Monday is 1), as 1 January 2024 was a Monday. */
export function useWeekdayName(): (day: number) => string {
  const intl = useIntl()
  return (day) => intl.formatDate(Date.UTC(2024, 0, day), { timeZone: 'UTC', weekday: 'short' })
}

/** Returns a text of when a schedule's rule is in force; empty while the schedule is invalid. */
export function useScheduleWords(given: ScheduleInput | null): string {
  const intl = useIntl()
  const nameOf = useWeekdayName()
  const { success, data: schedule } = scheduleSchema.nullable().safeParse(given)
  if (!success) return ''
  if (schedule === null || isAlways(schedule)) return intl.formatMessage({ id: 'rule.schedule.always' })
  const { weekly, fromDay, toDay, seasonFrom, seasonTo, restDays } = schedule
  const day = (text: string) => intl.formatDate(`${text}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' })
  const monthDay = (text: string) =>
    intl.formatDate(`2024-${text}T00:00:00Z`, { timeZone: 'UTC', month: 'long', day: 'numeric' })
  const windows = weekly.map(({ days, fromMinuteOfDay, toMinuteOfDay }) =>
    intl.formatMessage(
      { id: 'rule.schedule.window' },
      {
        days:
          days.length === 7 ? intl.formatMessage({ id: 'rule.schedule.everyDay' }) : listWords(intl, days.map(nameOf)),
        from: timeText(fromMinuteOfDay),
        to: timeText(toMinuteOfDay),
      },
    ),
  )
  return joinParts(
    intl,
    ...windows,
    fromDay !== null && intl.formatMessage({ id: 'rule.schedule.since' }, { day: day(fromDay) }),
    toDay !== null && intl.formatMessage({ id: 'rule.schedule.until' }, { day: day(toDay) }),
    seasonFrom !== null &&
      seasonTo !== null &&
      intl.formatMessage({ id: 'rule.schedule.season' }, { from: monthDay(seasonFrom), to: monthDay(seasonTo) }),
    restDays.length > 0 &&
      intl.formatMessage({ id: 'rule.schedule.restOn' }, { days: listWords(intl, restDays.map(day)) }),
  )
}
