import { createSocket } from 'node:dgram'
import { promises as dns } from 'node:dns'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IdentityProvider } from '#contract/people/identityProviders.ts'
import { isTwoFactors } from '../../auth/issuerClient.ts'
import { newAddress, send } from '../../auth/testAuth.ts'
import { readSettings } from '../../settings.ts'
import { openWorld, worldPassword } from '../../testing/testWorld.ts'
import { type Craft, newKey, openCraftedIssuer, signToken } from './testIssuer.ts'

const settings = readSettings({
  DATA_DIR: await mkdtemp(join(tmpdir(), 'drover issuer ')),
  WEBHOOK_NETWORKS: 'loopback',
})
const world = await openWorld({}, settings)
const issuer = await openCraftedIssuer()
const other = await openCraftedIssuer()
const names = { records: new Map<string, string>(), answers: createSocket('udp4') }
const dnsServers = dns.getServers()

const banks = { steppe: 0, grass: 0 }
const admins = { steppe: '', grass: '' }
const domain = 'steppe.example'

beforeAll(async () => {
  for (const name of ['steppe', 'grass'] as const) {
    banks[name] = await world.organisation('BANK', `${name} Bank`)
    admins[name] = await world.user(`${name}Admin`, 'ADMIN_BANK', banks[name])
  }
  await world.user('Erden', 'BANK_USER', banks.steppe)
  await world.user('Tuya', 'BANK_USER', banks.grass)
  await world.sql`update users set email = lower(user_name) || '@' || ${domain} where user_name in ('Erden', 'Tuya', 'steppeAdmin')`
  names.answers.on('message', (message, { port }) => names.answers.send(answerOf(message), port, '127.0.0.1'))
  await new Promise<void>((resolve) => void names.answers.bind(0, '127.0.0.1', resolve))
  dns.setServers([`127.0.0.1:${names.answers.address().port}`])
  const { domains } = await save('steppe', { issuer: issuer.address, domains: [domain] })
  names.records.set(domains[0]?.proofHost ?? '', domains[0]?.proof ?? '')
  const { status } = await verify('steppe')
  if (status !== 200) throw new Error('the domain is not verified')
})
afterAll(async () => {
  dns.setServers(dnsServers)
  names.answers.close()
  await Promise.all([world.close(), issuer.close(), other.close()])
})

/** Answers a DNS query for TXT records (RFC 1035) from `records`. */
function answerOf(query: Buffer): Buffer {
  const labels: string[] = []
  let place = 12
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.subarray(place + 1, place + 1 + length).toString())
    place += length + 1
  }
  const question = query.subarray(12, place + 5)
  const text = names.records.get(labels.join('.').toLowerCase())
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(text === undefined ? 0 : 1, 6)
  head.fill(0, 8)
  if (text === undefined) return Buffer.concat([head, question])
  const fixed = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, text.length + 1, text.length])
  return Buffer.concat([head, question, fixed, Buffer.from(text)])
}

const shownOf = async (who: keyof typeof admins) =>
  (
    await world.call<{ provider: IdentityProvider | null }>(
      admins[who],
      'GET',
      '/collateral/web/identityProvider/shown',
    )
  ).data.provider
async function trySave(who: keyof typeof admins, change: object) {
  const shown = await shownOf(who)
  return world.call<IdentityProvider>(admins[who], 'PUT', '/collateral/web/identityProvider/addOrEdit', {
    issuer: issuer.address,
    clientId: 'drover',
    clientSecret: 'steppe secret',
    roleClaim: null,
    roles: [],
    isRequired: false,
    domains: shown?.domains.map((one) => one.domain) ?? [],
    ...(shown && { id: shown.id, version: shown.version }),
    ...change,
  })
}
async function save(who: keyof typeof admins, change: object): Promise<IdentityProvider> {
  const { status, data, error } = await trySave(who, change)
  expect([status, error]).toEqual([200, undefined])
  return data
}
const verify = (who: keyof typeof admins) =>
  world.call<IdentityProvider>(admins[who], 'POST', '/collateral/web/identityProvider/verifyDomain', { domain })

