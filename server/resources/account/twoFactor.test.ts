import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newAddress, send } from '../../auth/testAuth.ts'
import { worldPassword } from '../../testing/testWorld.ts'
import { findLogin } from '../../db/auth/logins.ts'
import { account, openAccountWorld } from './testAccount.ts'

const { world, me, signIn, profile, endings } = await openAccountWorld()

describe('two-factor sign-in', () => {
  const begin = (password: string, twoFactorCode?: string) =>
    world.call<{ secret: string; uri: string }>(me.token, 'POST', `${account}/twoFactor/begin`, {
      password,
      twoFactorCode,
    })
  const confirm = (code: string) =>
    world.call<{ recoveryCodes: string[] }>(me.token, 'POST', `${account}/twoFactor/confirm`, { code })
  const end = (password: string, twoFactorCode?: string) =>
    world.call(me.token, 'POST', `${account}/twoFactor/end`, { password, twoFactorCode })
  const codeOf = (secret: string, shiftMs = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shiftMs })

  test('starts when a code is confirmed and ends with password and code', async () => {
    const { data } = await begin(worldPassword)
    expect(data.uri).toMatch(
      new RegExp(
        `^otpauth://totp/Drover:${me.userName}\\?issuer=Drover&secret=${data.secret}&algorithm=SHA1&digits=6&period=30$`,
      ),
    )
    expect((await signIn(worldPassword)).status).toBe(200)
    const confirmed = await confirm(codeOf(data.secret))
    expect(new Set(confirmed.data.recoveryCodes).size).toBe(10)
    expect(confirmed.data.recoveryCodes[0]).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
    expect((await profile()).data.twoFactor).toEqual({
      enabled: true,
      required: false,
      requiredFrom: null,
      due: false,
      recoveryCodesLeft: 10,
    })
    expect((await signIn(worldPassword)).error.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await end('Wrong2026x')).error.fields).toEqual({ password: 'wrong' })
    const unproven = [
      await end(worldPassword),
      await end(worldPassword, '12345x'),
      await end(worldPassword, codeOf(data.secret)),
    ]
    expect(unproven.map(({ status, error }) => [status, error.fields])).toEqual([
      [422, { twoFactorCode: 'required' }],
      [422, { twoFactorCode: 'wrong' }],
      // This code was already used to confirm.
      [422, { twoFactorCode: 'wrong' }],
    ])
    expect((await end(worldPassword, confirmed.data.recoveryCodes[0])).status).toBe(200)
    expect((await profile()).data.twoFactor).toEqual({
      enabled: false,
      required: false,
      requiredFrom: null,
      due: false,
      recoveryCodesLeft: 0,
    })
    expect((await signIn(worldPassword)).status).toBe(200)
    const rows = await world.sql<{ action: string }[]>`
      select action from audit_entries a join users u on u.id = a.noun_id where noun = 'user' and u.user_name = ${me.userName} order by a.id`
    expect(rows.map(({ action }) => action)).toEqual(['BEGIN_TWO_FACTOR', 'END_TWO_FACTOR'])
  })

  test('ends sessions started without it and blocks sign-ins checked before it', async () => {
    const { data: elsewhere } = await signIn(worldPassword)
    const found = await findLogin(world.sql, me.userName)
    const { data } = await begin(worldPassword)
    expect((await profile(elsewhere.token)).status).toBe(200)
    expect((await confirm(codeOf(data.secret))).status).toBe(200)
    expect([(await profile()).status, (await profile(elsewhere.token)).status]).toEqual([200, 401])
    expect(endings().at(-1)).toBe('ENDED_ELSEWHERE')
    const late = { userId: found?.userId ?? 0, passwordHash: found?.passwordHash ?? null, autoLogin: false }
    expect(await world.sessions.start({ ...late, withoutSecondFactor: true })).toBeNull()
    expect(await world.sessions.start({ ...late, withoutSecondFactor: false })).not.toBeNull()
  })

  test('rejects signing in with the code that confirmed it', async () => {
    const { data } = await begin(worldPassword)
    const code = codeOf(data.secret)
    await confirm(code)
    expect((await signIn(worldPassword, { twoFactorCode: code })).error.code).toBe('BAD_TWO_FACTOR')
    expect((await signIn(worldPassword, { twoFactorCode: codeOf(data.secret, 30_000) })).status).toBe(200)
  })

  test('keeps the old secret valid until the new one is confirmed', async () => {
    const first = (await begin(worldPassword)).data.secret
    const { recoveryCodes } = (await confirm(codeOf(first))).data
    expect((await begin(worldPassword)).error.fields).toEqual({ twoFactorCode: 'required' })
    const second = (await begin(worldPassword, recoveryCodes[0])).data.secret
    expect((await begin(worldPassword, recoveryCodes[0])).error.fields).toEqual({ twoFactorCode: 'wrong' })
    expect((await signIn(worldPassword, { twoFactorCode: codeOf(second, 30_000) })).error.code).toBe('BAD_TWO_FACTOR')
    expect((await signIn(worldPassword, { twoFactorCode: codeOf(first, 30_000) })).status).toBe(200)
    await confirm(codeOf(second))
    expect((await signIn(worldPassword, { twoFactorCode: codeOf(second, 30_000) })).status).toBe(200)
  })

  test('counts wrong codes, but not missing ones, as tries per address', async () => {
    const { recoveryCodes } = (await confirm(codeOf((await begin(worldPassword)).data.secret))).data
    const unasked = []
    for (let i = 0; i < 7; i++) unasked.push((await end(worldPassword)).error.fields)
    expect(unasked).toEqual(Array.from({ length: 7 }, () => ({ twoFactorCode: 'required' })))
    const wrong = []
    for (let i = 0; i < 3; i++)
      wrong.push((await begin(worldPassword, 'aaaaa-aaaa')).status, (await end(worldPassword, 'aaaaa-aaaa')).status)
    expect(wrong).toEqual([422, 422, 422, 422, 422, 429])
    expect((await end(worldPassword, recoveryCodes[0])).error.code).toBe('TOO_MANY_TRIES')
    // Another address is not limited.
    const elsewhere = { password: worldPassword, twoFactorCode: recoveryCodes[0] }
    expect(
      (await send(world, 'POST', `${account}/twoFactor/end`, elsewhere, { address: newAddress(), token: me.token }))
        .status,
    ).toBe(200)
  })

  test(
    'counts wrong codes from all addresses together, and still accepts a recovery code',
    { tags: 'long', timeout: 30_000 },
    async () => {
      const { secret } = (await begin(worldPassword)).data
      const { recoveryCodes } = (await confirm(codeOf(secret))).data
      const bad = [-30_000, 0, 30_000, 60_000].map((ms) => codeOf(secret, ms)).includes('000000') ? '000001' : '000000'
      for (let i = 0; i < 15; i++) {
        const proof = { password: worldPassword, twoFactorCode: bad }
        const { status } = await send(world, 'POST', `${account}/twoFactor/end`, proof, {
          address: newAddress(),
          token: me.token,
        })
        expect([status, (await signIn(worldPassword, { twoFactorCode: bad })).error.code]).toEqual([
          422,
          'BAD_TWO_FACTOR',
        ])
      }
      expect((await signIn(worldPassword, { twoFactorCode: bad })).error.code).toBe('TOO_MANY_TRIES')
      expect((await end(worldPassword, bad)).error.code).toBe('TOO_MANY_TRIES')
      expect((await end(worldPassword, recoveryCodes[0])).status).toBe(200)
    },
  )

  test('counts no try when the database fails during a check', async () => {
    const { recoveryCodes } = (await confirm(codeOf((await begin(worldPassword)).data.secret))).data
    await world.sql`alter table recovery_codes rename to elsewhere`
    const failed = []
    for (let i = 0; i < 6; i++) failed.push((await begin(worldPassword, 'aaaaa-aaaa')).status)
    await world.sql`alter table elsewhere rename to recovery_codes`
    expect(failed).toEqual(Array.from({ length: 6 }, () => 500))
    expect((await end(worldPassword, recoveryCodes[0])).status).toBe(200)
  })

  test('accepts a code once when two calls use it concurrently', async () => {
    const { recoveryCodes } = (await confirm(codeOf((await begin(worldPassword)).data.secret))).data
    const both = await Promise.all([begin(worldPassword, recoveryCodes[0]), begin(worldPassword, recoveryCodes[0])])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('does not replace a secret confirmed while another setup begins', async () => {
    let late: ReturnType<typeof begin> | undefined
    await world.sql.begin(async (sql) => {
      await sql`update users set totp_secret = 'another', totp_confirmed_at = now() where user_name = ${me.userName}`
      late = begin(worldPassword)
      await expect
        .poll(
          async () =>
            (
              await world.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
            ).length,
        )
        .toBe(1)
    })
    expect((await late)?.error.code).toBe('CONFLICT')
  })

  test('begins only with the password and is confirmed only by its code', async () => {
    const refused = await begin('Wrong2026x')
    expect([refused.status, refused.error.code, refused.error.fields]).toEqual([
      422,
      'WRONG_PASSWORD',
      { password: 'wrong' },
    ])
    expect((await confirm('123456')).status).toBe(422)
    const { data } = await begin(worldPassword)
    const wrong = await confirm(codeOf(data.secret) === '123456' ? '654321' : '123456')
    expect([wrong.status, wrong.error.code, wrong.error.fields]).toEqual([422, 'BAD_TWO_FACTOR', { code: 'wrong' }])
  })
})
