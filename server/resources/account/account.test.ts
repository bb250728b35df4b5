import { describe, expect, test } from 'vitest'
import type { Account } from '#contract/people/account.ts'
import { codeFor, messagesTo, send, tokenIn } from '../../auth/testAuth.ts'
import { worldPassword } from '../../testing/testWorld.ts'
import { account, openAccountWorld } from './testAccount.ts'

const { world, me, signIn, profile, sessions, endings, forgetProof } = await openAccountWorld()
const other = 'Larkspur77x'
const prove = (input: object) => world.call(me.token, 'POST', `${account}/prove`, input)

test('returns the signed-in user’s profile', async () => {
  const { data } = await profile()
  expect(data).toMatchObject({
    userName: me.userName,
    displayName: me.userName,
    role: 'SUPERVISOR_PM',
    organizationRole: 'SUPERVISOR',
    organizationName: `Watch ${me.serial}`,
    hasPassword: true,
    notifyCount: 0,
    unreadCount: 0,
    twoFactor: { enabled: false, required: false, recoveryCodesLeft: 0 },
  })
  // The request itself counts as activity, which is recorded by the minute.
  expect(data.idleEndsInMs).toBeGreaterThan(43 * 60_000)
  expect(data.idleEndsInMs).toBeLessThanOrEqual(45 * 60_000)
})

