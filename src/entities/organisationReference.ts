import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../api/references.ts'

/** Organisations by name, for whoever may list them: the platform. */
export const organisationReference = describeReference({
  list: endpoints.organisations.list,
  search: 'name',
  nameOf: ({ name }) => name,
})
