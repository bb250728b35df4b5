// @vitest-environment node
import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { Table } from './table.ts'

interface Cow {
  id: number
  version: number
  name: string
  kind: 'COW' | 'CALF'
}

const cows = () =>
  new Table<Cow>([
    { id: 3, version: 1, name: 'Berta', kind: 'COW' },
    { id: 7, version: 1, name: 'Alba', kind: 'CALF' },
  ])
const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return [error.status, error.code, error.fields]
    throw error
  }
  return null
}

test('records are added, changed, listed and removed', () => {
  const table = cows()
  expect(table.add((id) => ({ id, version: 1, name: 'Cora', kind: 'COW' })).id).toBe(8)
  expect(table.edit(8, { name: 'Dora' }, 1)).toEqual({ id: 8, version: 2, name: 'Dora', kind: 'COW' })
  table.remove(3)
  const { list, total } = table.list({ current: 1, pageSize: 10, sort: { field: 'name', order: 'desc' } })
  expect([total, list.map(({ name }) => name)]).toEqual([2, ['Dora', 'Alba']])
})

test('filters look for text, for one of several values, and for what the noun says itself', () => {
  const names = (input: object, own?: (cow: Cow) => boolean) => cows().list({ current: 1, pageSize: 10, ...input }, own).list.map(({ name }) => name)
  expect(names({ name: 'lb' })).toEqual(['Alba'])
  expect(names({ kind: ['COW', 'BULL'] })).toEqual(['Berta'])
  expect(names({ kind: [] })).toEqual(['Berta', 'Alba'])
  expect(names({}, ({ id }) => id > 3)).toEqual(['Alba'])
})

test('what is not there, seen too long ago or taken is refused', () => {
  const table = cows()
  expect(refusal(() => table.find(4))).toEqual([404, 'NOT_FOUND', undefined])
  table.edit(7, { name: 'Anna' }, 1)
  expect(refusal(() => table.edit(7, { name: 'Ada' }, 1))).toEqual([409, 'CONFLICT', { version: 'stale' }])
  expect(table.find(7).name).toBe('Anna')
  expect(refusal(() => table.requireFree('name', 'Berta', 7))).toEqual([409, 'CONFLICT', { name: 'taken' }])
  expect(refusal(() => table.requireFree('name', 'Berta', 3))).toBeNull()
})
