import { z } from 'zod'
import { idSchema } from '../../calls/envelope.ts'
import { recordEndpoints, recordFields, recordInput } from '../../calls/records.ts'
import { supervisorRoles } from '../../people/roles.ts'
import { ofNoun } from '../../calls/endpoint.ts'

export const treatmentKinds = [
  'EXAMINATION',
  'VACCINATION',
  'DEWORMING',
  'MEDICATION',
  'SURGERY',
  'INSEMINATION',
  'ILLNESS',
  'OTHER',
] as const

const text = (maxLength: number) => z.string().trim().max(maxLength).nullable().optional()

/** A health finding or treatment of an animal on one day. */
export const treatmentSchema = z.object({
  ...recordFields,
  animalId: idSchema,
  farmId: idSchema,
  kind: z.enum(treatmentKinds),
  treatedOn: z.iso.date(),
  product: z.string().nullable(),
  dose: z.string().nullable(),
  /** The person who examined or treated it. */
  givenBy: z.string().nullable(),
  /** Last day on which the animal must not be slaughtered or milked. */
  withdrawalEndsOn: z.iso.date().nullable(),
  remark: z.string().nullable(),
})
export type Treatment = z.infer<typeof treatmentSchema>

export const treatmentInputSchema = z
  .object({
    ...recordInput,
    animalId: idSchema,
    kind: z.enum(treatmentKinds),
    treatedOn: z.iso.date(),
    product: text(100),
    dose: text(100),
    givenBy: text(100),
    withdrawalEndsOn: z.iso.date().nullable().optional(),
    remark: text(1000),
  })
  .refine(({ treatedOn, withdrawalEndsOn }) => withdrawalEndsOn == null || treatedOn <= withdrawalEndsOn, {
    path: ['withdrawalEndsOn'],
    message: 'before_start',
  })

export const treatmentEndpoints = ofNoun(
  'treatments',
  recordEndpoints({
    path: '/collateral/web/treatment',
    access: supervisorRoles,
    item: treatmentSchema,
    input: treatmentInputSchema,
    sort: ['id', 'treatedOn', 'withdrawalEndsOn'],
    filters: { animalId: idSchema.optional(), kind: z.enum(treatmentKinds).optional() },
    about: 'Health and treatment entries of animals',
  }),
)
