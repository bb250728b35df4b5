import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#contract/people/account.ts'
import type { Organisation } from '#contract/people/organisations.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'

const web = '/collateral/web'
let world: World
let platform: string
let admin: string
let bank: number
let other: number
/** An organisation edited step by step, and the token of its administrator. */
let edited: number | undefined
let editor: string | undefined

/** Codes that pass the check of GB 32100-2015. */
const codes = [
  '91152502MA0N5D3C0C',
  '91152502MA0N5D3C1F',
  '93152502MA0N5D3C2C',
  '91152502MA0N5D3C3M',
  '91152502MA0N5D3C4Q',
]
const fields = (extra: object = {}) => ({
  role: 'BANK',
  name: 'Grass Bank',
  creditCode: codes[0],
  contact: 'Bolor',
  telephone: '13800000001',
  email: 'office@example.com',
  address: '1 Steppe Road',
  requiresTwoFactor: false,
  ...extra,
})
const save = (body: object, token = platform) => world.call<Organisation>(token, 'PUT', `${web}/org/addOrEdit`, body)
const update = (id: number, body: object, token = admin) =>
  world.call<Organisation>(token, 'PUT', `${web}/org/update/${id}`, body)
const detail = (id: number, token = platform) => world.call<Organisation>(token, 'GET', `${web}/org/detail/${id}`)
const setStatus = (ids: number[], status: string) =>
  world.call(platform, 'PUT', `${web}/org/status`, { ids, status, reason: 'because' })

beforeAll(async () => {
  world = await openWorld()
  bank = await world.organisation('BANK', 'Steppe Bank')
  other = await world.organisation('BANK', 'Other Bank')
  platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  admin = await world.user('admin', 'ADMIN_BANK', bank)
})
afterAll(() => world.close())

describe('platform administrator', () => {
  test('adds an organisation that is active immediately', async () => {
    const { data } = await save(fields({ creditCode: ` ${codes[0]?.toLowerCase()}` }))
    expect(data).toMatchObject({
      role: 'BANK',
      creditCode: codes[0],
      telephone: '+8613800000001',
      status: 'ACTIVE',
      users: 0,
      version: 1,
    })
    expect((await detail(data.id)).data).toEqual({ ...data, members: [] })
  })

  test('cannot save a taken or wrong credit code or unknown picture', async () => {
    expect((await save(fields({ name: 'Twice' }))).error).toMatchObject({
      code: 'CONFLICT',
      fields: { creditCode: 'unusable' },
    })
    expect((await save(fields({ creditCode: '91152502MA0N5D3C0X' }))).error.fields).toEqual({
      creditCode: 'credit_code',
    })
    expect((await save(fields({ creditCode: codes[1], licenceImageId: randomUUID() }))).error.fields).toEqual({
      licenceImageId: 'unknown',
    })
    expect((await save(fields({ creditCode: codes[1], role: 'PLATFORM' }))).error.fields).toEqual({
      role: 'invalid_value',
    })
    await world.sql`update organisations set credit_code = ${codes[4]!}, status = 'REJECTED' where id = ${await world.organisation('BANK', 'Rejected')}`
    expect((await save(fields({ name: 'Again', creditCode: codes[4] }))).status).toBe(200)
  })

  test('edits only the current version and never the kind', async () => {
    const { data: added } = await save(fields({ creditCode: codes[2] }))
    const edit = (extra: object) => save(fields({ id: added.id, version: 1, creditCode: codes[2], ...extra }))
    expect((await edit({ role: 'BORROWER' })).error.fields).toEqual({ role: 'fixed' })
    expect((await edit({ version: undefined })).error.fields).toEqual({ version: 'required' })
    expect((await edit({ name: 'Renamed' })).data).toMatchObject({ name: 'Renamed', version: 2 })
    expect((await edit({ name: 'Too late' })).error).toMatchObject({ code: 'CONFLICT', fields: { version: 'stale' } })
    expect((await detail(added.id)).data.name).toBe('Renamed')
    expect((await save(fields({ id: 999_999, version: 1, creditCode: codes[3] }))).status).toBe(404)
  })

  test('filters organisations by name, code, kind and status, and sorts them', async () => {
    const list = async (body: object) =>
      (await world.call<{ list: Organisation[]; total: number }>(platform, 'POST', `${web}/org/list`, body)).data
    expect((await list({ name: 'STEPPE' })).list.map(({ id }) => id)).toEqual([bank])
    expect((await list({ name: codes[2]?.toLowerCase() })).list.map(({ name }) => name)).toEqual(['Renamed'])
    expect((await list({ role: ['PLATFORM'] })).list).toMatchObject([{ name: 'Drover', users: 1 }])
    expect((await list({ status: ['REJECTED'] })).list.map(({ name }) => name)).toEqual(['Rejected'])
    const counts = (await list({ pageSize: 1000, sort: { field: 'users', order: 'desc' } })).list.map(
      ({ users }) => users,
    )
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(counts[0]).toBe(1)
  })
})

