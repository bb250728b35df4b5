import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedView } from '#contract/office/savedViews.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'

let world: World
let one: string
let other: string

beforeAll(async () => {
  world = await openWorld()
  one = await world.user('one', 'OTHERS', null)
  other = await world.user('other', 'OTHERS', null)
})
afterAll(() => world.close())

const put = (token: string, body: object) => world.call<SavedView>(token, 'PUT', '/collateral/web/view/addOrEdit', body)
const list = async (token: string, name: string) =>
  (await world.call<{ list: SavedView[] }>(token, 'POST', '/collateral/web/view/list', { list: name })).data.list
const view = { list: 'users', name: '停用的用户', query: 'status=DISABLED', columns: ['userName', 'role'] }

test('lets only its owner change and delete a view', async () => {
  const { data } = await put(one, view)
  expect(await list(one, 'users')).toEqual([{ ...view, id: data.id }])
  expect(await list(one, 'organisations')).toEqual([])
  expect(await list(other, 'users')).toEqual([])
  const renamed = await put(one, { ...view, id: data.id, name: 'b', columns: [] })
  expect(renamed.data).toEqual({ ...view, id: data.id, name: 'b', columns: [] })
  expect((await put(other, { ...view, id: data.id, name: 'mine' })).status).toBe(404)
  expect((await world.call(other, 'DELETE', `/collateral/web/view/del/${data.id}`)).status).toBe(404)
  expect(await list(one, 'users')).toEqual([renamed.data])
  expect((await world.call(one, 'DELETE', `/collateral/web/view/del/${data.id}`)).status).toBe(200)
  expect((await world.call(one, 'DELETE', `/collateral/web/view/del/${data.id}`)).status).toBe(404)
})

test('rejects a duplicate name in a list', async () => {
  await put(one, view)
  const again = await put(one, view)
  expect([again.status, again.error.fields]).toEqual([409, { name: 'taken' }])
  expect((await put(one, { ...view, list: 'organisations' })).status).toBe(200)
  expect((await put(other, view)).status).toBe(200)
})

test('rejects moving a view to another list', async () => {
  const { data } = await put(one, { ...view, name: 'stays' })
  expect((await put(one, { ...view, id: data.id, list: 'organisations' })).status).toBe(404)
})

test('limits a list to fifty views, even for concurrent calls', async () => {
  for (let i = 0; i < 48; i++) await put(one, { ...view, list: 'many', name: `view ${i}` })
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => put(one, { ...view, list: 'many', name: `last ${i}` })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.error.fields).toEqual({ name: 'too_many' })
  expect(await list(one, 'many')).toHaveLength(50)
})

test.each([
  [{ name: ' ' }, { name: 'too_small' }],
  [{ name: 'x'.repeat(51) }, { name: 'too_big' }],
  [{ columns: Array.from({ length: 101 }, () => 'a') }, { columns: 'too_big' }],
])('rejects %o', async (wrong, fields) => {
  const { status, error } = await put(one, { ...view, ...wrong })
  expect([status, error.fields]).toEqual([400, fields])
})
