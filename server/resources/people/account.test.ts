import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Account, AccountSession } from '#contract/people/account.ts'
import { codeFor, messagesTo, newAddress, send, tokenIn } from '../../auth/testAuth.ts'
import { openWorld, type World, worldPassword } from '../../testing/testWorld.ts'
import { findLogin } from '../../db/auth/logins.ts'

let world: World
let userName = ''
let token = ''
let serial = 0
const account = '/collateral/web/account'
const other = 'Larkspur77x'

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  userName = `erden${++serial}`
  token = await world.user(userName, 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', `Watch ${serial}`))
  await world.sql`update users set email = ${`${userName}@example.com`} where user_name = ${userName}`
})

const signIn = (password: string, more: object = {}) =>
  send<{ token: string }>(world, 'POST', '/collateral/common/auth/login/user', { type: 'account', userName, password, ...more }, { address: newAddress() })
const profile = (by = token) => world.call<Account>(by, 'GET', '/collateral/app/profile/user')
const sessions = async (by = token) => (await world.call<{ list: AccountSession[] }>(by, 'GET', `${account}/sessions`)).data.list
const forgetProof = () => world.sql`update sessions set proven_at = null`
const prove = (input: object) => world.call(token, 'POST', `${account}/prove`, input)
const endings = () => world.emitted.sessionEnded.map(({ reason }) => reason)

test('the profile says who is signed in', async () => {
  const { data } = await profile()
  expect(data).toMatchObject({
    userName,
    displayName: userName,
    role: 'SUPERVISOR_PM',
    organizationRole: 'SUPERVISOR',
    organizationName: `Watch ${serial}`,
    hasPassword: true,
    notifyCount: 0,
    unreadCount: 0,
    twoFactor: { enabled: false, required: false, recoveryCodesLeft: 0 },
  })
})

describe('an edit', () => {
  const edit = (input: object) => world.call<Account>(token, 'PUT', `${account}/edit`, input)
  const confirm = async (address: string) =>
    send<{ email: string }>(world, 'POST', '/collateral/common/auth/email/confirm', { token: tokenIn((await messagesTo(world, address))[0]) })

  test('changes the name, tells the open pages, and is noted with what was before', async () => {
    const { data: before } = await profile()
    const { data } = await edit({ displayName: ' Эрдэн ', email: before.email, version: before.version })
    expect(data).toMatchObject({ displayName: 'Эрдэн', email: before.email, pendingEmail: null, version: before.version + 1 })
    expect(world.emitted.accountsChanged.flatMap(({ userIds }) => userIds)).toContain(before.id)
    const [entry] = await world.sql`select before, after, address from audit_entries where noun = 'user' and action = 'EDIT' order by id desc limit 1`
    expect(entry).toEqual({
      before: { displayName: userName, email: before.email, pendingEmail: null },
      after: { displayName: 'Эрдэн', email: before.email, pendingEmail: null },
      address: '127.0.0.1',
    })
  })

  test('of the address needs a proof: who reads its mail can set a new password', async () => {
    await forgetProof()
    const { data } = await profile()
    const refused = await edit({ displayName: 'X', email: 'thief@example.com', version: data.version })
    expect([refused.status, refused.error.code]).toEqual([403, 'PROOF_REQUIRED'])
    expect(await messagesTo(world, 'thief@example.com')).toEqual([])
    expect((await edit({ displayName: 'X', email: data.email, version: data.version })).status).toBe(200)
    expect((await prove({ password: worldPassword })).data).toEqual({ forSeconds: 300 })
    const { status } = await edit({ displayName: 'X', email: `own${serial}@example.com`, version: data.version + 1 })
    expect([status, (await profile()).data.email]).toEqual([200, data.email])
  })

  test('of the address counts once the link that went there is followed; the old one is told before and after', async () => {
    const { data: before } = await profile()
    const [old, wanted] = [before.email ?? '', `fresh${serial}@example.com`]
    const asked = await edit({ displayName: userName, email: wanted, version: before.version })
    expect(asked.data).toMatchObject({ email: old, pendingEmail: wanted })
    expect((await messagesTo(world, old)).map(({ body }) => body)).toEqual([expect.stringContaining('新邮箱确认后生效')])
    await world.sql`
      insert into mail_links (token_hash, purpose, user_id, created_at, expires_at)
      values (${Buffer.from(`old ${userName}`)}, 'SET_PASSWORD', ${before.id}, now(), now() + interval '1 day')`
    const [first] = [await confirm(wanted), await world.sql`select from mail_links where user_id = ${before.id} and used_at is null`]
    expect([first.status, first.data]).toEqual([200, { email: wanted }])
    expect(await world.sql`select from mail_links where user_id = ${before.id} and used_at is null`).toEqual([])
    expect((await profile()).data).toMatchObject({ email: wanted, pendingEmail: null })
    expect(await messagesTo(world, old)).toHaveLength(2)
    expect(world.emitted.noticesChanged.at(-1)?.notice?.code).toBe('EMAIL_CHANGED')
    const again = await confirm(wanted)
    expect([again.status, again.error.code]).toEqual([410, 'LINK_EXPIRED'])
  })

  test('of the address again voids the link before; one that became another’s is a conflict', async () => {
    const { data } = await profile()
    const [one, two] = [`one${serial}@example.com`, `two${serial}@example.com`]
    await edit({ displayName: userName, email: one, version: data.version })
    await edit({ displayName: userName, email: two, version: data.version + 1 })
    expect((await confirm(one)).error.code).toBe('LINK_EXPIRED')
    await world.user(`late${serial}`, 'SUPERVISOR_PM', null)
    await world.sql`update users set email = ${two} where user_name = ${`late${serial}`}`
    const taken = await confirm(two)
    expect([taken.status, taken.error.fields]).toEqual([409, { email: 'taken' }])
  })

  test('of a version that is old is a conflict', async () => {
    const { data } = await profile()
    await edit({ displayName: 'First', email: null, version: data.version })
    const second = await edit({ displayName: 'Second', email: null, version: data.version })
    expect([second.status, second.error.code]).toEqual([409, 'CONFLICT'])
    expect((await profile()).data.displayName).toBe('First')
  })

  test('to an address that is another’s names the field', async () => {
    await world.user(`other${serial}`, 'SUPERVISOR_PM', null)
    await world.sql`update users set email = ${`other${serial}@example.com`} where user_name = ${`other${serial}`}`
    const { data } = await profile()
    const taken = await edit({ displayName: 'X', email: `OTHER${serial}@example.com`, version: data.version })
    expect([taken.status, taken.error.fields]).toEqual([409, { email: 'taken' }])
  })
})

