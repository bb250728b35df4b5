import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../api/references.ts'

/** Farms by name. */
export const farmReference = describeReference({
  list: endpoints.farms.list,
  search: 'name',
  nameOf: ({ name }) => name,
})
