import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../../api/references.ts'

/** Groups of animals by name. */
export const groupReference = describeReference({
  list: endpoints.animalGroups.list,
  search: 'name',
  nameOf: ({ name }) => name,
})
