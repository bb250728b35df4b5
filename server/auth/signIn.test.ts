import type { verify } from '@node-rs/argon2'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/people/roles.ts'
import { worldPassword } from '../testing/testWorld.ts'
import { codeFor, newAddress } from './testAuth.ts'
import { openSignIn } from './testSignIn.ts'

// The files of a worker share the server's modules: these load with a counter of hash checks, later files without it.
const argon2 = vi.hoisted(() => {
  vi.resetModules()
  return { checks: 0 }
})
afterAll(() => void vi.resetModules())
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<{ verify: typeof verify }>()
  return { ...real, verify: (...parts: Parameters<typeof verify>) => (argon2.checks++, real.verify(...parts)) }
})

const { world, bank, telephone, byPassword, byCode } = await openSignIn()
afterAll(() => world.close())
beforeEach(() => void (argon2.checks = 0))

async function withStatus(user: string, organisation: string): Promise<void> {
  await world.sql`update users set status = ${user} where user_name = 'Erden'`
  await world.sql`update organisations set status = ${organisation} where id = ${bank}`
}

describe('sign-in by password', () => {
  test('stores address and browser with the session', async () => {
    const address = newAddress()
    const { data } = await byPassword('ERDEN', worldPassword, {}, address)
    const { list } = (
      await world.call<{ list: { isThis: boolean; address: string; agent: string }[] }>(
        data.token,
        'GET',
        '/collateral/web/account/sessions',
      )
    ).data
    expect(list.find(({ isThis }) => isThis)).toMatchObject({ address, agent: 'lightMyRequest' })
  })

  test('slows the 6th wrong try from one address only', async () => {
    const address = newAddress()
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await byPassword('Erden', 'Wrong2026x', {}, address)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const slowed = await byPassword('Erden', worldPassword, {}, address)
    expect([slowed.status, slowed.error.code]).toEqual([429, 'TOO_MANY_TRIES'])
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThanOrEqual(9)
    expect((await byPassword('Erden', worldPassword)).status).toBe(200)
  })

  test(
    'slows a name tried from many networks, except from its known ones',
    { tags: 'long', timeout: 30_000 },
    async () => {
      await world.user('Crowded', 'BANK_USER', bank)
      const home = newAddress()
      expect((await byPassword('Crowded', worldPassword, {}, home)).status).toBe(200)
      for (let i = 0; i < 40; i++) await byPassword('Crowded', 'Wrong2026x')
      const stranger = await byPassword('Crowded', worldPassword)
      expect([stranger.status, stranger.error.code]).toEqual([429, 'TOO_MANY_TRIES'])
      expect((await byPassword('Crowded', worldPassword, {}, home)).status).toBe(200)
    },
  )

  test.each([
    ['ACTIVE', 'ACTIVE', 200, undefined],
    ['PENDING_ACTIVATION', 'PENDING_ACTIVATION', 403, 'NOT_ACTIVATED'],
    ['ACTIVE', 'PENDING_APPROVAL', 403, 'NOT_APPROVED'],
    ['ACTIVE', 'REJECTED', 403, 'REGISTRATION_REJECTED'],
    ['DISABLED', 'ACTIVE', 401, 'BAD_CREDENTIALS'],
    ['ACTIVE', 'DISABLED', 401, 'BAD_CREDENTIALS'],
  ])('answers a user %s of an organisation %s with %i %s', async (user, organisation, status, code) => {
    await withStatus(user, organisation)
    const right = await byPassword('Erden', worldPassword)
    const wrong = await byPassword('Erden', 'Wrong2026x')
    const sms = await byCode(await codeFor(world, telephone))
    await withStatus('ACTIVE', 'ACTIVE')
    expect([right.status, right.error?.code]).toEqual([status, code])
    expect([wrong.status, wrong.error.code]).toEqual([401, 'BAD_CREDENTIALS'])
    expect(sms.error?.code).toBe(code === 'BAD_CREDENTIALS' ? 'BAD_CAPTCHA' : code)
  })

  test('gives a user without a role the access of OTHERS', async () => {
    await world.user('Nobody', 'OTHERS', null)
    await world.sql`update users set role = null where user_name = 'Nobody'`
    const { data } = await byPassword('Nobody', worldPassword)
    expect(data.role).toBeNull()
    expect(
      (await world.call<{ role: Role | null }>(data.token, 'GET', '/collateral/app/profile/user')).data.role,
    ).toBeNull()
    expect((await world.call(data.token, 'GET', '/collateral/web/monitor/scene')).status).toBe(200)
    expect((await world.call(data.token, 'POST', '/collateral/web/farm/list', {})).status).toBe(403)
  })

  test('refuses a user without a password like a wrong one', async () => {
    await world.user('Invited', 'BANK_USER', bank)
    await world.sql`update users set password_hash = null where user_name = 'Invited'`
    const refused = await byPassword('Invited', worldPassword)
    expect([refused.status, refused.error.code, argon2.checks]).toEqual([401, 'BAD_CREDENTIALS', 1])
  })

  test('answers an unknown user like a wrong password, with one hash each', async () => {
    const answers: object[] = []
    for (const name of ['Erden', 'nobody', 'nobody else']) {
      const { status, error } = await byPassword(name, 'Wrong2026x')
      answers.push({ status, error })
    }
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect(answers[0]).toMatchObject({ status: 401, error: { code: 'BAD_CREDENTIALS' } })
    expect(argon2.checks).toBe(3)
  })

  test('answers an unknown user as late as a wrong password', { tags: 'long', timeout: 120_000 }, async () => {
    const knownMs: number[] = []
    const unknownMs: number[] = []
    const answers = new Set<string>()
    // Several names, so that none is tried too often.
    for (let i = 0; i < 4; i++) await world.user(`known${i}`, 'BANK_USER', bank)
    // Alternating, so that other load on this machine slows both alike.
    for (let i = 0; i < 200; i++) {
      const isKnown = i % 2 === 0
      const began = performance.now()
      const { status, error } = await byPassword(isKnown ? `known${(i / 2) % 4}` : `nobody${i}`, 'Wrong2026x')
      ;(isKnown ? knownMs : unknownMs).push(performance.now() - began)
      answers.add(JSON.stringify([status, error]))
    }
    expect([...answers]).toHaveLength(1)
    // The hash takes the time: one for each try, also of unknown users.
    expect(argon2.checks).toBe(200)
    const quantile = (values: number[], part: number) =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
    const spread = quantile(knownMs, 0.9) - quantile(knownMs, 0.1)
    const apart = Math.abs(quantile(knownMs, 0.5) - quantile(unknownMs, 0.5))
    // Without the hash, the medians differ by a whole hash: many times the spread of a quiet machine, and half of the duration.
    expect(apart).toBeLessThan(Math.max(spread, quantile(knownMs, 0.5) / 4))
  })
})
