import { expect, test } from 'vitest'
import { orderOf } from './migrate.ts'

test('orders migrations by number and refuses a number used twice', () => {
  expect(orderOf(['010-pens.sql', 'README.md', '002-farms.sql'])).toEqual(['002-farms.sql', '010-pens.sql'])
  expect(() => orderOf(['001-users.sql', '002-farms.sql', '002-pens.sql'])).toThrow('002-pens.sql')
})
