import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../api/references.ts'

/** The borrowers that a supervisor keeps farms for, by name. */
export const borrowerReference = describeReference({
  list: endpoints.borrowers.list,
  search: 'name',
  nameOf: ({ name }) => name,
})
