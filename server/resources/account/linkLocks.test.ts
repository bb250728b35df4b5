import { expect, test } from 'vitest'
import { messagesTo, send, tokenIn } from '../../auth/testAuth.ts'
import { worldPassword } from '../../testing/testWorld.ts'
import { account, openAccountWorld } from './testAccount.ts'

const { world, me, profile } = await openAccountWorld()
const auth = '/collateral/common/auth'
const edit = (input: object) => world.call(me.token, 'PUT', `${account}/edit`, input)

/** Waits until a number of connections wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = () =>
    world.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting()).length, { timeout: 5000 }).toBe(count)
}

/** Adds a link whose row is locked before the others. */
const addLink = (purpose: string, address: string | null) => world.sql`
  insert into mail_links (token_hash, purpose, user_id, address, created_at, expires_at)
  select ${Buffer.from(`first of ${me.userName}`)}, ${purpose}, id, ${address}, now(), now() + interval '1 hour' from users where user_name = ${me.userName}`

test.each([
  [
    'confirming an address',
    async () => {
      await addLink('CONFIRM_EMAIL', 'first@example.com')
      const {
        data: { email, version },
      } = await profile()
      const pendingAddress = `wanted${me.serial}@example.com`
      await edit({ displayName: me.userName, email: pendingAddress, version })
      await world.sql`update mail_links set used_at = null`
      const token = tokenIn((await messagesTo(world, pendingAddress))[0])
      return {
        change: () => edit({ displayName: me.userName, email, version: version + 1 }),
        follow: () => send(world, 'POST', `${auth}/email/confirm`, { token }),
      }
    },
  ],
  [
    'setting a password',
    async () => {
      await addLink('SET_PASSWORD', null)
      const email = `${me.userName}@example.com`
      await send(world, 'POST', `${auth}/password/forgot`, { email })
      const token = tokenIn((await messagesTo(world, email))[0])
      await world.sql`update mail_links set used_at = null`
      return {
        change: () =>
          world.call(me.token, 'POST', `${account}/password`, { oldPassword: worldPassword, password: 'Foxglove88y' }),
        follow: () => send(world, 'POST', `${auth}/password/reset`, { token, password: 'Larkspur99z' }),
      }
    },
  ],
])('does not deadlock %s by a link that its user withdraws', async (_what, prepare) => {
  const { change, follow } = await prepare()
  let done: Promise<{ status: number }[]> | undefined
  let free = 0
  await world.sql.begin(async (sql) => {
    await sql`select from mail_links where token_hash = ${Buffer.from(`first of ${me.userName}`)} for update`
    const changing = change()
    await untilWaiting(1)
    const following = follow()
    await untilWaiting(2)
    // Following a link locks the user first, and no link row that the withdrawal will need.
    free = (
      await sql`select from mail_links where user_id = (select id from users where user_name = ${me.userName}) and used_at is null for update skip locked`
    ).length
    done = Promise.all([changing, following])
  })
  expect([free, (await done)?.map(({ status }) => status)]).toEqual([2, [200, 410]])
})
