import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/calls/records.ts'
import type { MarketingPage } from '#contract/content/marketingPages.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { readMarketingPage } from './marketingPageRows.ts'
import { isPublicImage } from '../published.ts'
import { addPicture } from '../testContent.ts'

let world: World
const tokens: Record<string, string> = {}
const ids: Record<string, number> = {}

beforeAll(async () => {
  world = await openWorld()
  for (const [name, kind] of [
    ['ours', 'BANK'],
    ['theirs', 'BORROWER'],
    ['quiet', 'SUPERVISOR'],
    ['Drover', 'PLATFORM'],
  ] as const)
    ids[name] = await world.organisation(kind, name)
  tokens['ours'] = await world.user('ours.admin', 'ADMIN_BANK', ids['ours'] ?? 0)
  tokens['second'] = await world.user('ours.second', 'ADMIN_BANK', ids['ours'] ?? 0)
  tokens['clerk'] = await world.user('ours.clerk', 'BANK_USER', ids['ours'] ?? 0)
  tokens['theirs'] = await world.user('theirs.admin', 'ADMIN_BORROWER', ids['theirs'] ?? 0)
  tokens['quiet'] = await world.user('quiet.admin', 'ADMIN_SUPERVISOR', ids['quiet'] ?? 0)
  for (const name of ['orderly', 'fresh', 'shown', 'never']) {
    ids[name] = await world.organisation('BANK', name)
    tokens[name] = await world.user(`${name}.admin`, 'ADMIN_BANK', ids[name])
  }
  tokens['platform'] = await world.user('platform', 'ADMIN_PLATFORM', ids['Drover'] ?? 0)
})
afterAll(() => world.close())

const path = '/collateral/web/org'
const idOf = (name: string) => ids[name] ?? 0
const put = (who: string, call: string, body: object) =>
  world.call<MarketingPage>(tokens[who] ?? '', 'PUT', `${path}/${call}`, body)
const del = (who: string, section: string, id: number) =>
  world.call<MarketingPage>(tokens[who] ?? '', 'DELETE', `${path}/${section}/del/${id}`)
const page = (name: string, who = '') =>
  world.call<MarketingPage>(tokens[who] ?? '', 'GET', `${path}/marketingPage/${ids[name]}`)

test('is empty for its editor and not found before its first save', async () => {
  expect((await page('quiet')).status).toBe(404)
  expect((await page('quiet', 'theirs')).status).toBe(404)
  expect((await page('quiet', 'quiet')).data).toMatchObject({
    organisationName: 'quiet',
    version: 0,
    introduction: '',
    useCases: [],
    news: [],
  })
  expect((await world.call('', 'GET', `${path}/marketingPage/999999`)).status).toBe(404)
  expect((await page('Drover')).status).toBe(404)
})

test('saves each section by its own call and returns one page', async () => {
  const [banner, account, inCase, inNews, logo] = await Promise.all(
    Array.from({ length: 5 }, () => addPicture(world, 'ours.admin')),
  )
  await put('ours', 'banner/edit', { bannerImgId: banner })
  await put('ours', 'introduction/edit', { introduction: '<p>We lend against herds.</p>' })
  await put('ours', 'official/edit', { officialAccountImgId: account })
  await put('ours', 'usecase/addOrEdit', { title: 'Winter', text: 'A herd.', imageIds: [inCase] })
  await put('ours', 'news/addOrEdit', { title: 'Old', body: '<p>old</p>', publishedOn: '2026-01-01' })
  await put('ours', 'news/addOrEdit', {
    title: 'New',
    body: `<img src="/media/${inNews}" alt="" />`,
    publishedOn: '2026-04-01',
  })
  await put('ours', 'partnership/addOrEdit', { name: 'Grass University', logoId: logo })
  const { data } = await put('ours', 'link/addOrEdit', { name: 'Prices', link: 'https://example.com/prices' })
  expect(data).toMatchObject({
    version: 8,
    bannerImgId: banner,
    bannerImgUrl: `/media/${banner}`,
    officialAccountImgUrl: `/media/${account}`,
    introduction: '<p>We lend against herds.</p>',
    useCases: [{ title: 'Winter', images: [{ id: inCase, url: `/media/${inCase}`, orginName: `${inCase}.webp` }] }],
    news: [{ title: 'New' }, { title: 'Old' }],
    partnerships: [{ name: 'Grass University', logoId: logo, link: null }],
    links: [{ name: 'Prices', link: 'https://example.com/prices' }],
  })
  expect((await page('ours')).data).toEqual(data)
  for (const id of [banner, account, inCase, inNews, logo])
    expect(await isPublicImage(world.context.sql, id ?? '')).toBe(true)
  const [changed] = data.news
  expect(
    (
      await put('ours', 'news/addOrEdit', {
        id: changed?.id,
        title: 'Newer',
        body: '<p>x</p>',
        publishedOn: '2026-04-02',
      })
    ).data.news.map(({ title }) => title),
  ).toEqual(['Newer', 'Old'])
  expect(await isPublicImage(world.context.sql, inNews ?? '')).toBe(false)
  expect((await del('ours', 'link', data.links[0]?.id ?? 0)).data.links).toEqual([])
  expect((await del('ours', 'link', data.links[0]?.id ?? 0)).status).toBe(404)
  // An item of another section is not found here.
  expect((await del('ours', 'link', data.useCases[0]?.id ?? 0)).status).toBe(404)
})

