import { endpoints } from '#contract/calls/endpoints.ts'
import { describeReference } from '../api/references.ts'

/** Animals by visual ear tag. */
export const animalReference = describeReference({
  list: endpoints.animals.list,
  search: 'visualTag',
  nameOf: ({ visualTag }) => visualTag,
})
