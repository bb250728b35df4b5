import { expect, test } from 'vitest'
import { settlementOf } from './decisionFacts.ts'

test.each([
  ['no words', { as: null, repaid: '' }, null],
  ['all repaid', { as: 'REPAID', repaid: '' }, { repaid: '4100000.10', writtenOff: '0' }],
  ['all written off', { as: 'WRITTEN_OFF', repaid: '' }, { repaid: '0', writtenOff: '4100000.10' }],
  ['a part repaid', { as: 'PARTLY', repaid: '0.2' }, { repaid: '0.2', writtenOff: '4099999.90' }],
  ['a part without an amount', { as: 'PARTLY', repaid: '' }, null],
  ['more than is owed', { as: 'PARTLY', repaid: '4100000.11' }, null],
  ['three places', { as: 'PARTLY', repaid: '1.005' }, null],
] as const)('settles what is owed with %s', (_, draft, settlement) => {
  expect(settlementOf('4100000.10', draft)).toEqual(settlement)
})
