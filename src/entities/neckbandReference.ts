import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../api/references.ts'

/** Neckbands by their printed id. */
export const neckbandReference = describeReference({
  list: endpoints.neckbands.list,
  search: 'deviceId',
  nameOf: ({ deviceId }) => deviceId,
})
