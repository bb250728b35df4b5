import { z } from 'zod'
import { idSchema } from '../../calls/envelope.ts'
import { recordEndpoints, recordFields, recordInput } from '../../calls/records.ts'
import { supervisorRoles } from '../../people/roles.ts'
import { ofNoun } from '../../calls/endpoint.ts'

/** How a weight was determined. */
export const weighingMethods = ['SCALE', 'TAPE', 'ESTIMATE'] as const

/** One weighing of an animal. */
export const animalWeightSchema = z.object({
  ...recordFields,
  animalId: idSchema,
  farmId: idSchema,
  weighedOn: z.iso.date(),
  kg: z.number(),
  method: z.enum(weighingMethods),
  /** Which scale, or which person. */
  source: z.string().nullable(),
})
export type AnimalWeight = z.infer<typeof animalWeightSchema>

export const animalWeightEndpoints = ofNoun(
  'animalWeights',
  recordEndpoints({
    path: '/collateral/web/animalWeight',
    access: supervisorRoles,
    item: animalWeightSchema,
    input: z.object({
      ...recordInput,
      animalId: idSchema,
      weighedOn: z.iso.date(),
      kg: z.number().min(0.1).max(3000),
      method: z.enum(weighingMethods).default('SCALE'),
      source: z.string().trim().max(100).nullable().optional(),
    }),
    sort: ['id', 'weighedOn', 'kg'],
    filters: { animalId: idSchema.optional() },
    about: 'Weighings of animals',
  }),
)
