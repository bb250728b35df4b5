import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { herdPlacesSchema, replayFarmSchema } from '../herd/replay.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

/** Heads that one map has at the most; all of them are counted by pen. */
export const mostMapHeads = 20_000

const heads = z.number().int()
const epochMs = z.number().int()

/** Where the heads of a project were at an instant. */
export const projectMapSchema = z.object({
  at: epochMs,
  timeZone: z.string(),
  /** An animal that was not heard for longer does not count as there. */
  windowMinutes: z.number().int(),
  /** Whether positions are told from the readings themselves; else from steps of five minutes. */
  isExact: z.boolean(),
  /** The farms of the project with their pens as they were drawn then. */
  farms: z.array(
    replayFarmSchema.omit({ windowMinutes: true }).extend({
      pens: z.array(
        replayFarmSchema.shape.pens.element.extend({
          /** Heads of the ledger that were kept in it. */
          heads,
        }),
      ),
      /** Heads of the ledger that were kept on it, and in no pen of it. */
      heads,
      inNoPen: heads,
    }),
  ),
  /** Heads of the ledger that were kept on none of these farms. */
  elsewhere: heads,
  /** Where each head on these farms was heard last, `mostMapHeads` at the most. */
  animals: herdPlacesSchema.extend({ ids: z.array(idSchema) }),
})
export type ProjectMap = z.infer<typeof projectMapSchema>

export const projectMapEndpoints = ofNoun('projectMaps', {
  shown: endpoint({
    method: 'GET',
    path: '/collateral/common/project/{id}/map',
    access: projectRoles,
    input: idInput.extend(asOfInput),
    reply: projectMapSchema,
    isCostly: true,
    summary: 'Where the heads on the ledger of a project are, or were at a moment of the past: pen by pen, and by their last position.',
  }),
})
