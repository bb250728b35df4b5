import { afterAll, describe, expect, test } from 'vitest'
import { edited, openUserWorld, web } from './testUsers.ts'

const world = await openUserWorld()
const { bank, platform, admin, idOf, save, invited, setStatus, mails, detail } = world
afterAll(() => world.close())

describe('last administrator of an organisation', () => {
  test('cannot be disabled, demoted or moved', async () => {
    const { data } = await detail(platform, await idOf('otherAdmin'))
    const whole = { ...edited(data), telephone: '13900000001', email: 'other@example.com' }
    for (const change of [{ role: 'BANK_USER' }, { role: null }, { organisationId: bank }]) {
      const { status, error } = await save(platform, { ...whole, ...change })
      expect([status, error.code]).toEqual([409, 'LAST_ADMIN'])
    }
    expect((await setStatus(platform, [data.id], 'DISABLED')).error.code).toBe('LAST_ADMIN')
    expect((await detail(platform, data.id)).data).toEqual(data)
    expect((await save(platform, { ...whole, displayName: 'Still the one' })).status).toBe(200)
  })

  test('remains when two administrators are removed concurrently', async () => {
    for (const round of [1, 2, 3]) {
      const organisation = await world.organisation('BANK', `Round ${round}`)
      const first = await invited({ organisationId: organisation, role: 'ADMIN_BANK' }, platform)
      const second = await invited({ organisationId: organisation, role: 'ADMIN_BANK' }, platform)
      const answers = await Promise.all([
        setStatus(platform, [first.id], 'DISABLED'),
        save(platform, edited(second, { role: 'BANK_USER' })),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const left =
        await world.sql`select from users where organisation_id = ${organisation} and role = 'ADMIN_BANK' and status = 'ACTIVE'`
      expect(left).toHaveLength(1)
    }
  })

  test('remains when a batch would disable all administrators', async () => {
    const organisation = await world.organisation('BANK', 'Batch')
    const ids = []
    for (let i = 0; i < 2; i++)
      ids.push((await invited({ organisationId: organisation, role: 'ADMIN_BANK' }, platform)).id)
    expect((await setStatus(platform, ids, 'DISABLED')).error.code).toBe('LAST_ADMIN')
    expect((await setStatus(platform, ids.slice(0, 1), 'DISABLED')).status).toBe(200)
  })
})

describe('user status', () => {
  test('ends sessions when disabled and allows sign-in when enabled', async () => {
    const token = await world.user('coming and going', 'BANK_USER', bank)
    const id = await idOf('coming and going')
    expect((await setStatus(admin, [id, id], 'DISABLED')).data).toEqual({ changed: 1 })
    expect((await world.call(token, 'GET', '/api/users')).status).toBe(401)
    expect(world.emitted.sessionEnded.at(-1)?.reason).toBe('DISABLED')
    expect((await setStatus(admin, [id], 'DISABLED')).data).toEqual({ changed: 0 })
    expect((await setStatus(admin, [id], 'ACTIVE')).data).toEqual({ changed: 1 })
    const login = { type: 'account', userName: 'coming and going', password: 'Herd2026x' }
    expect((await world.call('', 'POST', '/collateral/common/auth/login/user', login)).status).toBe(200)
  })

  test('cannot be changed by the user themselves', async () => {
    await world.user('thirdAdmin', 'ADMIN_BANK', bank)
    const { status, error } = await setStatus(admin, [await idOf('admin')], 'DISABLED')
    expect([status, error.fields]).toEqual([400, { ids: 'oneself' }])
    expect((await world.call(admin, 'GET', '/api/users')).status).toBe(200)
  })

  test('cannot be enabled before the registration is activated', async () => {
    const { id } = await invited()
    await world.sql`update users set status = 'PENDING_ACTIVATION' where id = ${id}`
    expect((await setStatus(platform, [id], 'ACTIVE')).error).toMatchObject({
      code: 'CONFLICT',
      fields: { ids: 'not_activated' },
    })
  })

  test('requires a reason to change', async () => {
    const body = { ids: [1], status: 'DISABLED', reason: ' ' }
    expect((await world.call(admin, 'PUT', `${web}/user/status`, body)).error.fields).toEqual({ reason: 'too_small' })
  })
})

describe('reset by an administrator', () => {
  test('voids the password, ends every session and mails a link', async () => {
    const token = await world.user('forgetful', 'BANK_USER', bank)
    await world.sql`update users set email = 'forgetful@example.com' where user_name = 'forgetful'`
    const id = await idOf('forgetful')
    expect((await world.call(admin, 'POST', `${web}/user/${id}/password/reset`)).status).toBe(200)
    expect((await world.call(token, 'GET', '/api/users')).status).toBe(401)
    expect(world.emitted.sessionEnded.at(-1)?.reason).toBe('PASSWORD_CHANGED')
    const login = { type: 'account', userName: 'forgetful', password: 'Herd2026x' }
    expect((await world.call('', 'POST', '/collateral/common/auth/login/user', login)).error.code).toBe(
      'BAD_CREDENTIALS',
    )
    const link = /#([\w-]+)/.exec((await mails('forgetful@example.com')).at(-1)?.body ?? '')?.[1]
    const set = await world.call('', 'POST', '/collateral/common/auth/password/reset', {
      token: link,
      password: 'Meadow2026y',
    })
    expect(set.status).toBe(200)
    expect(
      (await world.call('', 'POST', '/collateral/common/auth/login/user', { ...login, password: 'Meadow2026y' }))
        .status,
    ).toBe(200)
  })

  test('voids a pending address change', async () => {
    const token = await world.user('tricked', 'BANK_USER', bank)
    await world.sql`update users set email = 'tricked@example.com' where user_name = 'tricked'`
    const id = await idOf('tricked')
    expect(
      (
        await world.call(token, 'PUT', `${web}/account/edit`, {
          displayName: 'tricked',
          email: 'thief@example.com',
          version: 1,
        })
      ).status,
    ).toBe(200)
    expect((await detail(admin, id)).data.pendingEmail).toBe('thief@example.com')
    const link = /#([\w-]+)/.exec((await mails('thief@example.com')).at(-1)?.body ?? '')?.[1]
    expect((await world.call(admin, 'POST', `${web}/user/${id}/password/reset`)).status).toBe(200)
    expect(await world.call('', 'POST', '/collateral/common/auth/email/confirm', { token: link })).toMatchObject({
      status: 410,
      error: { code: 'LINK_EXPIRED' },
    })
    expect((await detail(admin, id)).data).toMatchObject({ email: 'tricked@example.com', pendingEmail: null })
  })

  test('rejects users who have no email address or are disabled', async () => {
    await world.user('mailless', 'BANK_USER', bank)
    expect(
      (await world.call(admin, 'POST', `${web}/user/${await idOf('mailless')}/password/reset`)).error.fields,
    ).toEqual({ id: 'no_email' })
    const { id } = await invited()
    await setStatus(admin, [id], 'DISABLED')
    expect((await world.call(admin, 'POST', `${web}/user/${id}/password/reset`)).error.fields).toEqual({
      id: 'not_active',
    })
  })

  test('removes the second factor with its recovery codes and ends sessions', async () => {
    const token = await world.user('phoneless', 'BANK_USER', bank)
    const id = await idOf('phoneless')
    const end = () => world.call(admin, 'POST', `${web}/user/${id}/twoFactor/end`)
    expect((await end()).error.fields).toEqual({ id: 'no_two_factor' })
    await world.sql`update users set totp_secret = 'x', totp_confirmed_at = now(), totp_last_step = 1 where id = ${id}`
    await world.sql`insert into recovery_codes (user_id, code_hash) values (${id}, 'y')`
    expect((await detail(admin, id)).data.twoFactor).toBe(true)
    expect((await end()).status).toBe(200)
    expect((await detail(admin, id)).data.twoFactor).toBe(false)
    expect(await world.sql`select from recovery_codes where user_id = ${id}`).toHaveLength(0)
    expect((await world.call(token, 'GET', '/api/users')).status).toBe(401)
  })

  test('rejects resetting one’s own password or second factor', async () => {
    const token = await world.user('unlocked', 'ADMIN_BANK', bank)
    const id = await idOf('unlocked')
    await world.sql`update users set email = 'unlocked@example.com', totp_secret = 'x', totp_confirmed_at = now() where id = ${id}`
    for (const what of ['password/reset', 'twoFactor/end']) {
      const { status, error } = await world.call(token, 'POST', `${web}/user/${id}/${what}`)
      expect([status, error.fields]).toEqual([400, { id: 'oneself' }])
    }
    expect((await detail(token, id)).data).toMatchObject({ twoFactor: true, passwordSetAt: expect.any(String) })
  })
})