describe('a proof', () => {
  test.each([
    [{ password: 'Wrong2026x' }, 'WRONG_PASSWORD'],
    [{}, 'WRONG_PASSWORD'],
  ])('by %j is none', async (input, code) => {
    await forgetProof()
    const refused = await prove(input)
    expect([refused.status, refused.error.code]).toEqual([422, code])
    expect(await world.sql`select from sessions s join users u on u.id = s.user_id where u.user_name = ${userName} and s.proven_at is not null`).toEqual([])
  })

  test('holds for five minutes, and for its session alone', async () => {
    const { data: elsewhere } = await signIn(worldPassword)
    await forgetProof()
    expect((await prove({ password: worldPassword })).status).toBe(200)
    const edit = (by: string, email: string) => world.call<Account>(by, 'PUT', `${account}/edit`, { displayName: 'X', email, version: 1 })
    expect((await edit(elsewhere.token, `a${serial}@example.com`)).error.code).toBe('PROOF_REQUIRED')
    await world.sql`update sessions set proven_at = proven_at - interval '4 minutes'`
    expect((await edit(token, `a${serial}@example.com`)).status).toBe(200)
    await world.sql`update sessions set proven_at = proven_at - interval '1 minute'`
    const { data } = await profile()
    expect((await world.call(token, 'PUT', `${account}/edit`, { displayName: 'X', email: `b${serial}@example.com`, version: data.version })).error.code).toBe('PROOF_REQUIRED')
  })

  test('is a sign-in by password, and none one by SMS code of somebody who has a password', async () => {
    const number = `+8613911${String(10_000 + serial)}0`.slice(0, 14)
    await world.sql`update users set telephone = ${number} where user_name = ${userName}`
    const bySms = async () => {
      const captcha = await codeFor(world, number)
      return (await send<{ token: string }>(world, 'POST', '/collateral/common/auth/login/user', { type: 'mobile', telephone: number, captcha })).data.token
    }
    const edit = (by: string, version: number) => world.call<Account>(by, 'PUT', `${account}/edit`, { displayName: 'X', email: `sms${serial}${version}@example.com`, version })
    const { data: byPassword } = await signIn(worldPassword)
    expect((await edit(byPassword.token, 1)).status).toBe(200)
    expect((await edit(await bySms(), 2)).error.code).toBe('PROOF_REQUIRED')
    await world.sql`update users set password_hash = null where user_name = ${userName}`
    expect((await edit(await bySms(), 2)).status).toBe(200)
  })
})

