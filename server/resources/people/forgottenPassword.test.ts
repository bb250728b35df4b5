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

const signIn = (userName: string, password: string) =>
  send<{ token: string }>(world, 'POST', `${auth}/login/user`, { type: 'account', userName, password })
const forgot = (mail: string, address = newAddress()) =>
  send(world, 'POST', `${auth}/password/forgot`, { email: mail }, { address })
const reset = (token: string, secret: string) =>
  send<{ userName: string }>(world, 'POST', `${auth}/password/reset`, { token, password: secret })

test('answers registered and unknown addresses alike but mails only registered ones', async () => {
  const [registered, unknown] = [await forgot('ERDEN@example.com'), await forgot('nobody@example.com')]
  expect([registered.status, registered.data]).toEqual([unknown.status, unknown.data])
  const [mail] = await messagesTo(world, email)
  expect(mail?.body).toContain('https://drover.test/user/reset-password#')
  expect(await messagesTo(world, 'nobody@example.com')).toEqual([])
})

test('sets the password once by the link and ends every session', async () => {
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
  const [row] =
    await world.sql`select password_set_at > now() - interval '1 minute' as fresh from users where user_name = 'Erden'`
  expect(row).toEqual({ fresh: true })
})

test('voids earlier links after a reset', async () => {
  await forgot(email)
  const first = tokenIn((await messagesTo(world, email))[0])
  await forgot(email)
  const second = tokenIn((await messagesTo(world, email))[0])
  expect((await reset(second, 'Larkspur99z')).status).toBe(200)
  expect((await reset(first, 'Foxglove77q')).status).toBe(410)
})

test('voids a pending address change after a reset', async () => {
  const [own, requestedAddress] = ['bold@example.com', 'thief@example.com']
  const thief = await world.user('Bold', 'SUPERVISOR_PM', null)
  await world.sql`update users set email = ${own} where user_name = 'Bold'`
  const edit = await world.call<Account>(thief, 'PUT', '/collateral/web/account/edit', {
    displayName: 'Bold',
    email: requestedAddress,
    version: 1,
  })
  expect(edit.data).toMatchObject({ email: own, pendingEmail: requestedAddress })
  const theirs = tokenIn((await messagesTo(world, requestedAddress))[0])
  await forgot(own)
  expect((await reset(tokenIn((await messagesTo(world, own))[0]), 'Foxglove88y')).status).toBe(200)
  expect(await send(world, 'POST', `${auth}/email/confirm`, { token: theirs })).toMatchObject({
    status: 410,
    error: { code: 'LINK_EXPIRED' },
  })
  const { data } = await signIn('Bold', 'Foxglove88y')
  expect((await world.call<Account>(data.token, 'GET', '/collateral/app/profile/user')).data).toMatchObject({
    email: own,
    pendingEmail: null,
  })
})

test('sends at most three mails an hour to a person', async () => {
  const before = (await messagesTo(world, email)).length
  for (let i = 0; i < 6; i++) expect((await forgot(email)).status).toBe(200)
  expect(await messagesTo(world, email)).toHaveLength(before + 3)
})

test('limits requests per network address', async () => {
  const address = newAddress()
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await forgot('nobody@example.com', address)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('sends no mail to a disabled user', async () => {
  await world.sql`update users set status = 'DISABLED' where user_name = 'Erden'`
  const before = (await messagesTo(world, email)).length
  expect((await forgot(email)).status).toBe(200)
  expect(await messagesTo(world, email)).toHaveLength(before)
})
