// @vitest-environment node
import { expect, test } from 'vitest'
import { farAmounts } from './amounts.ts'

const fields: Parameters<typeof farAmounts>[0] = [
  ['loan', { labelId: 'form.amountTitle', isAmount: true }],
  ['heads', { labelId: 'form.amountText' }],
]

test.each([
  ['60000.00', '6000050', 1],
  ['60000.00', '60.00', 1],
  ['60000.00', '600000', 0],
  ['60000.00', '6000', 0],
  ['0', '6000', 0],
  [null, '6000', 0],
  ['60000', null, 0],
])('compares %s with %s and finds %d far amounts', (before, after, count) => {
  expect(farAmounts(fields, { loan: before, heads: 1 }, { loan: after, heads: 100 })).toHaveLength(count)
})
