import { describe, expect, test } from 'vitest'
import type { Feedback } from '#contract/content/appSupport.ts'
import { machineNow } from '../../clock.ts'
import { openPlatformWorld } from '../../testing/testPlatformWorld.ts'
import { addPicture } from './testContent.ts'

const world = await openPlatformWorld()
const { platform } = world
const banker = await world.user('banker', 'BANK_USER', await world.organisation('BANK', 'Steppe Bank'))

let network = 0
/** Sends feedback, by default from a new network. */
async function send(
  input: object,
  {
    token = '',
    from = `203.0.113.${(network += 1)}`,
    language,
  }: { token?: string; from?: string; language?: string } = {},
) {
  const response = await world.server.inject({
    method: 'PUT',
    url: '/collateral/app/feedback/new',
    remoteAddress: from,
    payload: input,
    headers: {
      'x-auth-token': token,
      'x-auth-timestamp': String(machineNow()),
      ...(language !== undefined && { 'accept-language': language }),
    },
  })
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    ...response.json<{ error?: { code: string; fields?: object } }>(),
  }
}
const list = async (filters: object = {}) =>
  (
    await world.call<{ list: Feedback[]; total: number }>(
      platform,
      'POST',
      '/collateral/web/app/feedback/list',
      filters,
    )
  ).data.list
const answer = (input: object) => world.call<Feedback>(platform, 'PUT', '/collateral/web/app/feedback/answer', input)
const newest = async () => (await list())[0] ?? Promise.reject(new Error('there is none'))

test('stores anonymous feedback with pictures and a contact', async () => {
  const imageIds = [await addPicture(world, null), await addPicture(world, null)].toSorted()
  expect(await send({ text: ' It is slow ', imageIds, contact: 'a@example.com', appVersion: '2.1' })).toMatchObject({
    status: 200,
  })
  expect(await newest()).toMatchObject({
    text: 'It is slow',
    imageIds,
    contact: 'a@example.com',
    userName: null,
    appVersion: '2.1',
    state: 'NEW',
    answer: null,
  })
  expect(world.emitted.recordsChanged.at(-1)).toMatchObject({ noun: 'feedback' })
})

test('identifies a signed-in sender and sends the answer as a notice', async () => {
  await send({ text: 'Where is my herd?' }, { token: banker })
  const { id, userName } = await newest()
  expect(userName).toBe('banker')
  expect((await answer({ id, version: 1, state: 'IN_PROGRESS' })).data).toMatchObject({
    state: 'IN_PROGRESS',
    answer: null,
    answeredBy: null,
  })
  expect((await answer({ id, version: 2, state: 'DONE', answer: 'In pen 3' })).data).toMatchObject({
    state: 'DONE',
    answer: 'In pen 3',
    answeredBy: 'platform',
  })
  const notices = async () =>
    (await world.call<{ list: { code: string; params: object }[] }>(banker, 'GET', '/api/notices')).data.list
  expect(await notices()).toMatchObject([
    { code: 'FEEDBACK_ANSWERED', params: { text: 'Where is my herd?', answer: 'In pen 3' } },
  ])
  // An unchanged answer creates no second notice.
  await answer({ id, version: 3, state: 'IN_PROGRESS', answer: 'In pen 3' })
  expect(await notices()).toHaveLength(1)
  expect(await answer({ id, version: 1, state: 'DONE' })).toMatchObject({
    status: 409,
    error: { fields: { version: 'stale' } },
  })
})

