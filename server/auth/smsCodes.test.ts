import { afterAll, describe, expect, test } from 'vitest'
import { codeFor, messagesTo, newAddress, otherThan, send } from './testAuth.ts'
import { openSignIn } from './testSignIn.ts'

const { world, telephone, byCode } = await openSignIn()
afterAll(() => world.close())

describe('an SMS code', () => {
  test('signs in once', async () => {
    const code = await codeFor(world, '139 1111 2222')
    expect((await byCode(code)).status).toBe(200)
    const again = await byCode(code)
    expect([again.status, again.error.code, again.error.fields]).toEqual([422, 'BAD_CAPTCHA', { captcha: 'wrong' }])
  })

  test('has six digits and is stored only as a keyed hash', async () => {
    const code = await codeFor(world, telephone)
    const [row] = await world.sql<
      { hash: string }[]
    >`select encode(code_hash, 'hex') as hash from sms_codes order by id desc limit 1`
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.hash).toBe(world.context.secrets.mac(`sms ${telephone} ${code}`).toString('hex'))
  })

  test('can be tried at most five times', async () => {
    const code = await codeFor(world, telephone)
    for (let i = 0; i < 4; i++) expect((await byCode(otherThan(code))).status).toBe(422)
    expect((await byCode(code)).status).toBe(200)
    const next = await codeFor(world, telephone)
    for (let i = 0; i < 5; i++) expect((await byCode(otherThan(next))).status).toBe(422)
    expect((await byCode(next)).status).toBe(422)
  })

  test('expires after five minutes or when a newer one is sent', async () => {
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

  test.each(['+8613700000009', '12345', ''])('answers the unknown telephone %j like a wrong code', async (number) => {
    const code = number.startsWith('+86') ? await codeFor(world, number) : '123456'
    const unknown = await byCode(code, {}, number === '' ? ' ' : number)
    const wrong = await byCode(otherThan(await codeFor(world, telephone)))
    expect([unknown.status, unknown.error]).toEqual([wrong.status, wrong.error])
  })

  test('works only for the requesting browser, or network without browser name', async () => {
    const [home, away] = [newAddress(), newAddress()]
    const ask = (browser: string, address = home) =>
      send(world, 'POST', '/collateral/common/auth/sendSmsCode', { telephone }, { address, browser })
    const use = (captcha: string, browser: string, address = home) =>
      send(
        world,
        'POST',
        '/collateral/common/auth/login/user',
        { type: 'mobile', telephone, captcha },
        { address, browser },
      )
    const newest = async () => /\b\d{6}\b/.exec((await messagesTo(world, telephone))[0]?.body ?? '')?.[0] ?? ''
    await world.sql`delete from sms_codes`
    expect((await ask('')).headers['set-cookie']).toMatch(
      /^__Host-drover-browser=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    )
    const own = await newest()
    // A stranger’s codes and tries, from elsewhere, are others, and they wait for no minute of ours.
    expect((await ask('s'.repeat(43), away)).status).toBe(200)
    for (let i = 0; i < 5; i++) expect((await use(own, 's'.repeat(43), away)).status).toBe(422)
    expect((await use(own, '', home)).status).toBe(200)

    await world.sql`delete from sms_codes`
    await ask('m'.repeat(43))
    const named = await newest()
    // Nobody of the same network uses up the browser’s tries.
    for (let i = 0; i < 5; i++) expect((await use(otherThan(named), '')).status).toBe(422)
    expect((await use(named, 'm'.repeat(43), newAddress())).status).toBe(200)
  })

  test('is sent to its holder despite many requests by others', async () => {
    await world.sql`delete from sms_codes`
    const home = newAddress()
    await byCode(await codeFor(world, telephone), {}, telephone, home)
    await world.sql`delete from sms_codes`
    const ask = (address = newAddress()) =>
      send(world, 'POST', '/collateral/common/auth/sendSmsCode', { telephone }, { address, browser: '' })
    for (let i = 0; i < 10; i++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    expect((await ask(home)).status).toBe(200)
    await world.sql`delete from sms_codes`
  })

  test('signs in only one of several concurrent tries', async () => {
    const code = await codeFor(world, telephone)
    const statuses = (await Promise.all([byCode(code), byCode(code), byCode(code)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  })
})

describe('sending a code', () => {
  const ask = (number: string, address = newAddress()) =>
    send(world, 'POST', '/collateral/common/auth/sendSmsCode', { telephone: number }, { address })
  const agedBy = (number: string, minutes: number) =>
    world.sql`update sms_codes set created_at = created_at - ${minutes} * interval '1 minute' where telephone = ${number}`

  test('answers known and unknown telephones alike', async () => {
    await agedBy(telephone, 1500)
    const [known, unknown] = [await ask(telephone), await ask('+5511987654321')]
    expect(known).toMatchObject({ status: 200, data: { againSeconds: 60, validSeconds: 300 } })
    expect([unknown.status, unknown.data]).toEqual([known.status, known.data])
    expect(await messagesTo(world, '+5511987654321')).toHaveLength(1)
  })

  test('limits codes per telephone: one a minute, 5 hourly, 15 daily', async () => {
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

  test('refuses telephones of other countries than configured', async () => {
    const { settings } = world.context
    settings.SMS_COUNTRIES = ['+86', '+852']
    const [abroad, home] = [await ask('+5511987654322'), await ask('+85291234567')]
    settings.SMS_COUNTRIES = undefined
    expect([abroad.status, abroad.error.fields, home.status]).toEqual([400, { telephone: 'country' }, 200])
  })

  test('limits codes per hour over all telephones', async () => {
    await world.sql`delete from sms_codes`
    const { settings } = world.context
    const configuredLimit = settings.SMS_PER_HOUR
    settings.SMS_PER_HOUR = 2
    const first = await ask('+8613500000010')
    await agedBy('+8613500000010', 10)
    const [second, third] = [await ask('+8613500000011'), await ask('+8613500000012')]
    settings.SMS_PER_HOUR = configuredLimit
    expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
    const seconds = Number(third.headers['retry-after'])
    expect(seconds > 49 * 60 && seconds <= 50 * 60).toBe(true)
  })

  test('limits one address to 20 codes at once', async () => {
    const address = newAddress()
    const statuses = []
    for (let i = 0; i < 21; i++) statuses.push((await ask(`+86136000000${String(i).padStart(2, '0')}`, address)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses[20]).toBe(429)
  })

  test('uses the requested language', async () => {
    await send(
      world,
      'POST',
      '/collateral/common/auth/sendSmsCode',
      { telephone: '13500000001' },
      { language: 'pt-BR,pt;q=0.9' },
    )
    expect((await messagesTo(world, '+8613500000001'))[0]?.body).toMatch(/^Drover: seu código é \d{6}\./)
  })

  test('refuses an invalid telephone', async () => {
    const refused = await ask('12345')
    expect([refused.status, refused.error.fields]).toEqual([400, { telephone: 'telephone' }])
  })
})
