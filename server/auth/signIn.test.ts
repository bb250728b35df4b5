import type { verify } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/people/roles.ts'
import { openWorld, type World, worldPassword } from '../testing/testWorld.ts'
import { codeFor, messagesTo, newAddress, otherThan, send } from './testAuth.ts'

const argon2 = vi.hoisted(() => ({ checks: 0 }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<{ verify: typeof verify }>()
  return { ...real, verify: (...parts: Parameters<typeof verify>) => (argon2.checks++, real.verify(...parts)) }
})

let world: World
let bank = 0
const login = '/collateral/common/auth/login/user'
const telephone = '+8613911112222'

beforeAll(async () => {
  world = await openWorld()
  bank = await world.organisation('BANK', 'Steppe Bank')
  await world.user('Erden', 'BANK_USER', bank)
  await world.sql`update users set telephone = ${telephone}, email = 'erden@example.com' where user_name = 'Erden'`
})
afterAll(() => world.close())
beforeEach(() => void (argon2.checks = 0))

interface Reply {
  token: string
  role: Role | null
}
const byPassword = (userName: string, password: string, more: object = {}, address = newAddress()) =>
  send<Reply>(world, 'POST', login, { type: 'account', userName, password, ...more }, { address })
const byCode = (captcha: string, more: object = {}, number = telephone, address = newAddress()) =>
  send<Reply>(world, 'POST', login, { type: 'mobile', telephone: number, captcha, ...more }, { address })

async function withStatus(user: string, organisation: string): Promise<void> {
  await world.sql`update users set status = ${user} where user_name = 'Erden'`
  await world.sql`update organisations set status = ${organisation} where id = ${bank}`
}

