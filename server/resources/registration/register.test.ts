import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { deleteExpiredRegistrations } from './housekeeping.ts'
import { lockUnclaimedPicture } from '../files/files.ts'
import { codeFor, creditCodeOf, messagesTo, newAddress, otherThan, send, tokenIn } from '../../auth/testAuth.ts'

let world: World
let platform = ''
const registering = '/collateral/web/auth/register/organization'
const auth = '/collateral/common/auth'
const password = 'Larkspur77x'
let serial = 0

beforeAll(async () => {
  world = await openWorld()
  platform = await world.user('Platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
})
afterAll(() => world.close())
beforeEach(() => void serial++)

async function uploadLicence(): Promise<string> {
  const payload = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccaa88' } })
    .png()
    .toBuffer()
  const response = await world.server.inject({
    method: 'POST',
    url: '/collateral/common/image/upload',
    remoteAddress: newAddress(),
    headers: { 'content-type': 'image/png' },
    payload,
  })
  return response.json<{ data: { id: string } }>().data.id
}

/** Returns a valid registration with names that no other test uses. */
async function registration(more: Record<string, unknown> = {}): Promise<Record<string, string>> {
  const telephone = typeof more['telephone'] === 'string' ? more['telephone'] : `+861350000${String(1000 + serial)}`
  return {
    organizationRole: 'SUPERVISOR',
    organizationName: `Watch ${serial}`,
    creditCode: creditCodeOf(serial),
    contact: 'Saran',
    address: '1 Steppe Road',
    licenceImageId: await uploadLicence(),
    userName: `saran${serial}`,
    password,
    email: `saran${serial}@example.com`,
    telephone,
    captcha: await codeFor(world, telephone),
    ...more,
  }
}

const register = (input: object, address = newAddress()) =>
  send<{ email: string }>(world, 'PUT', registering, input, { address })
const signIn = (userName: string, secret = password) =>
  send<{ token: string }>(world, 'POST', `${auth}/login/user`, { type: 'account', userName, password: secret })
const activate = (token: string) => send<{ organizationName: string }>(world, 'POST', `${auth}/activate`, { token })

/** Registers. @returns the input and the token in the mail */
async function registered(more: Record<string, unknown> = {}) {
  const input = await registration(more)
  const answer = await register(input)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.error))
  return { input, token: tokenIn((await messagesTo(world, input['email'] ?? ''))[0]) }
}

