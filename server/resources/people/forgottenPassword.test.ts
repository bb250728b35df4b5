import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Account } from '#contract/people/account.ts'
import { messagesTo, newAddress, send, tokenIn } from '../../auth/testAuth.ts'
import { openWorld, worldPassword } from '../../testing/testWorld.ts'

const auth = '/collateral/common/auth'
const world = await openWorld()
const email = 'erden@example.com'
const session = await world.user('Erden', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'North Watch'))
await world.sql`update users set email = ${email} where user_name = 'Erden'`
afterAll(() => world.close())
beforeEach(() => world.sql`update mail_links set created_at = created_at - interval '2 hours'`)

const signIn = (userName: string, password: string) => send<{ token: string }>(world, 'POST', `${auth}/login/user`, { type: 'account', userName, password })
const forgot = (mail: string, address = newAddress()) => send(world, 'POST', `${auth}/password/forgot`, { email: mail }, { address })
const reset = (token: string, secret: string) => send<{ userName: string }>(world, 'POST', `${auth}/password/reset`, { token, password: secret })

test('is answered alike for known and unknown addresses; the known one gets a mail', async () => {
  const [known, unknown] = [await forgot('ERDEN@example.com'), await forgot('nobody@example.com')]
  expect([known.status, known.data]).toEqual([unknown.status, unknown.data])
  const [mail] = await messagesTo(world, email)
  expect(mail?.body).toContain('https://drover.test/user/reset-password#')
  expect(await messagesTo(world, 'nobody@example.com')).toEqual([])
})

test('is set again by the link, once; every session ends', async () => {
  await forgot(email)
  const [mail] = await messagesTo(world, email)
  const token = tokenIn(mail)
  expect((await reset(token, 'weak')).error.fields).toEqual({ password: 'weak' })
  expect((await reset(token, 'Erden2026x')).error.fields).toEqual({ password: 'common' })
  const caller = await world.sessions.authenticate(session)
  const done = await reset(token, 'Foxglove88y')
  expect([done.status, done.data]).toEqual([200, { userName: 'Erden' }])
  expect(await world.sessions.authenticate(session)).toBeNull()
  expect(world.emitted.sessionEnded).toContainEqual({ tokenHash: caller?.tokenHash, reason: 'PASSWORD_CHANGED' })
  expect((await signIn('Erden', 'Foxglove88y')).status).toBe(200)
  expect((await signIn('Erden', worldPassword)).status).toBe(401)
  const again = await reset(token, 'Larkspur99z')
  expect([again.status, again.error.code]).toEqual([410, 'LINK_EXPIRED'])
  const [row] = await world.sql`select password_set_at > now() - interval '1 minute' as fresh from users where user_name = 'Erden'`
  expect(row).toEqual({ fresh: true })
})

test('a reset voids the links that were sent before', async () => {
  await forgot(email)
  const first = tokenIn((await messagesTo(world, email))[0])
  await forgot(email)
  const second = tokenIn((await messagesTo(world, email))[0])
  expect((await reset(second, 'Larkspur99z')).status).toBe(200)
  expect((await reset(first, 'Foxglove77q')).status).toBe(410)
})

test('a reset voids an address that was asked for before: whoever knew the old password may have asked', async () => {
  const [own, wanted] = ['bold@example.com', 'thief@example.com']
  const thief = await world.user('Bold', 'SUPERVISOR_PM', null)
  await world.sql`update users set email = ${own} where user_name = 'Bold'`
  const asked = await world.call<Account>(thief, 'PUT', '/collateral/web/account/edit', { displayName: 'Bold', email: wanted, version: 1 })
  expect(asked.data).toMatchObject({ email: own, pendingEmail: wanted })
  const theirs = tokenIn((await messagesTo(world, wanted))[0])
  await forgot(own)
  expect((await reset(tokenIn((await messagesTo(world, own))[0]), 'Foxglove88y')).status).toBe(200)
  expect(await send(world, 'POST', `${auth}/email/confirm`, { token: theirs })).toMatchObject({ status: 410, error: { code: 'LINK_EXPIRED' } })
  const { data } = await signIn('Bold', 'Foxglove88y')
  expect((await world.call<Account>(data.token, 'GET', '/collateral/app/profile/user')).data).toMatchObject({ email: own, pendingEmail: null })
})

test('sends three mails an hour to one person, however often it is asked', async () => {
  const before = (await messagesTo(world, email)).length
  for (let i = 0; i < 6; i++) expect((await forgot(email)).status).toBe(200)
  expect(await messagesTo(world, email)).toHaveLength(before + 3)
})

test('is slowed by address', async () => {
  const address = newAddress()
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await forgot('nobody@example.com', address)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('of a user who is disabled stays forgotten', async () => {
  await world.sql`update users set status = 'DISABLED' where user_name = 'Erden'`
  const before = (await messagesTo(world, email)).length
  expect((await forgot(email)).status).toBe(200)
  expect(await messagesTo(world, email)).toHaveLength(before)
})
