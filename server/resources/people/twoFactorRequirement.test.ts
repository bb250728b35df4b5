import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Account } from '#contract/people/account.ts'
import type { Organisation } from '#contract/people/organisations.ts'
import { machineNow, toInstant } from '../../clock.ts'
import { openWorld } from '../../testing/testWorld.ts'

const world = await openWorld()
afterAll(() => world.close())

const dayMs = 86_400_000
const inDays = (days: number) => toInstant(machineNow() + days * dayMs).slice(0, 10)
let serial = 0
let bank = 0
let admin = ''
let clerk = ''
let version = 1

beforeEach(async () => {
  serial++
  bank = await world.organisation('BANK', `Bank ${serial}`)
  admin = await world.user(`admin${serial}`, 'ADMIN_BANK', bank)
  clerk = await world.user(`clerk${serial}`, 'BANK_USER', bank)
  version = 1
})

async function update(extra: object, token = admin) {
  const body = {
    version,
    name: `Bank ${serial}`,
    contact: 'Bolor',
    telephone: '13800000001',
    email: 'o@example.com',
    address: '1 Steppe Road',
    ...extra,
  }
  const answer = await world.call<Organisation>(token, 'PUT', `/collateral/web/org/update/${bank}`, body)
  if (answer.status === 200) version = answer.data.version
  return answer
}
const profile = async (token: string) =>
  (await world.call<Account>(token, 'GET', '/collateral/app/profile/user')).data.twoFactor
const works = async (token: string) => (await world.call(token, 'GET', '/api/users')).status === 200
const confirmFactor = () =>
  world.sql`update users set totp_secret = 'x', totp_confirmed_at = now() where user_name = ${`admin${serial}`}`
const countNotices = () =>
  world.emitted.noticesChanged.filter(({ notice }) => notice?.code === 'TWO_FACTOR_REQUIRED').length

test('starts in a week by default, counts and notifies affected users', async () => {
  const before = countNotices()
  const { data } = await update({ requiresTwoFactor: true })
  expect(data).toMatchObject({ requiresTwoFactor: true, twoFactorFrom: inDays(7), withoutTwoFactor: 2 })
  expect(countNotices() - before).toBe(2)
  expect(world.emitted.noticesChanged.at(-1)?.notice).toMatchObject({
    params: { from: inDays(7) },
    path: '/dashboard/account#two-factor',
  })
  expect([await works(admin), await works(clerk)]).toEqual([true, true])
  expect(await profile(clerk)).toMatchObject({ enabled: false, required: true, requiredFrom: inDays(7), due: false })
})

test('cannot start today while an administrator has no second factor', async () => {
  const refused = await update({ requiresTwoFactor: true, twoFactorFrom: inDays(0) })
  expect([refused.status, refused.error.fields]).toEqual([400, { twoFactorFrom: 'too_soon' }])
  expect((await update({ requiresTwoFactor: true, twoFactorFrom: inDays(1) })).status).toBe(200)
  expect(await works(admin)).toBe(true)
  const off = await update({ requiresTwoFactor: false })
  expect(off.data).toMatchObject({ requiresTwoFactor: false, twoFactorFrom: null })
})

test('may start today when every administrator has a second factor', async () => {
  await confirmFactor()
  expect((await update({ requiresTwoFactor: true, twoFactorFrom: inDays(0) })).data.withoutTwoFactor).toBe(1)
  expect([await works(admin), await works(clerk)]).toEqual([true, false])
  expect(await profile(clerk)).toMatchObject({ due: true })
})

test('starts on its day and can be postponed but not moved to today', async () => {
  await update({ requiresTwoFactor: true, twoFactorFrom: inDays(3) })
  expect((await update({ requiresTwoFactor: true, twoFactorFrom: inDays(0) })).error.fields).toEqual({
    twoFactorFrom: 'too_soon',
  })
  expect((await update({ requiresTwoFactor: true, twoFactorFrom: inDays(9) })).data.twoFactorFrom).toBe(inDays(9))
  expect((await update({ requiresTwoFactor: true, twoFactorFrom: inDays(9), contact: 'Saran' })).status).toBe(200)
  await world.sql`update organisations set two_factor_from = ${inDays(0)} where id = ${bank}`
  world.context.events.emit('accountsChanged', { userIds: [await world.idOf(`clerk${serial}`)] })
  expect(await works(clerk)).toBe(false)
})

test('needs recent proof to be switched on', async () => {
  await world.sql`update sessions set proven_at = null`
  expect((await update({ requiresTwoFactor: true })).error.code).toBe('PROOF_REQUIRED')
  expect((await update({ requiresTwoFactor: false })).status).toBe(200)
  await world.sql`update sessions set proven_at = 'infinity'`
})
