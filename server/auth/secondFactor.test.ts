import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { worldPassword } from '../testing/testWorld.ts'
import { codeFor, newAddress, otherThan } from './testAuth.ts'
import { openSignIn } from './testSignIn.ts'

const { world, telephone, byPassword, byCode } = await openSignIn()
afterAll(() => world.close())

describe('sign-in of a user with a second factor', () => {
  let secret = ''
  let recoveryCodes: string[] = []
  const codeAt = (shiftMs = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shiftMs })
  const forgetStep = () => world.sql`update users set totp_last_step = null where user_name = 'Erden'`

  beforeAll(async () => {
    const { data } = await byPassword('Erden', worldPassword)
    const begun = await world.call<{ secret: string; uri: string }>(
      data.token,
      'POST',
      '/collateral/web/account/twoFactor/begin',
      { password: worldPassword },
    )
    secret = begun.data.secret
    const confirmed = await world.call<{ recoveryCodes: string[] }>(
      data.token,
      'POST',
      '/collateral/web/account/twoFactor/confirm',
      { code: codeAt() },
    )
    recoveryCodes = confirmed.data.recoveryCodes
  })

  test('asks for the code after the right password, counting no try', async () => {
    const address = newAddress()
    for (let i = 0; i < 8; i++) {
      const response = await byPassword('Erden', worldPassword, {}, address)
      expect([response.status, response.error.code]).toEqual([401, 'TWO_FACTOR_REQUIRED'])
    }
  })

  test('does not reveal the second factor after a wrong password', async () => {
    const refused = await byPassword('Erden', 'Wrong2026x', { twoFactorCode: codeAt() })
    expect(refused.error.code).toBe('BAD_CREDENTIALS')
  })

  test('accepts each code once, also of the adjacent time steps', async () => {
    await forgetStep()
    const code = codeAt()
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: code })).status).toBe(200)
    const again = await byPassword('Erden', worldPassword, { twoFactorCode: code })
    expect([again.status, again.error.code]).toEqual([401, 'BAD_TWO_FACTOR'])
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: codeAt(30_000) })).status).toBe(200)
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: codeAt(-30_000) })).error.code).toBe(
      'BAD_TWO_FACTOR',
    )
    await forgetStep()
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: codeAt(90_000) })).error.code).toBe(
      'BAD_TWO_FACTOR',
    )
  })

  test('counts a wrong code as a wrong try', async () => {
    const address = newAddress()
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push((await byPassword('Erden', worldPassword, { twoFactorCode: otherThan(codeAt()) }, address)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('accepts a recovery code once, regardless of case and separators', async () => {
    const [code = ''] = recoveryCodes
    const typed = code.toUpperCase().replace('-', ' ')
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: typed })).status).toBe(200)
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: code })).error.code).toBe('BAD_TWO_FACTOR')
    const rows = await world.sql`select from recovery_codes where used_at is not null`
    expect(rows).toHaveLength(1)
  })

  test('does not use up an SMS code when asking for the factor', async () => {
    await forgetStep()
    const code = await codeFor(world, telephone)
    expect((await byCode(code)).error.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await byCode(code, { twoFactorCode: codeAt() })).status).toBe(200)
  })

  test('slows codes tried from many addresses, except recovery codes', { tags: 'long', timeout: 60_000 }, async () => {
    await forgetStep()
    const codes = new Set<string>()
    for (let i = 0; i < 40; i++)
      codes.add((await byPassword('Erden', worldPassword, { twoFactorCode: otherThan(codeAt()) })).error.code)
    expect([...codes]).toEqual(['BAD_TWO_FACTOR', 'TOO_MANY_TRIES'])
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: recoveryCodes[1] })).status).toBe(200)
  })

  test('does not store the secret unencrypted', async () => {
    const [row] = await world.sql<
      { sealed: Buffer }[]
    >`select totp_secret as sealed from users where user_name = 'Erden'`
    expect(row?.sealed.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false)
  })
})

test('allows only setting up a second factor that the organisation requires', async () => {
  const watch = await world.organisation('SUPERVISOR', 'North Watch')
  const token = await world.user('Tuya', 'ADMIN_SUPERVISOR', watch)
  const list = () => world.call(token, 'POST', '/collateral/web/farm/list', {})
  expect((await list()).status).toBe(200)
  await world.sql`update organisations set requires_two_factor = true where id = ${watch}`
  world.context.events.emit('accountsChanged', { userIds: [await world.idOf('Tuya')] })
  const due = await list()
  expect([due.status, due.error.code]).toEqual([403, 'TWO_FACTOR_DUE'])
  expect((await world.call(token, 'GET', '/collateral/web/account/sessions')).error.code).toBe('TWO_FACTOR_DUE')
  expect((await world.call(token, 'GET', '/api/notices')).status).toBe(200)
  const profile = await world.call<{ twoFactor: object }>(token, 'GET', '/collateral/app/profile/user')
  expect(profile.data.twoFactor).toEqual({
    enabled: false,
    required: true,
    requiredFrom: null,
    due: true,
    recoveryCodesLeft: 0,
  })
  expect((await byPassword('Tuya', worldPassword)).status).toBe(200)

  const begun = await world.call<{ secret: string }>(token, 'POST', '/collateral/web/account/twoFactor/begin', {
    password: worldPassword,
  })
  const code = new TOTP({ secret: Secret.fromBase32(begun.data.secret) }).generate()
  expect((await world.call(token, 'POST', '/collateral/web/account/twoFactor/confirm', { code })).status).toBe(200)
  expect((await list()).status).toBe(200)
  const ended = await world.call(token, 'POST', '/collateral/web/account/twoFactor/end', { password: worldPassword })
  expect([ended.status, ended.error.code]).toEqual([403, 'NOT_ALLOWED'])
})
