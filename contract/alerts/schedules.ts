import { z } from 'zod'

const minuteOfDay = z.number().int().min(0).max(1439)
/** Days of the week as in ISO 8601: Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
/** Days of each month in a leap year. */
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const monthDay = z
  .string()
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
  .max(5)
  .refine((text) => Number(text.slice(3)) <= (daysOfMonths[Number(text.slice(0, 2)) - 1] ?? 0), 'invalid')

/**
 * When a rule is in force, in each farm's time zone. All stated conditions must match; omitted ones are ignored.
 * Times are local clock times. Hours skipped by a clock change do not occur. A window whose hours occur twice starts at the first and ends at the
 * second occurrence.
 */
export const scheduleSchema = z
  .object({
    /**
     * Hours of the week. A window that ends before it starts runs past midnight; equal start and end means the whole day. An empty list means all
     * hours.
     */
    weekly: z
      .array(
        z.object({
          days: z.array(z.literal(weekdays)).min(1).max(7),
          fromMinuteOfDay: minuteOfDay,
          toMinuteOfDay: minuteOfDay,
        }),
      )
      .max(14)
      .default([]),
    /** First and last day, `2026-05-01`. */
    fromDay: z.iso.date().nullable().default(null),
    toDay: z.iso.date().nullable().default(null),
    /** A yearly season, both days included, `05-15`; it may span the new year. */
    seasonFrom: monthDay.nullable().default(null),
    seasonTo: monthDay.nullable().default(null),
    /** Days on which the rule does not apply, such as market days. */
    restDays: z.array(z.iso.date()).max(100).default([]),
  })
  .superRefine((schedule, context) => {
    const { fromDay, toDay, seasonFrom, seasonTo } = schedule
    if (fromDay !== null && toDay !== null && toDay < fromDay)
      context.addIssue({ code: 'custom', path: ['toDay'], message: 'before_start' })
    if ((seasonFrom === null) !== (seasonTo === null))
      context.addIssue({ code: 'custom', path: [seasonFrom === null ? 'seasonFrom' : 'seasonTo'], message: 'required' })
  })
export type Schedule = z.output<typeof scheduleSchema>
/** Input form of a schedule; omitted fields do not limit it. */
export type ScheduleInput = z.input<typeof scheduleSchema>

/** Whether a schedule limits nothing. */
export function isAlways({ weekly, fromDay, toDay, seasonFrom, restDays }: Schedule): boolean {
  return weekly.length === 0 && fromDay === null && toDay === null && seasonFrom === null && restDays.length === 0
}
