import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SecurityEvent } from '#contract/people/securityEvents.ts'
import { openWorld, type World, worldPassword } from '../testing/testWorld.ts'
import { newAddress, send } from './testAuth.ts'

let world: World
let platform = ''
const list = '/collateral/web/securityEvent/list'

beforeAll(async () => {
  world = await openWorld()
  platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  await world.user('Erden', 'ADMIN_BANK', await world.organisation('BANK', 'Steppe Bank'))
})
afterAll(() => world.close())

const signIn = (password: string, address: string) =>
  send<{ token: string }>(
    world,
    'POST',
    '/collateral/common/auth/login/user',
    { type: 'account', userName: 'Erden', password },
    { address },
  )
async function eventsFrom(address: string): Promise<SecurityEvent[]> {
  await world.context.securityLog.settled()
  return (await world.call<{ list: SecurityEvent[] }>(platform, 'POST', list, { name: address, pageSize: 1000 })).data
    .list
}
const summaries = (events: SecurityEvent[]) => events.map(({ kind, userName, what }) => [kind, userName, what])

test('logs sign-ins, failures, proofs, refusals, exports and sign-out, newest first', async () => {
  const address = newAddress()
  await signIn('Wrong2026x', address)
  const { token } = (await signIn(worldPassword, address)).data
  await send(world, 'POST', '/collateral/web/account/prove', { password: 'Wrong2026x' }, { address, token })
  await send(world, 'POST', '/collateral/web/account/prove', { password: worldPassword }, { address, token })
  expect((await send(world, 'POST', '/collateral/web/org/list', {}, { address, token })).status).toBe(403)
  const columns = [{ field: 'id', title: 'Id' }]
  await world.server.inject({
    method: 'POST',
    url: '/collateral/web/user/export',
    remoteAddress: address,
    payload: { format: 'csv', columns },
    headers: { 'x-auth-token': token, 'x-auth-timestamp': String(Date.now()) },
  })
  await send(world, 'POST', '/collateral/common/auth/logout', {}, { address, token })
  expect(summaries(await eventsFrom(address))).toEqual([
    ['SESSION_ENDED', 'Erden', 'SIGNED_OUT'],
    ['EXPORT', 'Erden', 'csv /collateral/web/user/export'],
    ['REFUSED', 'Erden', 'POST /collateral/web/org/list'],
    ['PROOF', 'Erden', ''],
    ['PROOF_FAILED', 'Erden', 'WRONG_PASSWORD'],
    ['SIGN_IN', 'Erden', 'account'],
    ['SIGN_IN_FAILED', 'Erden', 'BAD_CREDENTIALS'],
  ])
})

test('limits the rows of one caller’s throttled calls to 60', async () => {
  const address = newAddress()
  for (let i = 0; i < 5; i++) await signIn('Wrong2026x', address)
  for (let i = 0; i < 70; i++)
    world.context.securityLog.note({ kind: 'THROTTLED', userName: 'Erden', address, what: 'account' })
  expect((await signIn('Wrong2026x', address)).status).toBe(429)
  const events = await eventsFrom(address)
  expect(events.filter(({ kind }) => kind === 'THROTTLED')).toHaveLength(60)
  expect(events.filter(({ kind }) => kind === 'SIGN_IN_FAILED')).toHaveLength(5)
})

test('records no secret', async () => {
  const text = JSON.stringify(await world.sql`select * from security_events`)
  expect(text).toContain('SIGN_IN_FAILED')
  expect(text).not.toContain(worldPassword)
  expect(text).not.toContain('Wrong2026x')
})

test('loses nothing while the database refuses', { tags: 'long' }, async () => {
  const address = newAddress()
  await world.sql`alter table security_events rename to elsewhere`
  world.context.securityLog.note({ kind: 'REFUSED', userName: 'nul\0', address, what: 'x'.repeat(1000) })
  await world.context.securityLog.settled()
  await world.sql`alter table elsewhere rename to security_events`
  await expect.poll(async () => (await eventsFrom(address)).length, { timeout: 5000 }).toBe(1)
})

test('refuses to change or delete entries', async () => {
  const refused = { code: 'DR004' }
  await expect(world.sql`update security_events set address = null`).rejects.toMatchObject(refused)
  await expect(world.sql`delete from security_events`).rejects.toMatchObject(refused)
  await expect(world.sql`truncate security_events`).rejects.toMatchObject(refused)
})
