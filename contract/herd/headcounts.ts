import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, maxPeriodDays } from '../calls/envelope.ts'
import { monitorRoles } from '../people/roles.ts'

/** Time after a pairing during which a neckband without a reading counts as not heard yet, ms. Later it is unaccounted without a reason. */
export const firstReadingMs = 86_400_000

/** Parts of the unaccounted heads that a farm's first days explain. Absent for past instants. */
export const firstDayCounts = {
  /** Heads that were never fitted with a neckband. */
  unfitted: z.number().int().optional(),
  /** Heads whose neckband was paired less than a day ago (`firstReadingMs`) and has not been heard since. */
  unheard: z.number().int().optional(),
}

/**
 * Headcount of a farm at an instant, split by certainty: `ledger` = heard + unverified + unaccounted.
 * `heard`: a reading within the window before `at`. `unverified`: silent, but an outage, a permit to be away, or a time in which the server did not
 * listen explains it. `unaccounted`: the rest.
 */
export const headcountSchema = z.object({
  ledger: z.number().int(),
  heard: z.number().int(),
  unverified: z.number().int(),
  unaccounted: z.number().int(),
  ...firstDayCounts,
  windowMinutes: z.number().int(),
  at: instantSchema,
})
export type Headcount = z.infer<typeof headcountSchema>

/** A week. */
export const maxWindowMinutes = 10_080
export const windowMinutesSchema = z.number().int().min(1).max(maxWindowMinutes)

/** Default window of a farm. */
export const defaultWindowMinutes = 60

export const headcountEndpoints = ofNoun('headcounts', {
  at: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/headcount',
    access: monitorRoles,
    input: z.object({
      farmId: idSchema,
      at: instantInputSchema.optional(),
      windowMinutes: windowMinutesSchema.optional(),
    }),
    reply: headcountSchema,
    isCostly: true,
    summary: 'The headcount of a farm, now or at a past instant, in a window.',
  }),
  history: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/web/headcount/history',
    access: monitorRoles,
    input: z.object({
      farmIds: z.array(idSchema).max(500).optional(),
      from: instantInputSchema.optional(),
      to: instantInputSchema.optional(),
    }),
    reply: z.object({
      windowMinutes: z.number().int(),
      stepMinutes: z.number().int(),
      farms: z.array(
        z.object({
          farmId: idSchema,
          /** Epoch ms of each sample; a missing step was not measured and is drawn as a gap. */
          at: z.array(z.number()),
          ledger: z.array(z.number().int()),
          heard: z.array(z.number().int()),
          unverified: z.array(z.number().int()),
        }),
      ),
      /** Site outages that overlap the period, epoch ms. */
      outages: z.array(z.object({ farmId: idSchema, from: z.number(), to: z.number().nullable() })),
    }),
    isCostly: true,
    summary: `Headcount samples of the farms a caller may see; the last 24 hours unless told, ${maxPeriodDays} days at the most.`,
  }),
})
