import type { User } from '#contract/people/users.ts'
import { openWorld } from '../../testing/testWorld.ts'

export const web = '/collateral/web'

/** Returns a user as input of an edit. */
export const edited = ({ id, version, userName, displayName, role, telephone, email }: User, extra: object = {}) => ({
  id,
  version,
  userName,
  displayName,
  role,
  telephone,
  email,
  ...extra,
})

/** Opens a world of two banks with an administrator each, and the calls about users. */
export async function openUserWorld() {
  const world = await openWorld()
  const bank = await world.organisation('BANK', 'Steppe Bank')
  const other = await world.organisation('BANK', 'Other Bank')
  const platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  const admin = await world.user('admin', 'ADMIN_BANK', bank)
  await world.user('otherAdmin', 'ADMIN_BANK', other)
  let count = 0
  /** Returns the input of a new user. */
  function person(extra: object = {}) {
    const number = ++count
    return {
      userName: `person${number}`,
      displayName: `Person ${number}`,
      role: 'BANK_USER',
      telephone: `138001${String(number).padStart(5, '0')}`,
      email: `person${number}@example.com`,
      ...extra,
    }
  }
  const save = (token: string, body: object) => world.call<User>(token, 'PUT', `${web}/user/addOrEdit`, body)
  return {
    ...world,
    bank,
    other,
    platform,
    admin,
    person,
    save,
    async invited(extra: object = {}, token = admin): Promise<User> {
      const { status, data } = await save(token, person(extra))
      if (status !== 200) throw new Error(`not invited: ${status}`)
      return data
    },
    /** Runs work without recent authentication. */
    async forgettingProof(work: () => Promise<void>): Promise<void> {
      await world.sql`update sessions set proven_at = null`
      await work().finally(() => world.sql`update sessions set proven_at = 'infinity'`)
    },
    setStatus: (token: string, ids: number[], status: string) =>
      world.call(token, 'PUT', `${web}/user/status`, { ids, status, reason: 'because' }),
    mails: (recipient: string | null) =>
      world.sql<
        { subject: string; body: string }[]
      >`select subject, body from outbox where recipient = ${recipient} order by id`,
    detail: (token: string, id: number) => world.call<User>(token, 'GET', `${web}/user/detail/${id}`),
  }
}
