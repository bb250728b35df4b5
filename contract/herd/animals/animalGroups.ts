import { z } from 'zod'
import { nameSchema } from '../../values/names.ts'
import { idSchema } from '../../calls/envelope.ts'
import { recordEndpoints, recordFields, recordInput } from '../../calls/records.ts'
import { supervisorRoles } from '../../people/roles.ts'
import { ofNoun } from '../../calls/endpoint.ts'

/** Animals that a supervisor groups across farms. */
export const animalGroupSchema = z.object({
  ...recordFields,
  organisationId: idSchema,
  name: z.string(),
  remark: z.string().nullable(),
  /** Number of animals in the group now. */
  heads: z.number().int(),
})

export const animalGroupEndpoints = ofNoun(
  'animalGroups',
  recordEndpoints({
    path: '/collateral/web/animalGroup',
    access: supervisorRoles,
    item: animalGroupSchema,
    input: z.object({
      ...recordInput,
      name: nameSchema(60),
      remark: z.string().trim().max(500).nullable().optional(),
    }),
    sort: ['id', 'name', 'heads'],
    filters: { name: z.string().max(60).optional() },
    about: 'Groups of animals',
  }),
)
