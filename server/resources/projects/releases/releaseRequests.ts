import { z } from 'zod'
import { idSchema } from '#contract/calls/envelope.ts'

/** Pledged animals that leave a project once that is approved. */
export const releaseSchema = z.object({
  animalIds: z.array(idSchema),
  tags: z.array(z.string()),
  /** How many of which line, as less than zero. */
  lines: z.array(z.object({ lineId: idSchema, heads: z.number().int() })),
  reason: z.string(),
  documentId: z.string().nullable(),
})
export type ReleaseRequest = z.infer<typeof releaseSchema>

/** The same, with the ear tags of those that come in their places, in the same order; they are claimed meanwhile. */
export const substitutionSchema = releaseSchema.extend({ substitutes: z.array(z.string()) })
export type SubstitutionRequest = z.infer<typeof substitutionSchema>