describe('by password', () => {
  test('from where and with what browser is kept with the session', async () => {
    const address = newAddress()
    const { data } = await byPassword('ERDEN', worldPassword, {}, address)
    const { list } = (await world.call<{ list: { isThis: boolean; address: string; agent: string }[] }>(data.token, 'GET', '/collateral/web/account/sessions')).data
    expect(list.find(({ isThis }) => isThis)).toMatchObject({ address, agent: 'lightMyRequest' })
  })

  test('the 6th wrong try from one address is slowed, also with the right password; from another it is not', async () => {
    const address = newAddress()
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await byPassword('Erden', 'Wrong2026x', {}, address)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const slowed = await byPassword('Erden', worldPassword, {}, address)
    expect([slowed.status, slowed.error.code]).toEqual([429, 'TOO_MANY_TRIES'])
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThanOrEqual(9)
    expect((await byPassword('Erden', worldPassword)).status).toBe(200)
  })

  test.each([
    ['ACTIVE', 'ACTIVE', 200, undefined],
    ['PENDING_ACTIVATION', 'PENDING_ACTIVATION', 403, 'NOT_ACTIVATED'],
    ['ACTIVE', 'PENDING_APPROVAL', 403, 'NOT_APPROVED'],
    ['ACTIVE', 'REJECTED', 403, 'REGISTRATION_REJECTED'],
    ['DISABLED', 'ACTIVE', 401, 'BAD_CREDENTIALS'],
    ['ACTIVE', 'DISABLED', 401, 'BAD_CREDENTIALS'],
  ])('a user %s of an organisation %s: %i %s, and nothing of it with a wrong password', async (user, organisation, status, code) => {
    await withStatus(user, organisation)
    const right = await byPassword('Erden', worldPassword)
    const wrong = await byPassword('Erden', 'Wrong2026x')
    const sms = await byCode(await codeFor(world, telephone))
    await withStatus('ACTIVE', 'ACTIVE')
    expect([right.status, right.error?.code]).toEqual([status, code])
    expect([wrong.status, wrong.error.code]).toEqual([401, 'BAD_CREDENTIALS'])
    expect(sms.error?.code).toBe(code === 'BAD_CREDENTIALS' ? 'BAD_CAPTCHA' : code)
  })

  test('one whom nobody has given a role is told so, and may do what OTHERS may', async () => {
    await world.user('Nobody', 'OTHERS', null)
    await world.sql`update users set role = null where user_name = 'Nobody'`
    const { data } = await byPassword('Nobody', worldPassword)
    expect(data.role).toBeNull()
    expect((await world.call<Reply>(data.token, 'GET', '/collateral/app/profile/user')).data.role).toBeNull()
    expect((await world.call(data.token, 'GET', '/collateral/web/monitor/scene')).status).toBe(200)
    expect((await world.call(data.token, 'POST', '/collateral/web/farm/list', {})).status).toBe(403)
  })

  test('one without a password is refused as one with a wrong one', async () => {
    await world.user('Invited', 'BANK_USER', bank)
    await world.sql`update users set password_hash = null where user_name = 'Invited'`
    const refused = await byPassword('Invited', worldPassword)
    expect([refused.status, refused.error.code, argon2.checks]).toEqual([401, 'BAD_CREDENTIALS', 1])
  })

  test('an unknown user and a wrong password are answered alike, and after like time', async () => {
    const known: number[] = []
    const unknown: number[] = []
    const answers = new Set<string>()
    // In turns, so that whatever else this machine does is in both alike.
    for (let i = 0; i < 200; i++) {
      const isKnown = i % 2 === 0
      const began = performance.now()
      const { status, error } = await byPassword(isKnown ? 'Erden' : `nobody${i}`, 'Wrong2026x')
      ;(isKnown ? known : unknown).push(performance.now() - began)
      answers.add(JSON.stringify([status, error]))
    }
    expect([...answers]).toHaveLength(1)
    // What makes the time: one hash each, whoever was asked for.
    expect(argon2.checks).toBe(200)
    const quantile = (values: number[], part: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
    const spread = quantile(known, 0.9) - quantile(known, 0.1)
    const apart = Math.abs(quantile(known, 0.5) - quantile(unknown, 0.5))
    // Without the hash, the medians are a whole hash apart: many times the spread of a quiet machine, and half of all the time.
    expect(apart).toBeLessThan(Math.max(spread, quantile(known, 0.5) / 4))
  }, 120_000)
})

describe('by SMS code', () => {
  test('signs in once', async () => {
    const code = await codeFor(world, '139 1111 2222')
    expect((await byCode(code)).status).toBe(200)
    const again = await byCode(code)
    expect([again.status, again.error.code, again.error.fields]).toEqual([422, 'BAD_CAPTCHA', { captcha: 'wrong' }])
  })

  test('is six digits, and kept as a keyed hash alone', async () => {
    const code = await codeFor(world, telephone)
    const [row] = await world.sql<{ hash: string }[]>`select encode(code_hash, 'hex') as hash from sms_codes order by id desc limit 1`
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.hash).toBe(world.context.secrets.mac(`sms ${telephone} ${code}`).toString('hex'))
  })

  test('is tried five times at the most', async () => {
    const code = await codeFor(world, telephone)
    for (let i = 0; i < 4; i++) expect((await byCode(otherThan(code))).status).toBe(422)
    expect((await byCode(code)).status).toBe(200)
    const next = await codeFor(world, telephone)
    for (let i = 0; i < 5; i++) expect((await byCode(otherThan(next))).status).toBe(422)
    expect((await byCode(next)).status).toBe(422)
  })

  test('is void after five minutes, and when a newer one was sent', async () => {
    const old = await codeFor(world, telephone)
    const [row] = await world.sql<{ seconds: number }[]>`
      select extract(epoch from expires_at - created_at)::int as seconds from sms_codes order by id desc limit 1`
    expect(row?.seconds).toBe(300)
    await world.sql`update sms_codes set expires_at = now() - interval '1 second' where telephone = ${telephone}`
    expect((await byCode(old)).status).toBe(422)
    const first = await codeFor(world, telephone)
    let second = await codeFor(world, telephone)
    // One time in a million they are the same.
    while (second === first) second = await codeFor(world, telephone)
    expect((await byCode(first)).status).toBe(422)
    expect((await byCode(second)).status).toBe(200)
  })

  test.each(['+8613700000009', '12345', ''])('the telephone %j, which is nobody’s, is answered as a wrong code is', async (number) => {
    const code = number.startsWith('+86') ? await codeFor(world, number) : '123456'
    const unknown = await byCode(code, {}, number === '' ? ' ' : number)
    const wrong = await byCode(otherThan(await codeFor(world, telephone)))
    expect([unknown.status, unknown.error]).toEqual([wrong.status, wrong.error])
  })

  test('two at once with one code: one signs in', async () => {
    const code = await codeFor(world, telephone)
    const statuses = (await Promise.all([byCode(code), byCode(code), byCode(code)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  })
})

describe('a code is sent', () => {
  const ask = (number: string, address = newAddress()) => send(world, 'POST', '/collateral/common/auth/sendSmsCode', { telephone: number }, { address })
  const agedBy = (number: string, minutes: number) =>
    world.sql`update sms_codes set created_at = created_at - ${minutes} * interval '1 minute' where telephone = ${number}`

  test('to known and unknown telephones alike', async () => {
    await agedBy(telephone, 1500)
    const [known, unknown] = [await ask(telephone), await ask('+5511987654321')]
    expect(known).toMatchObject({ status: 200, data: { againSeconds: 60, validSeconds: 300 } })
    expect([unknown.status, unknown.data]).toEqual([known.status, known.data])
    expect(await messagesTo(world, '+5511987654321')).toHaveLength(1)
  })

  test('once a minute, 5 times an hour, 15 times a day to one telephone, from wherever', async () => {
    const number = '+8613700000001'
    expect((await ask(number)).status).toBe(200)
    const soon = await ask(number)
    expect([soon.status, soon.error.code]).toEqual([429, 'TOO_MANY_TRIES'])
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50)
    for (let i = 0; i < 4; i++) {
      await agedBy(number, 2)
      expect((await ask(number)).status).toBe(200)
    }
    await agedBy(number, 2)
    expect(Number((await ask(number)).headers['retry-after'])).toBeGreaterThan(45 * 60)
    for (let hour = 0; hour < 2; hour++) {
      await agedBy(number, 61)
      for (let i = 0; i < 5; i++) {
        expect((await ask(number)).status).toBe(200)
        await agedBy(number, 2)
      }
    }
    await agedBy(number, 61)
    expect(Number((await ask(number)).headers['retry-after'])).toBeGreaterThan(20 * 3600)
  })

  test('to the countries it may go to alone', async () => {
    const { settings } = world.context
    settings.SMS_COUNTRIES = ['+86', '+852']
    const [abroad, home] = [await ask('+5511987654322'), await ask('+85291234567')]
    settings.SMS_COUNTRIES = undefined
    expect([abroad.status, abroad.error.fields, home.status]).toEqual([400, { telephone: 'country' }, 200])
  })

  test('so many times an hour to all telephones together', async () => {
    await world.sql`delete from sms_codes`
    const { settings } = world.context
    const usual = settings.SMS_PER_HOUR
    settings.SMS_PER_HOUR = 2
    const first = await ask('+8613500000010')
    await agedBy('+8613500000010', 10)
    const [second, third] = [await ask('+8613500000011'), await ask('+8613500000012')]
    settings.SMS_PER_HOUR = usual
    expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
    const seconds = Number(third.headers['retry-after'])
    expect(seconds > 49 * 60 && seconds <= 50 * 60).toBe(true)
  })

  test('20 times at once from one address', async () => {
    const address = newAddress()
    const statuses = []
    for (let i = 0; i < 21; i++) statuses.push((await ask(`+86136000000${String(i).padStart(2, '0')}`, address)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses[20]).toBe(429)
  })

  test('in the language that was asked for', async () => {
    await send(world, 'POST', '/collateral/common/auth/sendSmsCode', { telephone: '13500000001' }, { language: 'pt-BR,pt;q=0.9' })
    expect((await messagesTo(world, '+8613500000001'))[0]?.body).toMatch(/^Drover: seu código é \d{6}\./)
  })

  test('to nothing that is no telephone', async () => {
    const refused = await ask('12345')
    expect([refused.status, refused.error.fields]).toEqual([400, { telephone: 'telephone' }])
  })
})

describe('with a second factor', () => {
  let secret = ''
  let recoveryCodes: string[] = []
  const codeAt = (shiftMs = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + shiftMs })
  const forgetStep = () => world.sql`update users set totp_last_step = null where user_name = 'Erden'`

  beforeAll(async () => {
    const { data } = await byPassword('Erden', worldPassword)
    const begun = await world.call<{ secret: string; uri: string }>(data.token, 'POST', '/collateral/web/account/twoFactor/begin', { password: worldPassword })
    secret = begun.data.secret
    const confirmed = await world.call<{ recoveryCodes: string[] }>(data.token, 'POST', '/collateral/web/account/twoFactor/confirm', { code: codeAt() })
    recoveryCodes = confirmed.data.recoveryCodes
  })

  test('the right password alone is told to bring it, and costs no try', async () => {
    const address = newAddress()
    for (let i = 0; i < 8; i++) {
      const asked = await byPassword('Erden', worldPassword, {}, address)
      expect([asked.status, asked.error.code]).toEqual([401, 'TWO_FACTOR_REQUIRED'])
    }
  })

  test('a wrong password is not told that there is one', async () => {
    const refused = await byPassword('Erden', 'Wrong2026x', { twoFactorCode: codeAt() })
    expect(refused.error.code).toBe('BAD_CREDENTIALS')
  })

  test('a code signs in once; those of the steps beside it, too', async () => {
    await forgetStep()
    const code = codeAt()
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: code })).status).toBe(200)
    const again = await byPassword('Erden', worldPassword, { twoFactorCode: code })
    expect([again.status, again.error.code]).toEqual([401, 'BAD_TWO_FACTOR'])
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: codeAt(30_000) })).status).toBe(200)
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: codeAt(-30_000) })).error.code).toBe('BAD_TWO_FACTOR')
    await forgetStep()
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: codeAt(90_000) })).error.code).toBe('BAD_TWO_FACTOR')
  })

  test('a wrong one counts as a wrong try', async () => {
    const address = newAddress()
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await byPassword('Erden', worldPassword, { twoFactorCode: otherThan(codeAt()) }, address)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('a recovery code signs in once, however it is written', async () => {
    const [code = ''] = recoveryCodes
    const typed = code.toUpperCase().replace('-', ' ')
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: typed })).status).toBe(200)
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: code })).error.code).toBe('BAD_TWO_FACTOR')
    const rows = await world.sql`select from recovery_codes where used_at is not null`
    expect(rows).toHaveLength(1)
  })

  test('an SMS code is not used up by asking for it', async () => {
    await forgetStep()
    const code = await codeFor(world, telephone)
    expect((await byCode(code)).error.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await byCode(code, { twoFactorCode: codeAt() })).status).toBe(200)
  })

  test('whoever tries codes from many addresses is slowed; a recovery code still lets in', async () => {
    await forgetStep()
    const codes = new Set<string>()
    for (let i = 0; i < 40; i++) codes.add((await byPassword('Erden', worldPassword, { twoFactorCode: otherThan(codeAt()) })).error.code)
    expect([...codes]).toEqual(['BAD_TWO_FACTOR', 'TOO_MANY_TRIES'])
    expect((await byPassword('Erden', worldPassword, { twoFactorCode: recoveryCodes[1] })).status).toBe(200)
  }, 60_000)

  test('the secret is not in the database as it is', async () => {
    const [row] = await world.sql<{ sealed: Buffer }[]>`select totp_secret as sealed from users where user_name = 'Erden'`
    expect(row?.sealed.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false)
  })
})

