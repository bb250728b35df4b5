import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { animalStatusSchema } from '../herd/animals/animalStatuses.ts'
import { asOfInput } from './asOf.ts'
import { pledgeCheckRoles, projectRoles } from './projectRoles.ts'

/** CLAIMED: awaiting approval. PLEDGED: approved. ENDED: over. */
export const pledgeStates = ['CLAIMED', 'PLEDGED', 'ENDED'] as const
export const pledgeStateSchema = z.enum(pledgeStates)

export const pledgeEnds = ['REFUSED', 'WITHDRAWN', 'REMOVED', 'RELEASED', 'SUBSTITUTED', 'CLOSED'] as const
export const pledgeEndSchema = z.enum(pledgeEnds)
export type PledgeEnd = z.infer<typeof pledgeEndSchema>

/** One animal in a line of a project, as the project's parties see it. */
export const pledgeSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  collateralId: idSchema,
  animalId: idSchema,
  visualTag: z.string(),
  electronicTag: z.string().nullable(),
  farmName: z.string(),
  categoryId: idSchema,
  status: animalStatusSchema,
  state: pledgeStateSchema,
  /** Whether the ledger counts it. */
  isCounted: z.boolean(),
  claimedAt: instantSchema,
  pledgedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  endReason: pledgeEndSchema.nullable(),
})
export type Pledge = z.infer<typeof pledgeSchema>

/** Maximum ear tags of one check. */
export const maxCheckedTags = 500

export const pledgeEndpoints = ofNoun('pledges', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/common/project/{id}/pledge/list',
    access: projectRoles,
    input: listInput(['id', 'visualTag', 'status', 'claimedAt', 'pledgedAt'], {
      ...idInput.shape,
      ids: z.array(idSchema).max(1000).optional(),
      collateralId: idSchema.optional(),
      /** Part of the visual or electronic tag. */
      tag: z.string().max(60).optional(),
      state: codeFilter(pledgeStateSchema),
      isCounted: z.boolean().optional(),
      ...asOfInput,
    }),
    reply: listReply(pledgeSchema),
    summary:
      'The animals that a project has pledged, has asked for, or once had: those as they were when their pledge ended.',
  }),
  check: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/collateral/common/pledge/check',
    access: pledgeCheckRoles,
    input: z.object({
      tags: z
        .array(
          z
            .string()
            .regex(/^\d{15}$/, 'tag_digits')
            .max(40),
        )
        .min(1)
        .max(maxCheckedTags),
    }),
    reply: z.object({
      tags: z.array(
        z.object({
          tag: z.string(),
          isPledged: z.boolean(),
          /** Whether an animal has or had the tag. Of an unknown tag nothing is said: it may be mistyped, or of an animal elsewhere. */
          isKnown: z.boolean(),
        }),
      ),
    }),
    isCostly: true,
    summary:
      'Before lending: which of some electronic ear tags are pledged or asked for, and nothing of by whom. A tag that nobody knows is reported as unknown. 429 TOO_MANY_TRIES; every check is noted.',
  }),
})
