import { expect, test } from 'vitest'
import { headCodes } from '../../../herd/headcount.ts'
import { confidenceOf } from './animalStates.ts'

test.each([
  ['POSITION', { code: headCodes.heard, hasPosition: true }],
  ['RADIO', { code: headCodes.heard }],
  // A position outside its place is no evidence that the head is there.
  ['NONE', { code: headCodes.heard, hasPosition: true, isOutside: true }],
  ['PERSON', { code: headCodes.heard, isOutside: true, hasPhoto: true }],
  ['PERSON', { code: headCodes.unverified, hasPhoto: true }],
  ['INFERRED', { code: headCodes.unverified, hasPosition: true }],
  ['NONE', { code: headCodes.unaccounted, hasPosition: true }],
] as const)('ranks evidence as %s for %o', (confidence, evidence) => {
  expect(confidenceOf({ hasPosition: false, isOutside: false, hasPhoto: false, ...evidence })).toBe(confidence)
})
