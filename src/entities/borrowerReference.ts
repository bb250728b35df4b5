import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../api/references.ts'

/** Borrowers for which the user's supervisor organisation manages farms, by name or credit code. */
export const borrowerReference = describeReference({
  list: endpoints.borrowers.list,
  search: 'name',
  nameOf: ({ name }) => name,
  noneId: 'farm.borrowerNone',
})