describe('account edit', () => {
  const edit = (input: object) => world.call<Account>(me.token, 'PUT', `${account}/edit`, input)
  const confirm = async (address: string) =>
    send<{ email: string }>(
      world,
      'POST',
      '/collateral/common/auth/email/confirm',
      {
        token: tokenIn((await messagesTo(world, address))[0]),
      },
      { token: me.token },
    )

  test('changes the name, notifies open pages and audits the old value', async () => {
    const { data: before } = await profile()
    const { data } = await edit({ displayName: ' Эрдэн ', email: before.email, version: before.version })
    expect(data).toMatchObject({
      displayName: 'Эрдэн',
      email: before.email,
      pendingEmail: null,
      version: before.version + 1,
    })
    expect(world.emitted.accountsChanged.flatMap(({ userIds }) => userIds)).toContain(before.id)
    const [entry] =
      await world.sql`select before, after, address from audit_entries where noun = 'user' and action = 'EDIT' order by id desc limit 1`
    expect(entry).toEqual({
      before: { displayName: me.userName, email: before.email, pendingEmail: null },
      after: { displayName: 'Эрдэн', email: before.email, pendingEmail: null },
      address: '127.0.0.1',
    })
  })

  test('requires recent proof to change the email address', async () => {
    await forgetProof()
    const { data } = await profile()
    const refused = await edit({ displayName: 'X', email: 'thief@example.com', version: data.version })
    expect([refused.status, refused.error.code]).toEqual([403, 'PROOF_REQUIRED'])
    expect(await messagesTo(world, 'thief@example.com')).toEqual([])
    expect((await edit({ displayName: 'X', email: data.email, version: data.version })).status).toBe(200)
    expect((await prove({ password: worldPassword })).data).toEqual({ forSeconds: 300 })
    const { status } = await edit({ displayName: 'X', email: `own${me.serial}@example.com`, version: data.version + 1 })
    expect([status, (await profile()).data.email]).toEqual([200, data.email])
  })

  test('changes the address after confirmation and mails the old address twice', async () => {
    const { data: before } = await profile()
    const [old, newAddress] = [before.email ?? '', `fresh${me.serial}@example.com`]
    const saved = await edit({ displayName: me.userName, email: newAddress, version: before.version })
    expect(saved.data).toMatchObject({ email: old, pendingEmail: newAddress })
    expect((await messagesTo(world, old)).map(({ body }) => body)).toEqual([
      expect.stringContaining('新邮箱确认后生效'),
    ])
    await world.sql`
      insert into mail_links (token_hash, purpose, user_id, created_at, expires_at)
      values (${Buffer.from(`old ${me.userName}`)}, 'SET_PASSWORD', ${before.id}, now(), now() + interval '1 day')`
    const [first] = [
      await confirm(newAddress),
      await world.sql`select from mail_links where user_id = ${before.id} and used_at is null`,
    ]
    expect([first.status, first.data]).toEqual([200, { email: newAddress }])
    expect(await world.sql`select from mail_links where user_id = ${before.id} and used_at is null`).toEqual([])
    expect((await profile()).data).toMatchObject({ email: newAddress, pendingEmail: null })
    expect(await messagesTo(world, old)).toHaveLength(2)
    expect(world.emitted.noticesChanged.at(-1)?.notice?.code).toBe('EMAIL_CHANGED')
    const again = await confirm(newAddress)
    expect([again.status, again.error.code]).toEqual([410, 'LINK_EXPIRED'])
  })

  test('voids the earlier link and rejects an address taken in between', async () => {
    const { data } = await profile()
    const [one, two] = [`one${me.serial}@example.com`, `two${me.serial}@example.com`]
    await edit({ displayName: me.userName, email: one, version: data.version })
    await edit({ displayName: me.userName, email: two, version: data.version + 1 })
    expect((await confirm(one)).error.code).toBe('LINK_EXPIRED')
    await world.user(`late${me.serial}`, 'SUPERVISOR_PM', null)
    await world.sql`update users set email = ${two} where user_name = ${`late${me.serial}`}`
    const taken = await confirm(two)
    expect([taken.status, taken.error.fields]).toEqual([409, { email: 'unusable' }])
  })

  test('withdraws the pending address when the current one is saved again', async () => {
    const { data: before } = await profile()
    const pendingAddress = `wanted${me.serial}@example.com`
    const save = async (email: string | null, version: number) =>
      (await edit({ displayName: `Name ${version}`, email, version })).data
    const saved = await save(pendingAddress, before.version)
    await forgetProof()
    expect(await save(pendingAddress.toUpperCase(), saved.version)).toMatchObject({
      email: before.email,
      pendingEmail: pendingAddress,
      version: saved.version + 1,
    })
    expect(await messagesTo(world, pendingAddress)).toHaveLength(1)
    expect(await save(before.email, saved.version + 1)).toMatchObject({ email: before.email, pendingEmail: null })
    expect((await profile()).data.pendingEmail).toBe(null)
    expect((await confirm(pendingAddress)).error.code).toBe('LINK_EXPIRED')
    expect((await profile()).data.email).toBe(before.email)
  })

  test('rejects an outdated version with a conflict', async () => {
    const { data } = await profile()
    await edit({ displayName: 'First', email: null, version: data.version })
    const second = await edit({ displayName: 'Second', email: null, version: data.version })
    expect([second.status, second.error.code]).toEqual([409, 'CONFLICT'])
    expect((await profile()).data.displayName).toBe('First')
  })

  test('answers alike for free and used addresses, and notifies the holder', async () => {
    const [held, free] = [`other${me.serial}@example.com`, `nobody${me.serial}@example.com`]
    await world.user(`other${me.serial}`, 'SUPERVISOR_PM', null)
    await world.sql`update users set email = ${held} where user_name = ${`other${me.serial}`}`
    const answerTo = async (email: string) => {
      const { data: before } = await profile()
      const { status, data } = await edit({ displayName: 'X', email, version: before.version })
      return { status, ...data, version: 0, idleEndsInMs: 0, pendingEmail: data.pendingEmail === email }
    }
    expect(await answerTo(held.toUpperCase())).toEqual(await answerTo(free))
    const [mail] = await messagesTo(world, held.toUpperCase())
    expect(mail?.body).toContain(`other${me.serial}`)
    expect(mail?.body).not.toContain('#')
    expect((await profile()).data.email).not.toBe(held)
  })
})

