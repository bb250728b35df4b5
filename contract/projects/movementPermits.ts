import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, textFilter } from '../calls/envelope.ts'
import { recordList } from '../calls/records.ts'
import { visualTagSchema } from '../values/earTags.ts'

/** When and why an animal may be away from its place. */
export const movementPermitSchema = z.object({
  ticketId: idSchema,
  startsAt: instantSchema,
  endsAt: instantSchema,
  purpose: z.string(),
  certificateNo: z.string().nullable(),
})
export type MovementPermit = z.infer<typeof movementPermitSchema>

/** Maximum animals of one permit. */
export const maxPermitAnimals = 1000
/** Longest permit, days. */
export const maxPermitDays = 31

/** Roles that request permits. */
const requesterRoles = ['ADMIN_BORROWER', 'SUPERVISOR_PM'] as const
const path = '/collateral/web/movementPermit'

/** Farms with a supervisor; permits can be requested for their animals. */
export const permitFarmEndpoints = ofNoun('permitFarms', {
  list: recordList({
    path: `${path}/farm`,
    access: requesterRoles,
    item: z.object({ id: idSchema, name: z.string() }),
    sort: ['id', 'name'],
    filters: { name: textFilter },
    about: 'The farms whose animals the caller may ask a permit for',
  }),
})

export const movementPermitEndpoints = ofNoun('movementPermits', {
  request: endpoint({
    method: 'POST',
    path: `${path}/request`,
    access: requesterRoles,
    input: z
      .object({
        farmId: idSchema,
        /** Selects animals by id, or by visual or electronic ear tag. */
        ids: z.array(idSchema).max(maxPermitAnimals).optional(),
        tags: z.array(visualTagSchema).max(maxPermitAnimals).optional(),
        startsAt: instantInputSchema,
        endsAt: instantInputSchema,
        purpose: z.string().trim().min(1).max(500),
        certificateNo: z.string().trim().max(60).nullish(),
      })
      .refine(({ startsAt, endsAt }) => startsAt < endsAt, { path: ['endsAt'], message: 'before_start' }),
    reply: z.object({ ticketId: idSchema }),
    summary:
      'Asks ADMIN_SUPERVISOR that animals of a farm may leave it for a time: a MOVEMENT_PERMIT ticket. Once approved, exactly these animals raise no alert for leaving in exactly that time.',
  }),
})