describe('organisation administrator', () => {
  // Kind and credit code are sent too, but ignored.
  const own = fields

  test('reads and changes only their own organisation', async () => {
    expect((await detail(bank, admin)).data).toMatchObject({ id: bank, users: 1 })
    expect((await detail(other, admin)).status).toBe(404)
    expect((await update(other, own({ version: 1 }))).status).toBe(404)
    expect((await detail(other)).data.name).toBe('Other Bank')
    const { data } = await update(
      bank,
      own({ version: 1, name: 'Steppe Bank Ltd', creditCode: codes[3], role: 'SUPERVISOR', status: 'DISABLED' }),
    )
    expect(data).toMatchObject({
      name: 'Steppe Bank Ltd',
      role: 'BANK',
      creditCode: null,
      status: 'ACTIVE',
      version: 2,
    })
    expect((await update(bank, own({ version: 1 }))).error.fields).toEqual({ version: 'stale' })
  })

  test('keeps access after requiring two-factor sign-in, as their profile shows', async () => {
    const organisation = await world.organisation('BANK', 'Careful Bank')
    const token = await world.user('careful', 'ADMIN_BANK', organisation)
    const required = async () =>
      (await world.call<Account>(token, 'GET', '/collateral/app/profile/user')).data.twoFactor.required
    expect(await required()).toBe(false)
    expect((await update(organisation, own({ version: 1, requiresTwoFactor: true }), token)).status).toBe(200)
    expect(await required()).toBe(true)
    expect((await detail(organisation, token)).status).toBe(200)
  })
})

test.each<[string, object, boolean]>([
  ['nothing that accounts show', { contact: 'Naran' }, false],
  ['its name', { name: 'Other name' }, true],
  ['its requirement of a second factor', { requiresTwoFactor: true }, true],
  ['the day of that requirement', { requiresTwoFactor: true, twoFactorFrom: '2099-01-01' }, true],
  ['nothing of that requirement', { requiresTwoFactor: true, twoFactorFrom: '2099-01-01', contact: 'Bat' }, false],
  ['the end of that requirement', { requiresTwoFactor: false }, true],
])('emits an edit of %s to accounts if they show it', async (_, edit, isEmitted) => {
  edited ??= await world.organisation('BANK', 'Edited Bank')
  editor ??= await world.user('editor', 'ADMIN_BANK', edited)
  const userId = await world.idOf('editor')
  const { version, name, requiresTwoFactor, twoFactorFrom } = (await detail(edited)).data
  const before = world.emitted.accountsChanged.length
  const body = fields({ version, name, requiresTwoFactor, twoFactorFrom, ...edit })
  expect((await update(edited, body, editor)).status).toBe(200)
  expect(world.emitted.accountsChanged.slice(before)).toEqual(isEmitted ? [{ userIds: [userId] }] : [])
})

test.each(['PENDING_ACTIVATION', 'PENDING_APPROVAL', 'REJECTED'])(
  'rejects editing an organisation that is %s',
  async (status) => {
    const id = await world.organisation('SUPERVISOR', `Waits ${status}`)
    await world.sql`update organisations set status = ${status} where id = ${id}`
    const input = fields({ id, version: 1, role: 'SUPERVISOR', name: 'Another name', creditCode: codes[3] })
    const { status: code, error } = await save(input)
    expect([code, error.code, error.fields]).toEqual([409, 'CONFLICT', { status: 'not_approved' }])
    expect((await detail(id)).data.name).toBe(`Waits ${status}`)
  },
)

describe('organisation status', () => {
  test('ends all users’ sessions when disabled and allows sign-in when enabled', async () => {
    const organisation = await world.organisation('BORROWER', 'Herders')
    const tokens = [
      await world.user('herder', 'ADMIN_BORROWER', organisation),
      await world.user('helper', 'BORROWER_USER', organisation),
    ]
    expect((await setStatus([organisation], 'DISABLED')).data).toEqual({ changed: 1 })
    for (const token of tokens) expect((await world.call(token, 'GET', '/api/users')).status).toBe(401)
    const login = { type: 'account', userName: 'herder', password: 'Herd2026x' }
    expect((await world.call('', 'POST', '/collateral/common/auth/login/user', login)).status).not.toBe(200)
    expect((await setStatus([organisation, organisation], 'ACTIVE')).data).toEqual({ changed: 1 })
    expect((await world.call('', 'POST', '/collateral/common/auth/login/user', login)).status).toBe(200)
  })

  test('rejects a batch with the platform, an unapproved or unknown organisation', async () => {
    const [{ id: drover } = { id: 0 }] = await world.sql<
      { id: number }[]
    >`select id from organisations where kind = 'PLATFORM'`
    expect((await setStatus([other, drover], 'DISABLED')).error.fields).toEqual({ ids: 'oneself' })
    const [{ id: rejected } = { id: 0 }] = await world.sql<
      { id: number }[]
    >`select id from organisations where status = 'REJECTED'`
    expect((await setStatus([other, rejected], 'DISABLED')).error).toMatchObject({
      code: 'CONFLICT',
      fields: { ids: 'not_approved' },
    })
    expect((await setStatus([other, 999_999], 'DISABLED')).status).toBe(404)
    expect((await detail(other)).data.status).toBe('ACTIVE')
  })
})
