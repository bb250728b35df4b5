import { z } from 'zod'
import { endpoint } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'

/** Something that a text was found in. */
export const findingSchema = z.object({
  kind: z.enum(['farm', 'animal', 'project']),
  id: idSchema,
  name: z.string(),
  /** What tells it from others of the name: an animal's farm, a project's code. */
  hint: z.string(),
  /** The farm to show for it; null where there is none. */
  farmId: idSchema.nullable(),
})
export type Finding = z.infer<typeof findingSchema>

export const finderEndpoints = {
  find: endpoint({
    method: 'POST',
    path: '/collateral/common/find',
    access: 'signedIn',
    input: z.object({ text: z.string().trim().min(1).max(100) }),
    reply: z.object({ list: z.array(findingSchema) }),
    summary: 'Farms, animals and projects that the caller may see and whose names, tags or codes contain a text; up to 8 of each.',
  }),
}