describe('recent proof', () => {
  test.each([
    [{ password: 'Wrong2026x' }, 'WRONG_PASSWORD'],
    [{ password: '' }, 'WRONG_PASSWORD'],
  ])('is rejected for %j', async (input, code) => {
    await forgetProof()
    const refused = await prove(input)
    expect([refused.status, refused.error.code]).toEqual([422, code])
    expect(
      await world.sql`select from sessions s join users u on u.id = s.user_id where u.user_name = ${me.userName} and s.proven_at is not null`,
    ).toEqual([])
  })

  test('lasts five minutes and only for its own session', async () => {
    const { data: elsewhere } = await signIn(worldPassword)
    await forgetProof()
    expect((await prove({ password: worldPassword })).status).toBe(200)
    const edit = (by: string, email: string) =>
      world.call<Account>(by, 'PUT', `${account}/edit`, { displayName: 'X', email, version: 1 })
    expect((await edit(elsewhere.token, `a${me.serial}@example.com`)).error.code).toBe('PROOF_REQUIRED')
    await world.sql`update sessions set proven_at = proven_at - interval '4 minutes'`
    expect((await edit(me.token, `a${me.serial}@example.com`)).status).toBe(200)
    await world.sql`update sessions set proven_at = proven_at - interval '1 minute'`
    const { data } = await profile()
    expect(
      (
        await world.call(me.token, 'PUT', `${account}/edit`, {
          displayName: 'X',
          email: `b${me.serial}@example.com`,
          version: data.version,
        })
      ).error.code,
    ).toBe('PROOF_REQUIRED')
  })

  test('follows from an SMS sign-in only if the user has no password', async () => {
    const number = `+8613911${String(10_000 + me.serial)}0`.slice(0, 14)
    await world.sql`update users set telephone = ${number} where user_name = ${me.userName}`
    const bySms = async () => {
      const captcha = await codeFor(world, number)
      return (
        await send<{ token: string }>(world, 'POST', '/collateral/common/auth/login/user', {
          type: 'mobile',
          telephone: number,
          captcha,
        })
      ).data.token
    }
    const edit = (by: string, version: number) =>
      world.call<Account>(by, 'PUT', `${account}/edit`, {
        displayName: 'X',
        email: `sms${me.serial}${version}@example.com`,
        version,
      })
    const { data: byPassword } = await signIn(worldPassword)
    expect((await edit(byPassword.token, 1)).status).toBe(200)
    expect((await edit(await bySms(), 2)).error.code).toBe('PROOF_REQUIRED')
    await world.sql`update users set password_hash = null where user_name = ${me.userName}`
    expect((await edit(await bySms(), 2)).status).toBe(200)
  })
})

describe('telephone change', () => {
  const change = (telephone: string, captcha: string, by = me.token) =>
    world.call<Account>(by, 'POST', `${account}/telephone`, { telephone, captcha })
  // A code works only for the browser that requested it, and these calls name no browser.
  const codeSentTo = async (telephone: string) => {
    const reply = await world.call(me.token, 'POST', '/collateral/common/auth/sendSmsCode', { telephone })
    expect(reply.status).toBe(200)
    const [{ body } = { body: '' }] = await messagesTo(world, telephone)
    return /\b\d{6}\b/.exec(body)?.[0] ?? ''
  }

  test('requires recent proof and the code sent to the new number, then ends other sessions', async () => {
    const number = `+86137000${String(20_000 + me.serial)}`
    await world.sql`update users set telephone = ${`${number.slice(0, -1)}9`}, pending_telephone = ${number} where user_name = ${me.userName}`
    const { data: elsewhere } = await signIn(worldPassword)
    const captcha = await codeSentTo(number)
    expect((await change(number, captcha === '111111' ? '222222' : '111111')).error.code).toBe('BAD_CAPTCHA')
    await forgetProof()
    expect((await change(number, captcha)).error.code).toBe('PROOF_REQUIRED')
    await world.sql`update sessions set proven_at = 'infinity'`
    expect((await profile()).data).toMatchObject({ pendingTelephone: number })
    expect((await change(number, captcha)).data).toMatchObject({ telephone: number, pendingTelephone: null })
    expect([(await profile()).status, (await profile(elsewhere.token)).status]).toEqual([200, 401])
    expect((await messagesTo(world, `${number.slice(0, -1)}9`))[0]?.body).toContain(me.userName)
    expect((await change(number, captcha)).error.code).toBe('BAD_CAPTCHA')
  })
})

