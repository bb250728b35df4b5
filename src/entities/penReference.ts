import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../api/references.ts'

/** Pens by name. */
export const penReference = describeReference({
  list: endpoints.pens.list,
  search: 'name',
  nameOf: ({ name }) => name,
})
