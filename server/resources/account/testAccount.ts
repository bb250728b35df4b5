import { afterAll, beforeEach } from 'vitest'
import type { Account, AccountSession } from '#contract/people/account.ts'
import { newAddress, send } from '../../auth/testAuth.ts'
import { openWorld } from '../../testing/testWorld.ts'

export const account = '/collateral/web/account'

/** Opens a world in which each test has a new user with an organisation of their own. */
export async function openAccountWorld() {
  const world = await openWorld()
  const me = { userName: '', token: '', serial: 0 }
  afterAll(() => world.close())
  beforeEach(async () => {
    me.serial++
    me.userName = `erden${me.serial}`
    me.token = await world.user(
      me.userName,
      'SUPERVISOR_PM',
      await world.organisation('SUPERVISOR', `Watch ${me.serial}`),
    )
    await world.sql`update users set email = ${`${me.userName}@example.com`} where user_name = ${me.userName}`
  })
  return {
    world,
    me,
    signIn: (password: string, more: object = {}) =>
      send<{ token: string }>(
        world,
        'POST',
        '/collateral/common/auth/login/user',
        { type: 'account', userName: me.userName, password, ...more },
        { address: newAddress() },
      ),
    profile: (by = me.token) => world.call<Account>(by, 'GET', '/collateral/app/profile/user'),
    sessions: async (by = me.token) =>
      (await world.call<{ list: AccountSession[] }>(by, 'GET', `${account}/sessions`)).data.list,
    forgetProof: () => world.sql`update sessions set proven_at = null`,
    endings: () => world.emitted.sessionEnded.map(({ reason }) => reason),
  }
}