const post = <T>(path: string, body: object, headers: Record<string, string> = {}) =>
  world.server
    .inject({
      method: 'POST',
      url: `/collateral/common/auth/issuer/${path}`,
      payload: body,
      headers,
      remoteAddress: newAddress(),
    })
    .then((response) => ({
      status: response.statusCode,
      cookie: String(response.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '',
      ...response.json<{ data: T; error?: { code: string; details?: { reason?: string }; fields?: object } }>(),
    }))

const erden = { sub: 'erden-1', email: `Erden@${domain}`, email_verified: true }

/** Signs in by way of the issuer, with the changes of a test. @returns the last answer */
async function signInWith(
  claims: object,
  { change, ...craft }: Craft & { change?: (answer: Record<string, string>) => Record<string, string> } = {},
) {
  const begun = await post<{ address: string }>('begin', { email: `someone@${domain}` })
  const answer = await issuer.signIn(begun.data.address, { ...claims }, craft)
  return post<{ token: string; role: string | null }>('finish', change?.(answer) ?? answer, { cookie: begun.cookie })
}
const unlink = () => world.sql`delete from identity_subjects`

describe('sign-in at the identity provider of a bank', () => {
  beforeEach(unlink)

  test('opens the user with the verified e-mail, then by the linked account alone', async () => {
    const first = await signInWith(erden)
    expect([first.status, first.data.role]).toEqual([200, 'BANK_USER'])
    const profile = await world.call<{ userName: string }>(first.data.token, 'GET', '/collateral/app/profile/user')
    expect(profile.data.userName).toBe('Erden')
    const again = await signInWith({ ...erden, email: `new-name@${domain}` })
    expect(again.status).toBe(200)
    const events = await world.sql<{ what: string }[]>`
      select what from security_events where kind = 'SIGN_IN' and user_id = ${await world.idOf('Erden')}`
    expect(events.map(({ what }) => what)).toEqual(['issuer', 'issuer'])
  })

  test('returns where to sign in, with PKCE, state and nonce', async () => {
    const { data } = await post<{ address: string }>('begin', { email: `Erden@${domain.toUpperCase()}` })
    const { origin, searchParams: asked } = new URL(data.address)
    expect([origin, asked.get('client_id'), asked.get('redirect_uri'), asked.get('code_challenge_method')]).toEqual([
      issuer.address,
      'drover',
      'https://drover.test/user/issuer',
      'S256',
    ])
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBe(43)
  })

  test('answers the same for a domain that nobody has and one that is not verified', async () => {
    await save('grass', { issuer: other.address, domains: ['grass.example'] })
    const answers = await Promise.all(['a@nobody.example', 'a@grass.example'].map((email) => post('begin', { email })))
    expect(answers.map(({ status, error }) => [status, error?.fields])).toEqual(
      answers.map(() => [400, { email: 'no_provider' }]),
    )
  })

  test('follows a change of the provider’s keys, and refuses the old one', async () => {
    const before = issuer.rotateKey()
    expect((await signInWith(erden)).status).toBe(200)
    expect((await signInWith(erden, { key: before })).error?.details?.reason).toBe('answer')
  })

  test('accepts a clock that differs by half a minute', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await signInWith(erden, { claims: { iat: now + 30, nbf: now + 30 } })).status).toBe(200)
    expect((await signInWith(erden, { claims: { iat: now - 330, exp: now - 30 } })).status).toBe(200)
  })

  test('counts a second factor of the provider', async () => {
    await world.sql`update organisations set requires_two_factor = true where id = ${banks.steppe}`
    const profileOf = async (amr: string[]) => {
      const { data } = await signInWith({ ...erden, amr })
      return world.call(data.token, 'POST', '/collateral/web/project/list/active', {})
    }
    const alone = await profileOf(['pwd'])
    expect([alone.status, alone.error.code]).toEqual([403, 'TWO_FACTOR_DUE'])
    expect((await profileOf(['pwd', 'otp'])).error?.code).not.toBe('TWO_FACTOR_DUE')
    await world.sql`update organisations set requires_two_factor = false where id = ${banks.steppe}`
  })

  test.each([
    [['mfa'], true],
    [['pwd', 'otp'], true],
    [['pin', 'hwk'], true],
    [['pwd'], false],
    [['otp', 'sms'], false],
    [['pwd', 'kba'], false],
    [['unknown', 'other'], false],
    [[], false],
  ])('methods %j are two factors: %s', (methods, expected) => expect(isTwoFactors(methods)).toBe(expected))

  test('gives the role of the first known group, and refuses a user without one', async () => {
    const roles = [
      { group: 'lending-admins', role: 'ADMIN_BANK' },
      { group: 'lending', role: 'BANK_USER' },
    ]
    await save('steppe', { roleClaim: 'groups', roles })
    expect((await signInWith({ ...erden, groups: ['x', 'lending', 'lending-admins'] })).data.role).toBe('ADMIN_BANK')
    expect((await signInWith({ ...erden, groups: 'lending' })).data.role).toBe('BANK_USER')
    expect((await signInWith({ ...erden, groups: ['x'] })).error?.details?.reason).toBe('role')
    const entries = await world.sql<{ after: { role: string } }[]>`
      select after from audit_entries where noun = 'user' and detail ->> 'by' = 'issuer' order by id`
    expect(entries.map(({ after }) => after.role)).toEqual(['ADMIN_BANK', 'BANK_USER'])
    await save('steppe', {})
  })

  test('opens an invited user outside the domains, once and no other', async () => {
    await world.user('Oyun', 'BANK_USER', banks.steppe)
    await world.sql`
      update users set email = 'oyun@mail.example', password_set_at = null, password_hash = null, last_seen_at = null where user_name = 'Oyun'`
    const oyun = { sub: 'oyun-1', email: 'oyun@mail.example', email_verified: true }
    expect((await signInWith(oyun)).status).toBe(200)
    await unlink()
    expect((await signInWith(oyun)).error?.details?.reason).toBe('domain')
  })
})