describe('password change', () => {
  const change = (oldPassword: string, password: string, by = me.token) =>
    world.call<{ token: string }>(by, 'POST', `${account}/password`, { oldPassword, password })

  test('ends every session and returns a token for a new one', async () => {
    const { data: elsewhere } = await signIn(worldPassword, { autoLogin: true })
    const old = await world.sessions.authenticate(me.token)
    const { status, data } = await change(worldPassword, other)
    expect(status).toBe(200)
    expect([
      (await profile()).status,
      (await profile(elsewhere.token)).status,
      (await profile(data.token)).status,
    ]).toEqual([401, 401, 200])
    expect(world.emitted.sessionEnded).toContainEqual({ tokenHash: old?.tokenHash, reason: 'PASSWORD_CHANGED' })
    expect((await signIn(worldPassword)).status).toBe(401)
    expect((await signIn(other)).status).toBe(200)
    expect(world.emitted.noticesChanged.at(-1)?.notice?.code).toBe('PASSWORD_CHANGED')
    expect((await messagesTo(world, `${me.userName}@example.com`))[0]?.subject).toBe('您的 Drover 账号已变更')
  })

  test('preserves the session’s planned duration', async () => {
    const { data: longSession } = await signIn(worldPassword, { autoLogin: true })
    const { data } = await change(worldPassword, other, longSession.token)
    const [only] = await sessions(data.token)
    expect(Date.parse(only?.expiresAt ?? '') - Date.parse(only?.createdAt ?? '')).toBe(30 * 86_400_000)
  })

  test.each([
    ['Wrong2026x', other, 422, 'WRONG_PASSWORD', { oldPassword: 'wrong' }],
    [worldPassword, 'herd', 400, 'BAD_SHAPE', { password: 'weak' }],
    [worldPassword, 'Password123', 400, 'BAD_SHAPE', { password: 'common' }],
  ])('rejects a change from %s to %s', async (oldPassword, password, status, code, fields) => {
    const refused = await change(oldPassword, password)
    expect([refused.status, refused.error.code, refused.error.fields]).toEqual([status, code, fields])
    expect((await profile()).status).toBe(200)
  })

  test('is rate limited after five wrong old passwords', async () => {
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await change('Wrong2026x', other)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })

  test('needs no old password when the user has no password', async () => {
    await world.sql`update users set password_hash = null, password_set_at = null where user_name = ${me.userName}`
    expect((await profile()).data.hasPassword).toBe(false)
    const { status, data } = await change('', other)
    expect([status, (await profile(data.token)).data.hasPassword]).toEqual([200, true])
  })

  test('voids pending password and address links', async () => {
    const waiting = () => world.sql`
      select from mail_links l join users u on u.id = l.user_id where u.user_name = ${me.userName} and l.used_at is null`
    await world.sql`
      insert into mail_links (token_hash, purpose, user_id, address, created_at, expires_at)
      select sha256((asked.purpose || user_name)::bytea), asked.purpose, id, asked.address, now(), now() + interval '1 day'
      from users, (values ('SET_PASSWORD', null::text), ('CONFIRM_EMAIL', 'thief@example.com')) as asked (purpose, address) where user_name = ${me.userName}`
    expect(await waiting()).toHaveLength(2)
    expect((await change(worldPassword, other)).status).toBe(200)
    expect(await waiting()).toHaveLength(0)
  })

  test('leaves no session from concurrent sign-ins with the old password', async () => {
    const signingIn = Promise.all(Array.from({ length: 6 }, () => signIn(worldPassword)))
    const { data } = await change(worldPassword, other)
    const tokens = (await signingIn).map((answer) => answer.data?.token ?? '')
    expect((await profile(data.token)).status).toBe(200)
    for (const one of tokens) expect(await world.sessions.authenticate(one)).toBeNull()
  })
})

describe('sessions', () => {
  test('lists sessions, marks the current one and ends another', async () => {
    const { data } = await signIn(worldPassword)
    const list = await sessions()
    expect(list).toHaveLength(2)
    expect(list.filter(({ isThis }) => isThis)).toHaveLength(1)
    const elsewhere = list.find(({ isThis }) => !isThis)
    expect((await world.call(me.token, 'DELETE', `${account}/session/${elsewhere?.id}`)).status).toBe(200)
    expect(await world.sessions.authenticate(data.token)).toBeNull()
    expect(endings().at(-1)).toBe('ENDED_ELSEWHERE')
    expect((await world.call(me.token, 'DELETE', `${account}/session/${elsewhere?.id}`)).status).toBe(404)
  })

  test('cannot end another user’s session', async () => {
    const stranger = await world.user(`stranger${me.serial}`, 'ADMIN_PLATFORM', null)
    const [own] = await sessions()
    expect((await world.call(stranger, 'DELETE', `${account}/session/${own?.id}`)).status).toBe(404)
    expect((await profile()).status).toBe(200)
  })

  test('ends all sessions except the current one', async () => {
    const others = [(await signIn(worldPassword)).data.token, (await signIn(worldPassword)).data.token]
    for (const one of others) expect((await profile(one)).status).toBe(200)
    expect((await world.call<{ ended: number }>(me.token, 'POST', `${account}/sessions/endOthers`, {})).data).toEqual({
      ended: 2,
    })
    for (const one of others) expect((await profile(one)).status).toBe(401)
    expect(await sessions()).toHaveLength(1)
  })
})
