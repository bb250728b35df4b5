import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, maxPeriodDays } from '../calls/envelope.ts'
import { monitorRoles } from '../people/roles.ts'

/**
 * How many heads of a farm are there, at an instant, and how that is known.
 * `ledger` = heard + unverified + unaccounted. `heard`: a reading within the window before `at`. `unverified`: not
 * heard, and an outage explains the silence, or a permit to be away, or that the server itself was not listening for a part of the window.
 * `unaccounted`: the rest.
 */
export const headcountSchema = z.object({
  ledger: z.number().int(),
  heard: z.number().int(),
  unverified: z.number().int(),
  unaccounted: z.number().int(),
  windowMinutes: z.number().int(),
  at: instantSchema,
})
export type Headcount = z.infer<typeof headcountSchema>

/** A week. */
export const maxWindowMinutes = 10_080
export const windowMinutesSchema = z.number().int().min(1).max(maxWindowMinutes)

/** The window of a farm that states none. */
export const defaultWindowMinutes = 60

export const headcountEndpoints = ofNoun('headcounts', {
  at: endpoint({
    method: 'POST',
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
          /** Epoch ms of each sample; a step that is missing was not measured and is drawn as a gap. */
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