describe('attacks', () => {
  beforeEach(unlink)
  const now = () => Math.floor(Date.now() / 1000)

  test.each<[string, () => Craft, string]>([
    ['another audience', () => ({ claims: { aud: 'another client' } }), 'answer'],
    ['another issuer in the token', () => ({ claims: { iss: other.address } }), 'answer'],
    ['another nonce', () => ({ claims: { nonce: 'of another sign-in' } }), 'answer'],
    ['no nonce', () => ({ claims: { nonce: undefined } }), 'answer'],
    ['an expired token', () => ({ claims: { iat: now() - 900, exp: now() - 600 } }), 'answer'],
    ['a token of the future', () => ({ claims: { nbf: now() + 600 } }), 'answer'],
    ['a stranger’s key', () => ({ key: newKey().privateKey }), 'answer'],
    ['no signature', () => ({ token: unsigned() }), 'answer'],
    ['an unverified e-mail', () => ({ claims: { email_verified: false } }), 'email'],
    ['an e-mail that is verified in words', () => ({ claims: { email_verified: 'true' } }), 'email'],
    ['an e-mail of another domain', () => ({ claims: { email: 'erden@example.com' } }), 'domain'],
    ['the e-mail of another bank’s user', () => ({ claims: { email: `tuya@${domain}` } }), 'account'],
    ['a domain below', () => ({ claims: { email: `erden@sub.${domain}` } }), 'domain'],
  ])('refuses %s', async (_what, craft, reason) => {
    const refused = await signInWith(erden, craft())
    expect([refused.status, refused.error?.code, refused.error?.details?.reason]).toEqual([
      403,
      'ISSUER_REFUSED',
      reason,
    ])
  })

  function unsigned(): string {
    const [, claims] = signToken(
      {},
      { ...erden, iss: issuer.address, aud: 'drover', exp: now() + 300, iat: now() },
      newKey().privateKey,
    ).split('.')
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  }

  test('refuses an answer of a mixed-up issuer', async () => {
    const refused = await signInWith(erden, { change: (answer) => ({ ...answer, iss: other.address }) })
    expect(refused.error?.details?.reason).toBe('answer')
    const without = await signInWith(erden, { change: ({ iss: _iss, ...answer }) => answer })
    expect(without.error?.details?.reason).toBe('answer')
  })

  test('refuses a code twice, in another browser, and of another sign-in', async () => {
    const begun = await post<{ address: string }>('begin', { email: `a@${domain}` })
    const answer = await issuer.signIn(begun.data.address, erden)
    const stolen = await post('finish', answer, { cookie: (await post('begin', { email: `a@${domain}` })).cookie })
    expect([stolen.status, stolen.error?.code]).toEqual([410, 'LINK_EXPIRED'])
    expect((await post('finish', answer)).error?.code).toBe('LINK_EXPIRED')
    expect((await post('finish', answer, { cookie: begun.cookie })).status).toBe(200)
    expect((await post('finish', answer, { cookie: begun.cookie })).error?.code).toBe('LINK_EXPIRED')
    const later = await signInWith(erden, { change: ({ state = '' }) => ({ ...answer, state }) })
    expect(later.error?.details?.reason).toBe('answer')
  })

  test('refuses an answer after its time, and an error as denied', async () => {
    const old = await signInWith(erden, {
      change: (answer) => answer,
    })
    expect(old.status).toBe(200)
    const begun = await post<{ address: string }>('begin', { email: `a@${domain}` })
    const answer = await issuer.signIn(begun.data.address, erden)
    await world.sql`update issuer_sign_ins set created_at = created_at - interval '11 minutes'`
    expect((await post('finish', answer, { cookie: begun.cookie })).error?.code).toBe('LINK_EXPIRED')
    const denied = await signInWith(erden, { change: ({ state = '' }) => ({ state, error: 'access_denied' }) })
    expect(denied.error?.details?.reason).toBe('denied')
  })

  test('refuses a disabled user, and one who left the bank', async () => {
    expect((await signInWith(erden)).status).toBe(200)
    await world.sql`update users set status = 'DISABLED' where user_name = 'Erden'`
    expect((await signInWith(erden)).error?.details?.reason).toBe('account')
    await world.sql`update users set status = 'ACTIVE', organisation_id = ${banks.grass} where user_name = 'Erden'`
    expect((await signInWith(erden)).error?.details?.reason).toBe('account')
    await world.sql`update users set organisation_id = ${banks.steppe} where user_name = 'Erden'`
  })

  test('lets nobody verify a domain without its record, or one that another bank has', async () => {
    await save('grass', { issuer: other.address, domains: [domain] })
    const refused = await verify('grass')
    expect([refused.status, refused.error.fields]).toEqual([400, { domain: 'no_proof' }])
    const { domains = [] } = (await shownOf('grass')) ?? {}
    const record = names.records.get(domains[0]?.proofHost ?? '') ?? ''
    names.records.set(domains[0]?.proofHost ?? '', domains[0]?.proof ?? '')
    const taken = await verify('grass')
    names.records.set(domains[0]?.proofHost ?? '', record)
    expect([taken.status, taken.error.fields]).toEqual([409, { domain: 'unusable' }])
  })

  test('connects to no private address, and accepts plain HTTP on this machine only', async () => {
    for (const [address, fault] of [
      ['http://issuer.example', 'https_only'],
      ['https://192.168.0.1', 'unreachable'],
      ['https://user:secret@issuer.example', 'https_only'],
    ]) {
      const { status, error } = await trySave('steppe', { issuer: address })
      expect([address, status, error?.fields]).toEqual([address, 400, { issuer: fault }])
    }
  })
})

