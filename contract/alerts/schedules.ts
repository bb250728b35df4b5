import { z } from 'zod'

const minuteOfDay = z.number().int().min(0).max(1439)
/** Monday is 1, as in ISO 8601. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
/** Days of the months in a year that has most. */
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const monthDay = z
  .string()
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
  .refine((text) => Number(text.slice(3)) <= (daysOfMonths[Number(text.slice(0, 2)) - 1] ?? 0), 'invalid')

/**
 * When a rule is in force, in the time zone of each farm: where all that is stated here agrees. What is left out does not matter.
 * Times are those that clocks there show: hours that they jump over do not come, and a window whose hour comes twice begins with the
 * first and ends with the second.
 */
export const scheduleSchema = z
  .object({
    /** Hours of the week; one that does not end after it begins goes on past midnight, and one that ends when it begins lasts a whole day. None: at all hours. */
    weekly: z
      .array(z.object({ days: z.array(z.literal(weekdays)).min(1).max(7), fromMinuteOfDay: minuteOfDay, toMinuteOfDay: minuteOfDay }))
      .max(14)
      .default([]),
    /** The first and the last day, `2026-05-01`. */
    fromDay: z.iso.date().nullable().default(null),
    toDay: z.iso.date().nullable().default(null),
    /** A season of each year, both days included, `05-15`; it may go past the new year. */
    seasonFrom: monthDay.nullable().default(null),
    seasonTo: monthDay.nullable().default(null),
    /** Days on which it rests, such as market days. */
    restDays: z.array(z.iso.date()).max(100).default([]),
  })
  .superRefine((schedule, context) => {
    const { fromDay, toDay, seasonFrom, seasonTo } = schedule
    if (fromDay !== null && toDay !== null && toDay < fromDay) context.addIssue({ code: 'custom', path: ['toDay'], message: 'before_start' })
    if ((seasonFrom === null) !== (seasonTo === null)) context.addIssue({ code: 'custom', path: [seasonFrom === null ? 'seasonFrom' : 'seasonTo'], message: 'required' })
  })
export type Schedule = z.output<typeof scheduleSchema>
/** A schedule as it is filled in: what is left out does not matter. */
export type ScheduleInput = z.input<typeof scheduleSchema>

/** Whether a schedule limits nothing. */
export function isAlways({ weekly, fromDay, toDay, seasonFrom, restDays }: Schedule): boolean {
  return weekly.length === 0 && fromDay === null && toDay === null && seasonFrom === null && restDays.length === 0
}
