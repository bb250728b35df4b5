import { z } from 'zod'
import { idSchema } from '#contract/calls/envelope.ts'

/** Payload of a request to release pledged animals. */
export const releaseSchema = z.object({
  animalIds: z.array(idSchema),
  tags: z.array(z.string()),
  /** Heads that leave each line, as negative numbers. */
  lines: z.array(z.object({ lineId: idSchema, heads: z.number().int() })),
  reason: z.string(),
  documentId: z.string().nullable(),
})
export type ReleaseRequest = z.infer<typeof releaseSchema>

/** Payload of a substitution: a release, with the ear tags of the substitutes in the same order. They stay claimed until the decision. */
export const substitutionSchema = releaseSchema.extend({ substitutes: z.array(z.string()) })
export type SubstitutionRequest = z.infer<typeof substitutionSchema>
