import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../../api/references.ts'

/** Insurance policies by insurer and number. */
export const policyReference = describeReference({
  list: endpoints.insurancePolicies.list,
  search: 'number',
  nameOf: ({ insurer, number }) => `${insurer} ${number}`,
})
