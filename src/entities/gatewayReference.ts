import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../api/references.ts'

/** Gateways by name, or by MAC without a name. */
export const gatewayReference = describeReference({
  list: endpoints.gateways.list,
  search: 'mac',
  nameOf: ({ name, mac }) => name ?? mac,
})