test('an organisation that requires a second factor: signed in without one, nothing but setting it up is open', async () => {
  const watch = await world.organisation('SUPERVISOR', 'North Watch')
  const token = await world.user('Tuya', 'ADMIN_SUPERVISOR', watch)
  const list = () => world.call(token, 'POST', '/collateral/web/farm/list', {})
  expect((await list()).status).toBe(200)
  await world.sql`update organisations set requires_two_factor = true where id = ${watch}`
  const [user] = await world.sql<{ id: number }[]>`select id from users where user_name = 'Tuya'`
  world.context.events.emit('accountsChanged', { userIds: [user?.id ?? 0] })
  const due = await list()
  expect([due.status, due.error.code]).toEqual([403, 'TWO_FACTOR_DUE'])
  expect((await world.call(token, 'GET', '/collateral/web/account/sessions')).error.code).toBe('TWO_FACTOR_DUE')
  expect((await world.call(token, 'GET', '/api/notices')).status).toBe(200)
  const profile = await world.call<{ twoFactor: object }>(token, 'GET', '/collateral/app/profile/user')
  expect(profile.data.twoFactor).toEqual({ enabled: false, required: true, recoveryCodesLeft: 0 })
  expect((await byPassword('Tuya', worldPassword)).status).toBe(200)

  const begun = await world.call<{ secret: string }>(token, 'POST', '/collateral/web/account/twoFactor/begin', { password: worldPassword })
  const code = new TOTP({ secret: Secret.fromBase32(begun.data.secret) }).generate()
  expect((await world.call(token, 'POST', '/collateral/web/account/twoFactor/confirm', { code })).status).toBe(200)
  expect((await list()).status).toBe(200)
  const ended = await world.call(token, 'POST', '/collateral/web/account/twoFactor/end', { password: worldPassword })
  expect([ended.status, ended.error.code]).toEqual([403, 'NOT_ALLOWED'])
})