describe('a change of the password', () => {
  const change = (oldPassword: string, password: string, by = token) => world.call<{ token: string }>(by, 'POST', `${account}/password`, { oldPassword, password })

  test('ends every session at once; the answer’s token goes on', async () => {
    const { data: elsewhere } = await signIn(worldPassword, { autoLogin: true })
    const old = await world.sessions.authenticate(token)
    const { status, data } = await change(worldPassword, other)
    expect(status).toBe(200)
    expect([(await profile()).status, (await profile(elsewhere.token)).status, (await profile(data.token)).status]).toEqual([401, 401, 200])
    expect(world.emitted.sessionEnded).toContainEqual({ tokenHash: old?.tokenHash, reason: 'PASSWORD_CHANGED' })
    expect((await signIn(worldPassword)).status).toBe(401)
    expect((await signIn(other)).status).toBe(200)
    expect(world.emitted.noticesChanged.at(-1)?.notice?.code).toBe('PASSWORD_CHANGED')
    expect((await messagesTo(world, `${userName}@example.com`))[0]?.subject).toBe('您的 Drover 账户已变更')
  })

  test('keeps how long the session was to last', async () => {
    const { data: kept } = await signIn(worldPassword, { autoLogin: true })
    const { data } = await change(worldPassword, other, kept.token)
    const [only] = await sessions(data.token)
    expect(Date.parse(only?.expiresAt ?? '') - Date.parse(only?.createdAt ?? '')).toBe(30 * 86_400_000)
  })

  test.each([
    ['Wrong2026x', other, 422, 'WRONG_PASSWORD', { oldPassword: 'wrong' }],
    [worldPassword, 'herd', 400, 'BAD_SHAPE', { password: 'weak' }],
    [worldPassword, 'Password123', 400, 'BAD_SHAPE', { password: 'common' }],
  ])('from %s to %s is refused', async (oldPassword, password, status, code, fields) => {
    const refused = await change(oldPassword, password)
    expect([refused.status, refused.error.code, refused.error.fields]).toEqual([status, code, fields])
    expect((await profile()).status).toBe(200)
  })

  test('is slowed after five wrong old ones', async () => {
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await change('Wrong2026x', other)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })

  test('needs no old one where there was none', async () => {
    await world.sql`update users set password_hash = null, password_set_at = null where user_name = ${userName}`
    expect((await profile()).data.hasPassword).toBe(false)
    const { status, data } = await change('', other)
    expect([status, (await profile(data.token)).data.hasPassword]).toEqual([200, true])
  })

  test('voids the links in the mailbox that would set another', async () => {
    const waiting = () => world.sql`
      select from mail_links l join users u on u.id = l.user_id where u.user_name = ${userName} and l.used_at is null`
    await world.sql`
      insert into mail_links (token_hash, purpose, user_id, created_at, expires_at)
      select ${Buffer.from(userName)}, 'SET_PASSWORD', id, now(), now() + interval '1 day' from users where user_name = ${userName}`
    expect(await waiting()).toHaveLength(1)
    expect((await change(worldPassword, other)).status).toBe(200)
    expect(await waiting()).toHaveLength(0)
  })

  test('meanwhile a sign-in with the old one begins no session', async () => {
    const signingIn = Promise.all(Array.from({ length: 6 }, () => signIn(worldPassword)))
    const { data } = await change(worldPassword, other)
    const tokens = (await signingIn).map((answer) => answer.data?.token ?? '')
    expect((await profile(data.token)).status).toBe(200)
    for (const one of tokens) expect(await world.sessions.authenticate(one)).toBeNull()
  })
})