describe('registration', () => {
  test('allows sign-in only after activation and approval', async () => {
    const input = await registration()
    const answer = await register(input)
    expect([answer.status, answer.data]).toEqual([200, { email: input['email'] }])
    expect((await signIn('saran1')).error.code).toBe('NOT_ACTIVATED')

    const [mail] = await messagesTo(world, 'saran1@example.com')
    expect(mail).toMatchObject({ kind: 'MAIL', subject: 'Activate your Drover account' })
    expect(mail?.body).toContain('https://drover.test/user/activate#')
    expect(mail?.body).toContain('24 hours')
    const done = await activate(tokenIn(mail))
    expect([done.status, done.data]).toEqual([200, { organizationName: 'Watch 1' }])
    expect((await signIn('saran1')).error.code).toBe('NOT_APPROVED')

    const { data } = await world.call<{
      list: { ticketId: number; kind: string; state: string; subjectName: string }[]
    }>(platform, 'POST', '/collateral/web/ticket/list', {})
    const ticket = data.list.find(({ subjectName }) => subjectName === 'Watch 1')
    expect(ticket).toMatchObject({ kind: 'ORGANISATION_REGISTRATION', state: 'PENDING' })
    expect(world.emitted.noticesChanged.map(({ notice }) => notice?.code)).toContain('TICKET_TO_DECIDE')
    const decided = await world.call(platform, 'POST', '/collateral/common/ticket/approve', {
      ticketId: ticket?.ticketId,
      decision: 'APPROVED',
    })
    expect(decided.status).toBe(200)
    const signedIn = await signIn('saran1')
    expect(signedIn.data).toMatchObject({
      role: 'ADMIN_SUPERVISOR',
      organizationRole: 'SUPERVISOR',
      organizationName: 'Watch 1',
    })
  })

  test('is audited without the password', async () => {
    const rows = await world.sql<
      { text: string }[]
    >`select row_to_json(a)::text as text from audit_entries a where noun = 'organisation'`
    const text = rows.map((row) => row.text).join()
    expect(text).toContain('saran1@example.com')
    expect(text).not.toContain(password)
    expect(text).toContain('PENDING_APPROVAL')
  })

  test('names every field that cannot be used and stores nothing', async () => {
    const { input } = await registered()
    const others = await registration({ telephone: '+8613500008888', organizationName: 'Another' })
    const again = await register({
      ...others,
      userName: input['userName']?.toUpperCase(),
      email: input['email']?.toUpperCase(),
    })
    expect([again.status, again.error]).toMatchObject([
      409,
      { code: 'CONFLICT', fields: { userName: 'unusable', creditCode: 'unusable' } },
    ])
    const [row] = await world.sql`select count(*) as n from organisations where name = 'Another'`
    expect(row).toEqual({ n: 0 })
  })

  test('answers alike for free and used addresses, and notifies the holder', async () => {
    const { input } = await registered()
    const others = await registration({ telephone: '+8613500007777', organizationName: 'Quiet' })
    const email = String(input['email']).toUpperCase()
    const answer = await register({ ...others, creditCode: creditCodeOf(777), userName: 'quiet', email })
    expect([answer.status, answer.data]).toEqual([200, { email }])
    const [mail] = await messagesTo(world, email)
    expect(mail?.body).toContain(input['userName'])
    expect(mail?.body).not.toContain('#')
    expect(await world.sql`select from organisations where name = 'Quiet'`).toHaveLength(0)
  })

  test('accepts one of two concurrent registrations of a credit code', async () => {
    const first = await registration()
    const second = await registration({ telephone: '+8613500009999', email: 'other@example.com', userName: 'apart' })
    const answers = await Promise.all([register(first), register(second)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.error.fields).toEqual({ creditCode: 'unusable' })
  })

  test.each<[string, Record<string, unknown>, number, string, string | undefined]>([
    [
      'a credit code with a wrong checksum',
      { creditCode: `${creditCodeOf(1).slice(0, 17)}Z` },
      400,
      'BAD_SHAPE',
      'creditCode: credit_code',
    ],
    ['a weak password', { password: 'herdherd' }, 400, 'BAD_SHAPE', 'password: weak'],
    ['a common password', { password: 'Password123' }, 400, 'BAD_SHAPE', 'password: common'],
    [
      'a password with the user name in it',
      { userName: 'steppe', password: 'xSTEPPE2026' },
      400,
      'BAD_SHAPE',
      'password: common',
    ],
    [
      'an unknown image',
      { licenceImageId: '00000000-0000-4000-8000-000000000000' },
      400,
      'BAD_SHAPE',
      'licenceImageId: unknown',
    ],
    ['an invalid email address', { email: 'saran' }, 400, 'BAD_SHAPE', 'email: invalid_format'],
    ['the platform’s kind', { organizationRole: 'PLATFORM' }, 400, 'BAD_SHAPE', 'organizationRole: invalid_value'],
    ['a user name with a space', { userName: 'sa ran' }, 400, 'BAD_SHAPE', 'userName: invalid_format'],
    ['an invalid SMS code', { captcha: '12' }, 400, 'BAD_SHAPE', 'captcha: invalid_format'],
  ])('is rejected with %s', async (_name, more, status, code, field) => {
    const refused = await register({ ...(await registration()), ...more })
    const [[name, fault] = []] = Object.entries(refused.error.fields ?? {})
    expect([refused.status, refused.error.code, `${name}: ${fault}`]).toEqual([status, code, field])
    expect(await world.sql`select from users where user_name = ${`saran${serial}`}`).toHaveLength(0)
  })

  test('rejects a wrong SMS code and accepts the right one once', async () => {
    const input = await registration()
    const wrong = await register({ ...input, captcha: otherThan(input['captcha'] ?? '') })
    expect([wrong.status, wrong.error.code, wrong.error.fields]).toEqual([422, 'BAD_CAPTCHA', { captcha: 'wrong' }])
    const taken = await register({ ...input, userName: 'Platform' })
    expect(taken.error.fields).toEqual({ userName: 'unusable' })
    expect((await register(input)).status).toBe(200)
    const again = await register({
      ...input,
      userName: 'another',
      email: 'another@example.com',
      creditCode: creditCodeOf(400),
    })
    expect(again.error.code).toBe('BAD_CAPTCHA')
  })

  test('rejects a licence image of another registration', async () => {
    const { input } = await registered()
    serial++
    const refused = await register(await registration({ licenceImageId: input['licenceImageId'] }))
    expect(refused.error.fields).toEqual({ licenceImageId: 'unknown' })
  })

  test('lets one of two concurrent registrations claim a licence image', async () => {
    const id = await uploadLicence()
    const organisationId = await world.organisation('SUPERVISOR', `Watch ${serial}`)
    let second: Promise<boolean> | undefined
    await world.sql.begin(async (sql) => {
      expect(await lockUnclaimedPicture(sql, id)).toBe(true)
      second = world.sql.begin(async (other) => lockUnclaimedPicture(other, id))
      await vi.waitUntil(async () => {
        const waiting =
          await world.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return waiting.length > 0
      })
      await sql`update organisations set licence_image_id = ${id} where id = ${organisationId}`
    })
    expect(await second).toBe(false)
  })

  test('replaces one with the same telephone that was never activated', async () => {
    const { input, token } = await registered({ email: 'mistyped@example.com' })
    const second = await registration({ telephone: input['telephone'], email: 'right@example.com' })
    expect((await register(second)).status).toBe(200)
    expect((await activate(token)).status).toBe(410)
    expect((await activate(tokenIn((await messagesTo(world, 'right@example.com'))[0]))).status).toBe(200)
  })

  test('may reuse the names of a rejected one', async () => {
    const { input, token } = await registered()
    await activate(token)
    await world.sql`update organisations set status = 'REJECTED' where name = ${input['organizationName'] ?? ''}`
    await world.sql`update tickets set state = 'REJECTED', decided_at = now() where subject_name = ${input['organizationName'] ?? ''}`
    const again = await registration({ telephone: input['telephone'] })
    expect((await register(again)).status).toBe(200)
    expect((await signIn(input['userName'] ?? '')).error.code).toBe('NOT_ACTIVATED')
  })

  test('is deleted with its names after a week unless activated', async () => {
    const abandoned = await registered()
    serial++
    const activated = await registered()
    await activate(activated.token)
    await deleteExpiredRegistrations(world.sql, world.context.files, Date.now() + 6 * 86_400_000)
    expect((await signIn(abandoned.input['userName'] ?? '')).error.code).toBe('NOT_ACTIVATED')
    await deleteExpiredRegistrations(world.sql, world.context.files, Date.now() + 8 * 86_400_000)
    expect((await signIn(abandoned.input['userName'] ?? '')).error.code).toBe('BAD_CREDENTIALS')
    expect((await signIn(activated.input['userName'] ?? '')).error.code).toBe('NOT_APPROVED')
    serial++
    const again = await registration({
      creditCode: abandoned.input['creditCode'],
      userName: abandoned.input['userName'],
    })
    expect((await register(again)).status).toBe(200)
  })

  test('is rate limited per network address', async () => {
    const address = newAddress()
    const statuses = new Set<number>()
    for (let i = 0; i < 22; i++) statuses.add((await register(await Promise.resolve({ ...faulty }), address)).status)
    expect([...statuses]).toEqual([422, 429])
  })
})

const faulty = {
  organizationRole: 'BANK',
  organizationName: 'Nowhere',
  creditCode: creditCodeOf(401),
  contact: 'Nobody',
  address: 'Nowhere 1',
  licenceImageId: '00000000-0000-4000-8000-000000000000',
  userName: 'nowhere',
  password,
  email: 'nowhere@example.com',
  telephone: '+8613400000000',
  captcha: '123456',
}

describe('activation link', () => {
  test('activates a registration once', async () => {
    const { token } = await registered()
    expect((await activate(token)).status).toBe(200)
    const again = await activate(token)
    expect([again.status, again.error.code]).toEqual([410, 'LINK_EXPIRED'])
  })

  test('expires after 24 hours and can be sent again', async () => {
    const { input, token } = await registered()
    const [row] = await world.sql<{ hours: number }[]>`
      select extract(epoch from expires_at - created_at)::int / 3600 as hours from mail_links order by created_at desc limit 1`
    expect(row?.hours).toBe(24)
    await world.sql`update mail_links set expires_at = now() - interval '1 second' where used_at is null`
    expect((await activate(token)).status).toBe(410)
    expect((await signIn(input['userName'] ?? '')).error.code).toBe('NOT_ACTIVATED')
    // A new link can be requested.
    const again = await send(world, 'POST', `${auth}/activate/send`, { email: input['email']?.toUpperCase() })
    expect([again.status, again.data]).toEqual([200, {}])
    const [newest] = await messagesTo(world, input['email'] ?? '')
    expect((await activate(tokenIn(newest))).status).toBe(200)
  })

  test('is stored only as a hash', async () => {
    const { token } = await registered()
    const rows = await world.sql<{ text: string }[]>`select row_to_json(l)::text as text from mail_links l`
    expect(rows.map(({ text }) => text).join()).not.toContain(token)
  })

  test.each(['x'.repeat(43), 'short', ''])('rejects the token %j', async (token) => {
    expect([400, 410]).toContain((await activate(token)).status)
  })
})
