import { z } from 'zod'
import { endpoint, ofNoun } from '../../calls/endpoint.ts'
import { idSchema } from '../../calls/envelope.ts'
import { supervisorRoles } from '../../people/roles.ts'
import { visualTagSchema } from '../../values/earTags.ts'

/** Which animals: by their ids, or by their ear tags, visual or electronic, as a list on paper has them. */
const chosen = {
  policyId: idSchema,
  ids: z.array(idSchema).max(1000).optional(),
  tags: z.array(visualTagSchema).max(5000).optional(),
}
const path = '/collateral/web/insured'

/** The animals of insurance policies. Which ones a policy has, the list of animals tells (`policyId`). */
export const insuredAnimalEndpoints = ofNoun('insuredAnimals', {
  check: endpoint({
    method: 'POST',
    path: `${path}/check`,
    access: supervisorRoles,
    input: z.object(chosen),
    reply: z.object({
      /** Animals that would be added. */
      heads: z.number().int(),
      /** Those that the policy insures already. */
      already: z.number().int(),
      /** Tags that no animal of the farm's herd has, or more than one; the first 100, and how many there are. */
      unknown: z.object({ tags: z.array(z.string()), count: z.number().int() }),
      /** Those whom another policy insures in the same days; the first 100, and how many there are. */
      twice: z.object({ animals: z.array(z.object({ id: idSchema, visualTag: z.string(), policyNumber: z.string() })), count: z.number().int() }),
    }),
    isCostly: true,
    summary: 'What adding animals to a policy would come to.',
  }),
  insure: endpoint({
    method: 'PUT',
    path: `${path}/add`,
    access: supervisorRoles,
    input: z.object({ ...chosen, allowsTwice: z.boolean().default(false) }),
    reply: z.object({ changed: z.number().int() }),
    summary: 'Adds animals of its farm’s herd to a policy, all of them or none. 409 where another policy insures one in the same days, unless that is allowed.',
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
