import type { Role } from '#contract/people/roles.ts'
import { openWorld } from '../testing/testWorld.ts'
import { newAddress, send } from './testAuth.ts'

interface Reply {
  token: string
  role: Role | null
}

/** Opens a world with the user Erden of the Steppe Bank, who has a telephone, and functions to sign in. */
export async function openSignIn() {
  const world = await openWorld()
  const bank = await world.organisation('BANK', 'Steppe Bank')
  const telephone = '+8613911112222'
  await world.user('Erden', 'BANK_USER', bank)
  await world.sql`update users set telephone = ${telephone}, email = 'erden@example.com' where user_name = 'Erden'`
  const signIn = (body: object, address: string) =>
    send<Reply>(world, 'POST', '/collateral/common/auth/login/user', body, { address })
  return {
    world,
    bank,
    telephone,
    byPassword: (userName: string, password: string, more: object = {}, address = newAddress()) =>
      signIn({ type: 'account', userName, password, ...more }, address),
    byCode: (captcha: string, more: object = {}, number = telephone, address = newAddress()) =>
      signIn({ type: 'mobile', telephone: number, captcha, ...more }, address),
  }
}
