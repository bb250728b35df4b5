import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../../api/references.ts'

/** Farms and pens by name, for users who install cameras on farms of other organisations. */
export const cameraFarmReference = describeReference({
  list: endpoints.cameraFarms.list,
  search: 'name',
  nameOf: ({ name }) => name,
})
export const cameraPenReference = describeReference({
  list: endpoints.cameraPens.list,
  search: 'name',
  nameOf: ({ name }) => name,
})
