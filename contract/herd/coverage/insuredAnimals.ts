import { z } from 'zod'
import { endpoint, maxLongBodyBytes, ofNoun } from '../../calls/endpoint.ts'
import { idSchema } from '../../calls/envelope.ts'
import { supervisorRoles } from '../../people/roles.ts'
import { visualTagSchema } from '../../values/earTags.ts'

/** Selects animals by id, or by visual or electronic ear tag as listed on paper. */
const chosen = {
  policyId: idSchema,
  ids: z.array(idSchema).max(1000).optional(),
  tags: z.array(visualTagSchema).max(5000).optional(),
}
const path = '/collateral/web/insured'

/** Animals of insurance policies. The animal list filters by policy (`policyId`). */
export const insuredAnimalEndpoints = ofNoun('insuredAnimals', {
  check: endpoint({
    method: 'POST',
    onlyReads: true,
    path: `${path}/check`,
    access: supervisorRoles,
    input: z.object(chosen),
    reply: z.object({
      /** Number of animals that would be added. */
      heads: z.number().int(),
      /** Number of animals that the policy already insures. */
      already: z.number().int(),
      /** Tags of no animal in the farm's herd, or of more than one: the first 100, and their number. */
      unknown: z.object({ tags: z.array(z.string()), count: z.number().int() }),
      /** Animals insured by another policy on the same days: the first 100, and their number. */
      twice: z.object({
        animals: z.array(z.object({ id: idSchema, visualTag: z.string(), policyNumber: z.string() })),
        count: z.number().int(),
      }),
    }),
    isCostly: true,
    maxBytes: maxLongBodyBytes,
    summary: 'What adding animals to a policy would come to.',
  }),
  insure: endpoint({
    method: 'PUT',
    path: `${path}/add`,
    access: supervisorRoles,
    input: z.object({ ...chosen, allowsTwice: z.boolean().default(false) }),
    reply: z.object({ changed: z.number().int() }),
    maxBytes: maxLongBodyBytes,
    summary:
      'Adds animals of its farm’s herd to a policy, all of them or none. 409 where another policy insures one in the same days, unless that is allowed.',
  }),
  uninsure: endpoint({
    method: 'PUT',
    path: `${path}/remove`,
    access: supervisorRoles,
    input: z.object({ policyId: idSchema, ids: z.array(idSchema).min(1).max(1000) }),
    reply: z.object({ changed: z.number().int() }),
    summary: 'Takes animals off a policy. 409 IN_USE where a claim is about one of them.',
  }),
})