describe('sessions', () => {
  test('are listed, the present one marked, and end one by one', async () => {
    const { data } = await signIn(worldPassword)
    const list = await sessions()
    expect(list).toHaveLength(2)
    expect(list.filter(({ isThis }) => isThis)).toHaveLength(1)
    const elsewhere = list.find(({ isThis }) => !isThis)
    expect((await world.call(token, 'DELETE', `${account}/session/${elsewhere?.id}`)).status).toBe(200)
    expect(await world.sessions.authenticate(data.token)).toBeNull()
    expect(endings().at(-1)).toBe('ENDED_ELSEWHERE')
    expect((await world.call(token, 'DELETE', `${account}/session/${elsewhere?.id}`)).status).toBe(404)
  })

  test('of others can’t be ended', async () => {
    const stranger = await world.user(`stranger${serial}`, 'ADMIN_PLATFORM', null)
    const [own] = await sessions()
    expect((await world.call(stranger, 'DELETE', `${account}/session/${own?.id}`)).status).toBe(404)
    expect((await profile()).status).toBe(200)
  })

  test('but this one end together', async () => {
    const others = [(await signIn(worldPassword)).data.token, (await signIn(worldPassword)).data.token]
    for (const one of others) expect((await profile(one)).status).toBe(200)
    expect((await world.call<{ ended: number }>(token, 'POST', `${account}/sessions/endOthers`, {})).data).toEqual({ ended: 2 })
    for (const one of others) expect((await profile(one)).status).toBe(401)
    expect(await sessions()).toHaveLength(1)
  })
})

