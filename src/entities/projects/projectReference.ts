import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../../api/references.ts'

/** Projects by code and name. */
export const projectReference = describeReference({
  list: endpoints.projects.list,
  search: 'name',
  nameOf: ({ code, name }) => `${code} ${name}`,
})
