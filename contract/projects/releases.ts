import { z } from 'zod'
import { endpoint, maxLongBodyBytes, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { ticketFigureSchema } from '../office/ticketFigures.ts'
import { visualTagSchema } from '../values/earTags.ts'
import { chosenAnimals } from './collateral.ts'

const requesterRoles = ['SUPERVISOR_PM', 'ADMIN_BORROWER'] as const
const reason = z.string().trim().min(1).max(500)
const documentId = z.uuid().nullable().default(null)
const ticketSchema = z.object({ ticketId: idSchema })

/** Maximum animals substituted at once. */
export const maxSubstitutedAnimals = 500

/** An animal's data for comparing substitutes. */
const comparedSchema = z.object({
  id: idSchema,
  visualTag: z.string(),
  farmName: z.string(),
  categoryId: idSchema,
  sex: z.enum(['MALE', 'FEMALE']).nullable(),
  birthDate: z.iso.date().nullable(),
  /** Newest weight, kg. */
  kg: z.number().nullable(),
})
export type ComparedAnimal = z.infer<typeof comparedSchema>

/** Removes pledged animals from a project, whose id is `id`. Release and substitution are tickets approved by its supervisor and its bank. */
export const releaseEndpoints = ofNoun('releases', {
  check: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/common/project/{id}/release/check',
    access: requesterRoles,
    input: z.object({ ...idInput.shape, ...chosenAnimals }),
    reply: z.object({
      heads: z.number().int(),
      /** Tags of no pledged head of the project, or of more than one. */
      unknown: z.array(z.string()),
      /** Headcount and coverage before and after. */
      figures: z.array(ticketFigureSchema),
    }),
    isCostly: true,
    maxBytes: maxLongBodyBytes,
    summary: 'What releasing some pledged animals would come to.',
  }),
  request: endpoint({
    method: 'POST',
    path: '/collateral/common/project/{id}/release/new',
    access: requesterRoles,
    input: z.object({ ...idInput.shape, ...chosenAnimals, reason, documentId }),
    reply: ticketSchema,
    isCostly: true,
    maxBytes: maxLongBodyBytes,
    summary: 'Asks for the release of pledged animals: they leave the herd and the ledger once it is approved.',
  }),
  propose: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/common/project/{id}/substitution/propose',
    access: requesterRoles,
    input: z.object({
      ...idInput.shape,
      animalIds: z.array(idSchema).max(maxSubstitutedAnimals).default([]),
      tags: z.array(visualTagSchema).max(maxSubstitutedAnimals).default([]),
    }),
    reply: z.object({
      pairs: z.array(z.object({ animal: comparedSchema, substitute: comparedSchema.nullable() })),
      unknown: z.array(z.string()),
      /** Headcount and coverage before and after all pairs with a substitute. */
      figures: z.array(ticketFigureSchema),
    }),
    isCostly: true,
    summary:
      'For each of some pledged animals a free one of the project’s farms: of its category and, as far as there is one, of its sex, age and weight.',
  }),
  substitute: endpoint({
    method: 'POST',
    path: '/collateral/common/project/{id}/substitution/new',
    access: requesterRoles,
    input: z.object({
      ...idInput.shape,
      pairs: z
        .array(z.object({ animalId: idSchema, substituteId: idSchema }))
        .min(1)
        .max(maxSubstitutedAnimals),
      reason,
      documentId,
    }),
    reply: ticketSchema,
    isCostly: true,
    summary:
      'Asks for the substitution of pledged animals by others, head by head. 409 PLEDGED where another pledge of a substitute exists.',
  }),
})