describe('the second factor', () => {
  const begin = (password: string, twoFactorCode?: string) => world.call<{ secret: string; uri: string }>(token, 'POST', `${account}/twoFactor/begin`, { password, twoFactorCode })
  const confirm = (code: string) => world.call<{ recoveryCodes: string[] }>(token, 'POST', `${account}/twoFactor/confirm`, { code })
  const end = (password: string, twoFactorCode?: string) => world.call(token, 'POST', `${account}/twoFactor/end`, { password, twoFactorCode })
  const codeOf = (secret: string, shiftMs = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shiftMs })

  test('is in force once a code is confirmed, and ends with the password and a code', async () => {
    const { data } = await begin(worldPassword)
    expect(data.uri).toMatch(new RegExp(`^otpauth://totp/Drover:${userName}\\?issuer=Drover&secret=${data.secret}&algorithm=SHA1&digits=6&period=30$`))
    expect((await signIn(worldPassword)).status).toBe(200)
    const confirmed = await confirm(codeOf(data.secret))
    expect(new Set(confirmed.data.recoveryCodes).size).toBe(10)
    expect(confirmed.data.recoveryCodes[0]).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
    expect((await profile()).data.twoFactor).toEqual({ enabled: true, required: false, recoveryCodesLeft: 10 })
    expect((await signIn(worldPassword)).error.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await end('Wrong2026x')).error.fields).toEqual({ password: 'wrong' })
    const unproven = [await end(worldPassword), await end(worldPassword, '12345x'), await end(worldPassword, codeOf(data.secret))]
    expect(unproven.map(({ status, error }) => [status, error.fields])).toEqual([
      [422, { twoFactorCode: 'required' }],
      [422, { twoFactorCode: 'wrong' }],
      // It was used to confirm.
      [422, { twoFactorCode: 'wrong' }],
    ])
    expect((await end(worldPassword, confirmed.data.recoveryCodes[0])).status).toBe(200)
    expect((await profile()).data.twoFactor).toEqual({ enabled: false, required: false, recoveryCodesLeft: 0 })
    expect((await signIn(worldPassword)).status).toBe(200)
    const rows = await world.sql<{ action: string }[]>`
      select action from audit_entries a join users u on u.id = a.noun_id where noun = 'user' and u.user_name = ${userName} order by a.id`
    expect(rows.map(({ action }) => action)).toEqual(['BEGIN_TWO_FACTOR', 'END_TWO_FACTOR'])
  })

  test('ends the sessions that began without it, and lets none begin that was checked before', async () => {
    const { data: elsewhere } = await signIn(worldPassword)
    const found = await findLogin(world.sql, userName)
    const { data } = await begin(worldPassword)
    expect((await profile(elsewhere.token)).status).toBe(200)
    expect((await confirm(codeOf(data.secret))).status).toBe(200)
    expect([(await profile()).status, (await profile(elsewhere.token)).status]).toEqual([200, 401])
    expect(endings().at(-1)).toBe('ENDED_ELSEWHERE')
    const late = { userId: found?.userId ?? 0, passwordHash: found?.passwordHash ?? null, autoLogin: false }
    expect(await world.sessions.start({ ...late, withoutSecondFactor: true })).toBeNull()
    expect(await world.sessions.start({ ...late, withoutSecondFactor: false })).not.toBeNull()
  })

  test('the code that confirmed it does not sign in', async () => {
    const { data } = await begin(worldPassword)
    const code = codeOf(data.secret)
    await confirm(code)
    expect((await signIn(worldPassword, { twoFactorCode: code })).error.code).toBe('BAD_TWO_FACTOR')
    expect((await signIn(worldPassword, { twoFactorCode: codeOf(data.secret, 30_000) })).status).toBe(200)
  })

  test('a new one leaves the old one in force until it is confirmed', async () => {
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

  test('asked for without a code, however often, counts as no try at it; wrong codes do, and recovery codes are bounded alike', async () => {
    const { recoveryCodes } = (await confirm(codeOf((await begin(worldPassword)).data.secret))).data
    const unasked = []
    for (let i = 0; i < 7; i++) unasked.push((await end(worldPassword)).error.fields)
    expect(unasked).toEqual(Array.from({ length: 7 }, () => ({ twoFactorCode: 'required' })))
    const wrong = []
    for (let i = 0; i < 3; i++) wrong.push((await begin(worldPassword, 'aaaaa-aaaa')).status, (await end(worldPassword, 'aaaaa-aaaa')).status)
    expect(wrong).toEqual([422, 422, 422, 422, 422, 429])
    expect((await end(worldPassword, recoveryCodes[0])).error.code).toBe('TOO_MANY_TRIES')
    // Elsewhere they wait for nothing.
    const elsewhere = { password: worldPassword, twoFactorCode: recoveryCodes[0] }
    expect((await send(world, 'POST', `${account}/twoFactor/end`, elsewhere, { address: newAddress(), token })).status).toBe(200)
  })

  test('wrong codes of an authenticator count together, wherever they are tried and from wherever; a recovery code is still taken', async () => {
    const { secret } = (await begin(worldPassword)).data
    const { recoveryCodes } = (await confirm(codeOf(secret))).data
    const bad = [-30_000, 0, 30_000, 60_000].map((ms) => codeOf(secret, ms)).includes('000000') ? '000001' : '000000'
    for (let i = 0; i < 15; i++) {
      const proof = { password: worldPassword, twoFactorCode: bad }
      const { status } = await send(world, 'POST', `${account}/twoFactor/end`, proof, { address: newAddress(), token })
      expect([status, (await signIn(worldPassword, { twoFactorCode: bad })).error.code]).toEqual([422, 'BAD_TWO_FACTOR'])
    }
    expect((await signIn(worldPassword, { twoFactorCode: bad })).error.code).toBe('TOO_MANY_TRIES')
    expect((await end(worldPassword, bad)).error.code).toBe('TOO_MANY_TRIES')
    expect((await end(worldPassword, recoveryCodes[0])).status).toBe(200)
  }, 30_000)

  test('a database that fails while a code is checked costs nobody a try', async () => {
    const { recoveryCodes } = (await confirm(codeOf((await begin(worldPassword)).data.secret))).data
    await world.sql`alter table recovery_codes rename to elsewhere`
    const failed = []
    for (let i = 0; i < 6; i++) failed.push((await begin(worldPassword, 'aaaaa-aaaa')).status)
    await world.sql`alter table elsewhere rename to recovery_codes`
    expect(failed).toEqual(Array.from({ length: 6 }, () => 500))
    expect((await end(worldPassword, recoveryCodes[0])).status).toBe(200)
  })

  test('one code is taken once, of two calls at once', async () => {
    const { recoveryCodes } = (await confirm(codeOf((await begin(worldPassword)).data.secret))).data
    const both = await Promise.all([begin(worldPassword, recoveryCodes[0]), begin(worldPassword, recoveryCodes[0])])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('one that came into force while another was begun is not replaced: nobody has proven it', async () => {
    let late: ReturnType<typeof begin> | undefined
    await world.sql.begin(async (sql) => {
      await sql`update users set totp_secret = 'another', totp_confirmed_at = now() where user_name = ${userName}`
      late = begin(worldPassword)
      await expect
        .poll(async () => (await world.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length)
        .toBe(1)
    })
    expect((await late)?.error.code).toBe('CONFLICT')
  })

  test('begins with the password alone, and is confirmed by a right code alone', async () => {
    const refused = await begin('Wrong2026x')
    expect([refused.status, refused.error.code, refused.error.fields]).toEqual([422, 'WRONG_PASSWORD', { password: 'wrong' }])
    expect((await confirm('123456')).status).toBe(422)
    const { data } = await begin(worldPassword)
    const wrong = await confirm(codeOf(data.secret) === '123456' ? '654321' : '123456')
    expect([wrong.status, wrong.error.code, wrong.error.fields]).toEqual([422, 'BAD_TWO_FACTOR', { code: 'wrong' }])
  })
})