describe('feedback answer', () => {
  interface Mail {
    kind: string
    recipient: string
    subject: string
    body: string
  }
  const sentTo = (recipient: string) =>
    world.sql<Mail[]>`select kind, recipient, subject, body from outbox where recipient = ${recipient} order by id`

  test('is mailed once to an anonymous contact in the sender’s language', async () => {
    const text = 'It is {answer} late\r\nBcc: all@example.com <b>x</b>'
    await send({ text, contact: 'stranger@example.com' }, { language: 'pt-BR,pt;q=0.9' })
    const { id } = await newest()
    expect(await sentTo('stranger@example.com')).toEqual([])
    const { data } = await answer({
      id,
      version: 1,
      state: 'DONE',
      answer: 'Not any more.\n\nPlease try {text} again.',
    })
    expect(data).toMatchObject({ answeredTo: 'stranger@example.com' })
    expect(await sentTo('stranger@example.com')).toEqual([
      {
        kind: 'MAIL',
        recipient: 'stranger@example.com',
        subject: 'Nossa resposta à sua mensagem ao Drover',
        body: 'Olá,\n\nAlguém deixou este endereço em uma mensagem ao Drover:\n\n“It is {answer} late Bcc: all@example.com <b>x</b>”\n\nNossa resposta:\n\nNot any more.\n\nPlease try {text} again.\n\nSe não foi você, ignore este e-mail.',
      },
    ])
    // Saved again with another state, with and without a version.
    await answer({ id, version: 2, state: 'IN_PROGRESS' })
    await answer({ id, state: 'DONE', answer: 'Not any more.\n\nPlease try {text} again.' })
    expect((await answer({ id, version: 1, state: 'DONE', answer: 'Late' })).status).toBe(409)
    expect(await sentTo('stranger@example.com')).toHaveLength(1)
    // A corrected answer is sent again.
    await answer({ id, state: 'DONE', answer: 'Not since Monday.' })
    expect((await sentTo('stranger@example.com')).map(({ body }) => body.includes('Not since Monday.'))).toEqual([
      false,
      true,
    ])
    const [entry] = await world.sql<
      { before: Partial<Feedback>; after: Partial<Feedback> }[]
    >`select before, after from audit_entries where noun = 'feedback' and noun_id = ${id} and after ->> 'answeredTo' is not null order by id limit 1`
    expect([entry?.before.answeredTo, entry?.after.answeredTo]).toEqual([null, 'stranger@example.com'])
  })

  test('is mailed once when two save it concurrently', async () => {
    await send({ text: 'Twice', contact: 'twice@example.com' })
    const { id } = await newest()
    const answers = await Promise.all([1, 2].map(() => answer({ id, version: 1, state: 'DONE', answer: 'Once' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await sentTo('twice@example.com')).toHaveLength(1)
  })

  test('is sent by SMS to a telephone number, shortened', async () => {
    await send({ text: 'Call me', contact: '138 0013 8000' }, { language: 'zh-CN' })
    const { id, contact } = await newest()
    expect(contact).toBe('+8613800138000')
    await answer({ id, state: 'DONE', answer: `好\n${'长'.repeat(1000)}` })
    const [sms, ...others] = await sentTo('+8613800138000')
    expect([sms?.kind, sms?.subject, others.length]).toEqual(['SMS', '', 0])
    expect(sms?.body).toMatch(/^【Drover】对您反馈的答复：好 长+…$/)
    expect(Array.from(sms?.body ?? '').length).toBeLessThan(310)
  })

  test.each([
    'a@example.com\r\nBcc: all@example.com',
    'a@example.com, b@example.com',
    'A <a@example.com>',
    'a@example.com\n',
    '"a\n"@example.com',
  ])('rejects %j as a contact', async (contact) => {
    expect(await send({ text: 'x', contact })).toMatchObject({
      status: 400,
      error: { fields: { contact: expect.any(String) } },
    })
  })

  test('is not sent without a contact or when it is withdrawn', async () => {
    const before = await world.sql`select from outbox`
    await send({ text: 'Nowhere' })
    const { id } = await newest()
    expect((await answer({ id, state: 'DONE', answer: 'There' })).data).toMatchObject({ answeredTo: null })
    expect((await answer({ id, state: 'DONE', answer: null })).data).toMatchObject({
      answeredTo: null,
      answeredBy: null,
    })
    expect(await world.sql`select from outbox`).toHaveLength(before.length)
  })
})

test('treats an invalid token as anonymous', async () => {
  expect(await send({ text: 'x' }, { token: 'nonsense' })).toMatchObject({ status: 200 })
  expect((await newest()).userName).toBeNull()
})

test('limits an anonymous network to five messages in a row', async () => {
  const from = '198.51.100.7'
  for (let sent = 0; sent < 5; sent++) expect((await send({ text: 'x' }, { from })).status).toBe(200)
  const refused = await send({ text: 'x' }, { from })
  expect(refused).toMatchObject({ status: 429, error: { code: 'TOO_MANY_TRIES' } })
  expect(Number(refused.retryAfter)).toBeGreaterThan(60)
  expect((await send({ text: 'x' }, { from: '198.51.100.8' })).status).toBe(200)
  await world.context.auth.settled()
  expect(await world.sql`select from security_events where kind = 'THROTTLED' and what = 'feedback'`).toHaveLength(1)
})

test('limits a signed-in user across networks', async () => {
  const token = await world.user('writer', 'BANK_USER', await world.organisation('BANK', 'Writers'))
  for (let sent = 0; sent < 5; sent++) expect((await send({ text: 'x' }, { token })).status).toBe(200)
  expect(await send({ text: 'x' }, { token })).toMatchObject({ status: 429, error: { code: 'TOO_MANY_TRIES' } })
})

test.each([
  ['nothing', {}, { text: 'required' }],
  ['blanks', { text: '  ' }, { text: 'too_small' }],
  ['a book', { text: 'x'.repeat(2001) }, { text: 'too_big' }],
  [
    'seven pictures',
    { text: 'x', imageIds: Array.from({ length: 7 }, () => '00000000-0000-4000-8000-000000000000') },
    { imageIds: 'too_big' },
  ],
  [
    'a picture of nobody',
    { text: 'x', imageIds: ['00000000-0000-4000-8000-000000000000'] },
    { 'imageIds.0': 'unknown' },
  ],
])('names the field of %s', async (_name, input, fields) => {
  const before = (await list()).length
  expect(await send(input)).toMatchObject({ status: 400, error: { fields } })
  expect(await list()).toHaveLength(before)
})

test('rejects a picture that is already used', async () => {
  const usedPicture = await addPicture(world, null)
  expect((await send({ text: 'x', imageIds: [usedPicture] })).status).toBe(200)
  expect(await send({ text: 'x', imageIds: [usedPicture] })).toMatchObject({
    status: 400,
    error: { fields: { 'imageIds.0': 'unknown' } },
  })
})

test('lets only the platform list, filter and export feedback', async () => {
  for (const token of ['', banker])
    expect((await world.call(token, 'POST', '/collateral/web/app/feedback/list', {})).status).toBe(
      token === '' ? 401 : 403,
    )
  expect((await list({ state: ['IN_PROGRESS'] })).map(({ text }) => text)).toEqual(['Where is my herd?'])
  expect(await list({ text: 'SLOW' })).toHaveLength(1)
  expect(await list({ receivedFrom: machineNow() + 60_000 })).toHaveLength(0)
  const response = await world.server.inject({
    method: 'POST',
    url: '/collateral/web/app/feedback/export',
    headers: { 'x-auth-token': platform, 'x-auth-timestamp': String(machineNow()) },
    payload: {
      format: 'csv',
      columns: [
        { field: 'text', title: 'Text' },
        { field: 'state', title: 'State', words: { NEW: 'New' } },
      ],
      text: 'slow',
    },
  })
  expect(response.body).toContain('It is slow')
})

test('limits a flood of anonymous feedback from many networks', { tags: 'long' }, async () => {
  const rows = async () =>
    (
      await world.sql<
        { rows: number }[]
      >`select (select count(*) from feedback) + (select count(*) from audit_entries where noun = 'feedback') as rows`
    )[0]?.rows ?? 0
  const before = await rows()
  const flood = async (words: number) => {
    const answers = []
    for (let sent = 0; sent < words; sent++)
      answers.push(await send({ text: 'x'.repeat(2000) }, { from: `10.${sent >> 8}.${sent & 255}.1` }))
    return answers
  }
  const answers = await flood(300)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(100)
  expect((await rows()) - before).toBe(2 * (300 - refused.length))
  expect(
    refused.every(
      ({ error, retryAfter }) =>
        error?.code === 'TOO_MANY_TRIES' && Number(retryAfter) > 0 && Number(retryAfter) <= 300,
    ),
  ).toBe(true)
  // A message with two pictures counts as three.
  const imageIds = [await addPicture(world, null), await addPicture(world, null)]
  const more = await send({ text: 'x', imageIds })
  expect([more.status, Number(more.retryAfter) > 600]).toEqual([429, true])
  const token = await world.user('heard', 'BANK_USER', await world.organisation('BANK', 'Heard'))
  expect((await send({ text: 'x' }, { token })).status).toBe(200)
})
