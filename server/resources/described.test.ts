import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { filterShape } from '#contract/calls/lists.ts'
import { nobody } from '../auth/sessions.ts'
import { openWorld, type World } from '../testing/testWorld.ts'
import type { Records } from '../records/describe.ts'
import { listRecords } from '../records/read.ts'
import { selectRecords } from '../records/select.ts'
import { nounTests } from './testNouns.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const files = import.meta.glob<string>(['./**/*.ts', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'])
const paths = Object.entries(files).flatMap(([path, text]) => (text.includes(' = describeRecords(') ? [path] : []))
/** The nouns that each file describes. */
const described = await Promise.all(
  paths.map(async (path) => ({ path, found: Object.values((await modules[path]?.()) ?? {}).filter(isRecords) })),
)
const nouns = described.flatMap(({ found }) => found)
const sorted = nouns.flatMap((records) =>
  records.shape.sortable.map((field) => [records.name, field, records] as const),
)
const filters = nouns.flatMap((records) =>
  Object.keys(records.shape.input.shape).flatMap((name) =>
    ['current', 'pageSize', 'sort'].includes(name) ? [] : [[records.name, name, records] as const],
  ),
)

function isRecords(exported: unknown): exported is Records {
  return (
    typeof exported === 'object' &&
    exported !== null &&
    'table' in exported &&
    'visible' in exported &&
    'shape' in exported
  )
}

test('finds every described noun and a sample for each editable one', () => {
  expect(described.filter(({ found }) => found.length === 0).map(({ path }) => path)).toEqual([])
  const editableNouns = nouns
    .map(({ name }) => name)
    .filter((name) => ['addOrEdit', 'remove', 'restore', 'purge'].every((call) => call in endpoints[name]))
  expect(editableNouns.toSorted()).toEqual(Object.keys(nounTests).toSorted())
})

test.each(nouns)('reads every field of $name', async (records) => {
  await expect(selectRecords(world.sql, records, world.sql`false`)).resolves.toEqual([])
})

/** Returns a value that a filter accepts. */
function valueOf({ shape }: Records, name: string): unknown {
  if (name === 'ids') return [1, 2]
  const filter = filterShape(shape, name)
  const values = {
    text: 'a',
    one: filter?.options[0],
    many: filter?.options,
    number: 1,
    ids: [1],
    flag: true,
    instant: 0,
    day: '2026-05-01',
  }
  return values[filter?.kind ?? 'text']
}

describe('lists of described nouns', () => {
  const ask = (records: Records, input: object, where: 'kept' | 'removed') =>
    listRecords(
      world.context,
      records,
      { ...nobody, role: 'ADMIN_PLATFORM', organisationKind: 'PLATFORM' },
      { current: 1, pageSize: 1, ...input },
      where,
    )

  test.each(sorted)('lists %s sorted by %s', async (_name, field, records) => {
    for (const where of ['kept', 'removed'] as const)
      await expect(ask(records, { sort: { field, order: 'desc' } }, where)).resolves.toMatchObject({ pageSize: 1 })
  })

  test.each(filters)('lists %s filtered by %s', async (_name, filter, records) => {
    for (const where of ['kept', 'removed'] as const)
      await expect(ask(records, { [filter]: valueOf(records, filter) }, where)).resolves.toMatchObject({ pageSize: 1 })
  })
})