test('notes every change of a provider, without its secret', async () => {
  const entries = await world.sql<{ action: string; after: object | null }[]>`
    select action, after from audit_entries where noun = 'identityProvider' order by id`
  expect(entries.map(({ action }) => action).slice(0, 3)).toEqual(['ADD', 'EDIT', 'ADD'])
  expect(entries.length).toBeGreaterThan(5)
  expect(JSON.stringify(entries)).not.toContain('steppe secret')
  const [stored] = await world.sql<{ secret: Buffer }[]>`
    select client_secret as secret from identity_providers where organisation_id = ${banks.steppe}`
  expect(stored?.secret.includes('steppe secret')).toBe(false)
})

describe('a bank that requires its provider', () => {
  test('refuses the password of its users, but not of its administrators', async () => {
    const earlier = await world.signIn('Erden')
    await save('steppe', { isRequired: true })
    expect((await world.call(earlier, 'GET', '/collateral/app/profile/user')).status).toBe(401)
    const signIn = (userName: string, password = worldPassword) =>
      send<object>(
        world,
        'POST',
        '/collateral/common/auth/login/user',
        { type: 'account', userName, password },
        { address: newAddress() },
      )
    expect((await signIn('Erden')).error.code).toBe('ISSUER_REQUIRED')
    expect((await signIn('Erden', 'wrong-Passw0rd')).error.code).toBe('BAD_CREDENTIALS')
    expect((await signIn('steppeAdmin')).status).toBe(200)
    await unlink()
    expect((await signInWith(erden)).status).toBe(200)
    await save('steppe', { isRequired: false })
  })

  test('ends the sessions of a provider that is removed', async () => {
    const { data } = await signInWith(erden)
    await world.call(admins.steppe, 'DELETE', '/collateral/web/identityProvider/del')
    expect((await world.call(data.token, 'GET', '/collateral/app/profile/user')).status).toBe(401)
  })
})
