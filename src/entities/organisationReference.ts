import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../api/references.ts'

/** Organisations by name, for the platform, which may list them. */
export const organisationReference = describeReference({
  list: endpoints.organisations.list,
  search: 'name',
  nameOf: ({ name }) => name,
  noneId: 'organisation.none',
})
