import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { herdPlacesSchema, replayFarmSchema } from '../herd/replay.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

/** Maximum heads drawn on one map; the counts by pen include all heads. */
export const maxMapHeads = 20_000

const heads = z.number().int()
const epochMs = z.number().int()

/** Where the heads of a project were at an instant. */
export const projectMapSchema = z.object({
  at: epochMs,
  timeZone: z.string(),
  /** An animal silent for longer than this does not count as present. */
  windowMinutes: z.number().int(),
  /** Whether positions come from readings rather than from five-minute steps. */
  isExact: z.boolean(),
  /** Farms of the project, with their pens as drawn at that time. */
  farms: z.array(
    replayFarmSchema.omit({ windowMinutes: true }).extend({
      pens: z.array(
        replayFarmSchema.shape.pens.element.extend({
          /** Heads of the ledger kept in this pen. */
          heads,
        }),
      ),
      /** Heads of the ledger kept on this farm; `inNoPen` are those outside any pen. */
      heads,
      inNoPen: heads,
    }),
  ),
  /** Heads of the ledger kept on none of these farms. */
  elsewhere: heads,
  /** Last known position of each head on these farms, at most `maxMapHeads`. */
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
    summary:
      'Where the heads on the ledger of a project are, or were at a moment of the past: pen by pen, and by their last position.',
  }),
})