test('rejects an outdated save and returns the current page', async () => {
  const { version } = (await page('ours', 'ours')).data
  const { data } = await put('ours', 'introduction/edit', { introduction: '<p>first</p>', version })
  expect(data.version).toBe(version + 1)
  for (const [call, body] of [
    ['introduction/edit', { introduction: '<p>second</p>' }],
    ['banner/edit', { bannerImgId: null }],
    ['usecase/addOrEdit', { title: 'x', text: '', imageIds: [] }],
    ['link/addOrEdit', { name: 'x', link: '/x' }],
  ] as const) {
    expect(await put('second', call, { ...body, version })).toMatchObject({
      status: 409,
      error: {
        code: 'CONFLICT',
        fields: { version: 'stale' },
        current: { version: version + 1, introduction: '<p>first</p>' },
      },
    })
  }
  expect(
    (await put('second', 'introduction/edit', { introduction: '<p>second</p>', version: version + 1 })).status,
  ).toBe(200)
  const both = await Promise.all(
    [1, 2].map((n) => put('ours', 'introduction/edit', { introduction: `<p>${n}</p>`, version: version + 2 })),
  )
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('rejects changing another organisation’s page or using others’ pictures', async () => {
  const { data } = await put('theirs', 'usecase/addOrEdit', { title: 'Theirs', text: '', imageIds: [] })
  const id = data.useCases[0]?.id ?? 0
  expect((await put('ours', 'usecase/addOrEdit', { id, title: 'Ours now', text: '', imageIds: [] })).status).toBe(404)
  expect((await del('ours', 'usecase', id)).status).toBe(404)
  expect((await page('theirs')).data).toEqual(data)
  for (const by of ['theirs.admin', 'ours.clerk', null]) {
    const picture = await addPicture(world, by)
    expect(await put('ours', 'banner/edit', { bannerImgId: picture })).toMatchObject({
      status: 400,
      error: { fields: { bannerImgId: 'unknown' } },
    })
    expect(await put('ours', 'introduction/edit', { introduction: `<img src="/media/${picture}">` })).toMatchObject({
      status: 400,
      error: { fields: { introduction: 'unknown' } },
    })
    expect(await put('ours', 'usecase/addOrEdit', { title: 'x', text: '', imageIds: [picture] })).toMatchObject({
      status: 400,
      error: { fields: { imageIds: 'unknown' } },
    })
  }
  // A second administrator may reuse a picture that the page has had before.
  const own = await addPicture(world, 'ours.admin')
  for (const [who, bannerImgId] of [
    ['ours', own],
    ['ours', null],
    ['second', own],
  ] as const)
    expect((await put(who, 'banner/edit', { bannerImgId })).status).toBe(200)
  for (const who of ['clerk', 'platform'])
    expect((await put(who, 'banner/edit', { bannerImgId: null })).status).toBe(403)
})

describe('section order', () => {
  const link = (name: string) => put('orderly', 'link/addOrEdit', { name, link: '/x' })
  const news = (title: string, publishedOn: string, id?: number) =>
    put('orderly', 'news/addOrEdit', { id, title, publishedOn, body: '' })
  const order = (section: string, ids: readonly number[], who = 'orderly') =>
    put(who, 'marketingPage/order', { section, ids })
  const titles = async () => (await page('orderly')).data.news.map(({ title }) => title)

  test('follows the order of adding until it is changed', async () => {
    for (const name of ['a', 'b', 'c']) await link(name)
    const { links } = (await page('orderly')).data
    const [a = 0, b = 0, c = 0] = links.map(({ id }) => id)
    expect((await order('links', [c, a, b])).data.links.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    // Items missing from the given order come last.
    expect((await order('links', [b])).data.links.map(({ name }) => name)).toEqual(['b', 'c', 'a'])
    await put('orderly', 'link/addOrEdit', { id: c, name: 'c changed', link: '/y' })
    await link('d')
    expect((await page('orderly')).data.links.map(({ name }) => name)).toEqual(['b', 'c changed', 'a', 'd'])
    expect((await order('links', [a, 999_999])).status).toBe(404)
    expect((await order('news', [a])).status).toBe(404)
    for (const [who, status] of [
      ['theirs', 404],
      ['clerk', 403],
      ['platform', 403],
    ] as const)
      expect((await order('links', [c, a, b], who)).status).toBe(status)
    expect((await page('orderly')).data.links.map(({ name }) => name)).toEqual(['b', 'c changed', 'a', 'd'])
  })

  test('sorts news by date and preserves moved items on edits', async () => {
    await news('March', '2026-03-01')
    await news('May', '2026-05-01')
    await news('April', '2026-04-01')
    expect(await titles()).toEqual(['May', 'April', 'March'])
    const [may = 0, april = 0, march = 0] = (await page('orderly')).data.news.map(({ id }) => id)
    await order('news', [march, may, april])
    await news('May, corrected', '2026-05-01', may)
    expect(await titles()).toEqual(['March', 'May, corrected', 'April'])
    await news('June', '2026-06-01')
    expect(await titles()).toEqual(['June', 'March', 'May, corrected', 'April'])
    await news('March, in fact February', '2026-02-01', march)
    expect(await titles()).toEqual(['June', 'May, corrected', 'April', 'March, in fact February'])
  })

  test('audits names only, and nothing when the order is unchanged', async () => {
    const { links, version } = (await page('orderly')).data
    const ids = links.map(({ id }) => id)
    await order('links', ids)
    expect((await page('orderly')).data.version).toBe(version)
    await order('links', ids.toReversed())
    const { data } = await world.call<{ list: HistoryEntry[] }>(
      tokens['orderly'] ?? '',
      'POST',
      `${path}/marketingPage/${idOf('orderly')}/history`,
      { pageSize: 1 },
    )
    const names = links.map(({ id, name }) => ({ id, name }))
    expect(data.list).toMatchObject([
      {
        action: 'EDIT',
        by: 'orderly.admin',
        before: { links: names, version },
        after: { links: names.toReversed(), version: version + 1 },
      },
    ])
  })
})

describe('page history', () => {
  const history = (who: string, of: string, input: object = {}) =>
    world.call<{ list: HistoryEntry[]; total: number }>(
      tokens[who] ?? '',
      'POST',
      `${path}/marketingPage/${idOf(of)}/history`,
      input,
    )

  test('lists changes newest first for the organisation’s administrators', async () => {
    expect((await history('fresh', 'fresh')).data).toMatchObject({ list: [], total: 0 })
    await put('fresh', 'introduction/edit', { introduction: '<p>first</p>' })
    await put('fresh', 'usecase/addOrEdit', { title: 'Winter', text: '', imageIds: [] })
    const { data } = await history('fresh', 'fresh', { pageSize: 2 })
    expect(data.list).toMatchObject([
      { by: 'fresh.admin', before: { useCases: [] }, after: { useCases: [{ title: 'Winter' }] } },
      { by: 'fresh.admin', before: { introduction: '' }, after: { introduction: '<p>first</p>' } },
    ])
    expect(Math.abs(Date.parse(data.list[0]?.at ?? '') - Date.now())).toBeLessThan(60_000)
  })

  test('rejects all other callers', async () => {
    for (const [who, status] of [
      ['theirs', 404],
      ['clerk', 403],
      ['platform', 403],
    ] as const)
      expect((await history(who, 'fresh')).status).toBe(status)
    expect((await history('', 'fresh')).status).toBe(401)
  })
})

describe('page preview', () => {
  const preview = (who: string, draft: object) =>
    world.call<{ html: string }>(tokens[who] ?? '', 'POST', `${path}/marketingPage/preview`, draft)
  const mainOf = (html: string) => /<main\b[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1]?.trim()
  const shown = async (name: string) => mainOf((await world.server.inject({ url: `/org/${idOf(name)}` })).payload)

  test('equals the saved page for each part and saves nothing', async () => {
    const [banner, account, inCase, logo] = await Promise.all(
      Array.from({ length: 4 }, () => addPicture(world, 'shown.admin')),
    )
    const steps: [part: string, call: string, value: object][] = [
      ['', 'banner/edit', { bannerImgId: banner }],
      [
        '',
        'introduction/edit',
        { introduction: '<h2>Who we are</h2><table><tr><td colspan="2">x</td></tr></table><script>alert(1)</script>' },
      ],
      ['', 'official/edit', { officialAccountImgId: account }],
      ['useCase', 'usecase/addOrEdit', { title: 'Winter', text: 'A\nherd.', imageIds: [inCase] }],
      ['news', 'news/addOrEdit', { title: 'Old', body: '<p>old</p>', publishedOn: '2026-01-01' }],
      ['news', 'news/addOrEdit', { title: 'New', body: '<p>new</p>', publishedOn: '2026-04-01' }],
      ['news', 'news/addOrEdit', { title: 'Between', body: '<p>between</p>', publishedOn: '2026-02-01' }],
      ['partnership', 'partnership/addOrEdit', { name: 'Grass University', logoId: logo, link: 'https://example.com' }],
      ['link', 'link/addOrEdit', { name: 'Prices', link: '/prices' }],
      ['', 'banner/edit', { bannerImgId: null }],
    ]
    for (const [part, call, value] of steps) {
      const before = (await page('shown', 'shown')).data
      const { data, status } = await preview('shown', part === '' ? value : { [part]: value })
      expect(status).toBe(200)
      expect(data.html).not.toContain('<script')
      expect((await page('shown', 'shown')).data).toEqual(before)
      await put('shown', call, value)
      expect(mainOf(data.html)).toBe(await shown('shown'))
    }
    const { news, links } = (await page('shown')).data
    const edits: [part: string, call: string, value: object][] = [
      [
        'news',
        'news/addOrEdit',
        { id: news[0]?.id, title: 'New, and older than all', body: '', publishedOn: '2025-01-01' },
      ],
      ['link', 'link/addOrEdit', { id: links[0]?.id, name: 'Prices of the day', link: '/prices' }],
    ]
    for (const [part, call, value] of edits) {
      const { data } = await preview('shown', { [part]: value })
      await put('shown', call, value)
      expect(mainOf(data.html)).toBe(await shown('shown'))
    }
  })

  test('shows all filled parts, even before the first save', async () => {
    const { data } = await preview('never', {
      introduction: '<p>We are new.</p>',
      link: { name: 'Prices', link: '/prices' },
    })
    expect(data.html).toContain('<p>We are new.</p>')
    expect(data.html).toContain('href="/prices"')
    expect((await page('never')).status).toBe(404)
  })

  test('rejects what a save rejects and names the field', async () => {
    const theirs = await addPicture(world, 'theirs.admin')
    const foreign = (await page('orderly')).data.links[0]?.id
    const refused: [draft: object, status: number, fields: object | undefined][] = [
      [{ bannerImgId: theirs }, 400, { bannerImgId: 'unknown' }],
      [{ introduction: `<img src="/media/${theirs}">` }, 400, { introduction: 'unknown' }],
      [{ useCase: { title: 'x', text: '', imageIds: [theirs] } }, 400, { 'useCase.imageIds': 'unknown' }],
      [{ partnership: { name: 'x', logoId: theirs } }, 400, { 'partnership.logoId': 'unknown' }],
      [{ link: { name: 'x', link: 'javascript:alert(1)' } }, 400, { 'link.link': 'link' }],
      [
        { news: { title: 'x', body: '<p>'.repeat(20_001), publishedOn: '2026-01-01' } },
        400,
        { 'news.body': 'too_big' },
      ],
      [{ link: { id: foreign, name: 'x', link: '/x' } }, 404, undefined],
    ]
    for (const [draft, status, fields] of refused)
      expect(await preview('shown', draft)).toMatchObject({ status, ...(fields && { error: { fields } }) })
    for (const who of ['clerk', 'platform']) expect((await preview(who, {})).status).toBe(403)
  })
})

test('hides page and pictures while the organisation is not active', async () => {
  const picture = await addPicture(world, 'theirs.admin')
  await put('theirs', 'banner/edit', { bannerImgId: picture })
  for (const status of ['DISABLED', 'PENDING_APPROVAL', 'REJECTED']) {
    await world.sql`update organisations set status = ${status} where id = ${ids['theirs'] ?? 0}`
    expect([
      (await page('theirs')).status,
      await readMarketingPage(world.context.sql, ids['theirs'] ?? 0),
      await isPublicImage(world.context.sql, picture),
    ]).toEqual([404, null, false])
  }
  await world.sql`update organisations set status = 'ACTIVE' where id = ${ids['theirs'] ?? 0}`
  expect([(await page('theirs')).status, await isPublicImage(world.context.sql, picture)]).toEqual([200, true])
})

test('rejects links with scripts or data', async () => {
  for (const link of ['javascript:alert(1)', 'data:text/html,x', '//evil.example']) {
    expect(await put('quiet', 'link/addOrEdit', { name: 'x', link })).toMatchObject({
      status: 400,
      error: { fields: { link: 'link' } },
    })
    expect(await put('quiet', 'partnership/addOrEdit', { name: 'x', link })).toMatchObject({
      status: 400,
      error: { fields: { link: 'link' } },
    })
  }
})

test('emits each change to its organisation and records the changed part', async () => {
  await put('quiet', 'link/addOrEdit', { name: 'first', link: '/x' })
  await put('quiet', 'link/addOrEdit', { id: (await page('quiet')).data.links.at(-1)?.id, name: 'last', link: '/y' })
  expect(world.emitted.recordsChanged.at(-1)).toEqual({
    noun: 'marketingPages',
    ids: [ids['quiet']],
    organisationIds: [ids['quiet']],
  })
  const [entry] = await world.sql<
    { before: object; after: object }[]
  >`select before, after from audit_entries where noun = 'marketingPage' order by id desc limit 1`
  expect(entry).toMatchObject({
    before: { links: [{ name: 'first', link: '/x' }] },
    after: { links: [{ name: 'last', link: '/y' }] },
  })
  expect(Object.keys(entry?.after ?? {}).toSorted()).toEqual(['links', 'version'])
})

test('limits a section to sixty items', { tags: 'long' }, async () => {
  for (let place = 0; place < 60; place++)
    expect((await put('theirs', 'link/addOrEdit', { name: `${place}`, link: '/x' })).status).toBe(200)
  expect(await put('theirs', 'link/addOrEdit', { name: 'one more', link: '/x' })).toMatchObject({
    status: 400,
    error: { fields: { id: 'too_many' } },
  })
})

test('limits a page to a million characters', { tags: 'long' }, async () => {
  const news = (place: number) =>
    put('quiet', 'news/addOrEdit', {
      title: `${place}`,
      body: `<p>${'草'.repeat(190_000)}</p>`,
      publishedOn: '2026-04-01',
    })
  for (let place = 0; place < 5; place++) expect((await news(place)).status).toBe(200)
  expect(await news(5)).toMatchObject({ status: 400, error: { fields: { body: 'too_big' } } })
  expect((await page('quiet')).data.news.filter(({ body }) => body.length > 100_000)).toHaveLength(5)
})
