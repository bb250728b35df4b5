import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MarketingPage } from '#contract/content/marketingPages.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { attacks } from './cleaner/testAttacks.ts'
import { readMarketingPage } from './marketingPageRows.ts'
import { isPublicImage } from './published.ts'
import { addPicture } from './testContent.ts'

let world: World
const tokens: Record<string, string> = {}
const ids: Record<string, number> = {}

beforeAll(async () => {
  world = await openWorld()
  for (const [name, kind] of [['ours', 'BANK'], ['theirs', 'BORROWER'], ['quiet', 'SUPERVISOR'], ['Drover', 'PLATFORM']] as const) ids[name] = await world.organisation(kind, name)
  tokens['ours'] = await world.user('ours.admin', 'ADMIN_BANK', ids['ours'] ?? 0)
  tokens['second'] = await world.user('ours.second', 'ADMIN_BANK', ids['ours'] ?? 0)
  tokens['clerk'] = await world.user('ours.clerk', 'BANK_USER', ids['ours'] ?? 0)
  tokens['theirs'] = await world.user('theirs.admin', 'ADMIN_BORROWER', ids['theirs'] ?? 0)
  tokens['quiet'] = await world.user('quiet.admin', 'ADMIN_SUPERVISOR', ids['quiet'] ?? 0)
  tokens['platform'] = await world.user('platform', 'ADMIN_PLATFORM', ids['Drover'] ?? 0)
})
afterAll(() => world.close())

const path = '/collateral/web/org'
const put = (who: string, call: string, body: object) => world.call<MarketingPage>(tokens[who] ?? '', 'PUT', `${path}/${call}`, body)
const del = (who: string, section: string, id: number) => world.call<MarketingPage>(tokens[who] ?? '', 'DELETE', `${path}/${section}/del/${id}`)
const page = (name: string, who = '') => world.call<MarketingPage>(tokens[who] ?? '', 'GET', `${path}/marketingPage/${ids[name]}`)

test('a page that was never kept is nobody’s to find, and empty for who may keep it', async () => {
  expect((await page('quiet')).status).toBe(404)
  expect((await page('quiet', 'theirs')).status).toBe(404)
  expect((await page('quiet', 'quiet')).data).toMatchObject({ organisationName: 'quiet', version: 0, introduction: '', useCases: [], news: [] })
  expect((await world.call('', 'GET', `${path}/marketingPage/999999`)).status).toBe(404)
  expect((await page('Drover')).status).toBe(404)
})

test('each section is kept by its own call, and all of it is one page', async () => {
  const [banner, account, inCase, inNews, logo] = await Promise.all(Array.from({ length: 5 }, () => addPicture(world, 'ours.admin')))
  await put('ours', 'banner/edit', { bannerImgId: banner })
  await put('ours', 'introduction/edit', { introduction: '<p>We lend against herds.</p>' })
  await put('ours', 'official/edit', { officialAccountImgId: account })
  await put('ours', 'usecase/addOrEdit', { title: 'Winter', text: 'A herd.', imageIds: [inCase] })
  await put('ours', 'news/addOrEdit', { title: 'Old', body: '<p>old</p>', publishedOn: '2026-01-01' })
  await put('ours', 'news/addOrEdit', { title: 'New', body: `<img src="/media/${inNews}" alt="" />`, publishedOn: '2026-04-01' })
  await put('ours', 'partnership/addOrEdit', { name: 'Grass University', logoId: logo })
  const { data } = await put('ours', 'link/addOrEdit', { name: 'Prices', link: 'https://example.com/prices' })
  expect(data).toMatchObject({
    version: 8, bannerImgId: banner, bannerImgUrl: `/media/${banner}`, officialAccountImgUrl: `/media/${account}`, introduction: '<p>We lend against herds.</p>',
    useCases: [{ title: 'Winter', images: [{ id: inCase, url: `/media/${inCase}`, orginName: `${inCase}.webp` }] }],
    news: [{ title: 'New' }, { title: 'Old' }],
    partnerships: [{ name: 'Grass University', logoId: logo, link: null }],
    links: [{ name: 'Prices', link: 'https://example.com/prices' }],
  })
  expect((await page('ours')).data).toEqual(data)
  for (const id of [banner, account, inCase, inNews, logo]) expect(await isPublicImage(world.context.sql, id ?? '')).toBe(true)
  const [changed] = data.news
  expect((await put('ours', 'news/addOrEdit', { id: changed?.id, title: 'Newer', body: '<p>x</p>', publishedOn: '2026-04-02' })).data.news.map(({ title }) => title)).toEqual(['Newer', 'Old'])
  expect(await isPublicImage(world.context.sql, inNews ?? '')).toBe(false)
  expect((await del('ours', 'link', data.links[0]?.id ?? 0)).data.links).toEqual([])
  expect((await del('ours', 'link', data.links[0]?.id ?? 0)).status).toBe(404)
  // An item of another section is none of this one.
  expect((await del('ours', 'link', data.useCases[0]?.id ?? 0)).status).toBe(404)
})

test('of two editors the second is shown what the first has changed', async () => {
  const { version } = (await page('ours', 'ours')).data
  const { data } = await put('ours', 'introduction/edit', { introduction: '<p>first</p>', version })
  expect(data.version).toBe(version + 1)
  for (const [call, body] of [
    ['introduction/edit', { introduction: '<p>second</p>' }],
    ['banner/edit', { bannerImgId: null }],
    ['usecase/addOrEdit', { title: 'x', text: '', imageIds: [] }],
    ['link/addOrEdit', { name: 'x', link: '/x' }],
  ] as const) {
    expect(await put('second', call, { ...body, version })).toMatchObject({ status: 409, error: { code: 'CONFLICT', fields: { version: 'stale' }, current: { version: version + 1, introduction: '<p>first</p>' } } })
  }
  expect((await put('second', 'introduction/edit', { introduction: '<p>second</p>', version: version + 1 })).status).toBe(200)
  const both = await Promise.all([1, 2].map((n) => put('ours', 'introduction/edit', { introduction: `<p>${n}</p>`, version: version + 2 })))
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('nobody changes the page of others, nor shows their pictures', async () => {
  const { data } = await put('theirs', 'usecase/addOrEdit', { title: 'Theirs', text: '', imageIds: [] })
  const id = data.useCases[0]?.id ?? 0
  expect((await put('ours', 'usecase/addOrEdit', { id, title: 'Ours now', text: '', imageIds: [] })).status).toBe(404)
  expect((await del('ours', 'usecase', id)).status).toBe(404)
  expect((await page('theirs')).data).toEqual(data)
  for (const by of ['theirs.admin', 'ours.clerk', null]) {
    const picture = await addPicture(world, by)
    expect(await put('ours', 'banner/edit', { bannerImgId: picture })).toMatchObject({ status: 400, error: { fields: { bannerImgId: 'unknown' } } })
    expect(await put('ours', 'introduction/edit', { introduction: `<img src="/media/${picture}">` })).toMatchObject({ status: 400, error: { fields: { introduction: 'unknown' } } })
    expect(await put('ours', 'usecase/addOrEdit', { title: 'x', text: '', imageIds: [picture] })).toMatchObject({ status: 400, error: { fields: { imageIds: 'unknown' } } })
  }
  // What the page has once had, its second administrator may show again.
  const own = await addPicture(world, 'ours.admin')
  for (const [who, bannerImgId] of [['ours', own], ['ours', null], ['second', own]] as const) expect((await put(who, 'banner/edit', { bannerImgId })).status).toBe(200)
  for (const who of ['clerk', 'platform']) expect((await put(who, 'banner/edit', { bannerImgId: null })).status).toBe(403)
})

test('an organisation that is not active has no page and shows no picture, until it is again', async () => {
  const picture = await addPicture(world, 'theirs.admin')
  await put('theirs', 'banner/edit', { bannerImgId: picture })
  for (const status of ['DISABLED', 'PENDING_APPROVAL', 'REJECTED']) {
    await world.sql`update organisations set status = ${status} where id = ${ids['theirs'] ?? 0}`
    expect([(await page('theirs')).status, await readMarketingPage(world.context.sql, ids['theirs'] ?? 0), await isPublicImage(world.context.sql, picture)]).toEqual([404, null, false])
  }
  await world.sql`update organisations set status = 'ACTIVE' where id = ${ids['theirs'] ?? 0}`
  expect([(await page('theirs')).status, await isPublicImage(world.context.sql, picture)]).toEqual([200, true])
})

test('nothing of an attack comes through any section', async () => {
  const running = /<script|<svg|<iframe|<style|<[^>]* on\w+=|href="javascript/i
  for (const attack of attacks.filter((_one, place) => place % 8 === 0)) {
    await put('quiet', 'introduction/edit', { introduction: attack })
    await put('quiet', 'news/addOrEdit', { title: 'x', body: attack, publishedOn: '2026-04-01' })
  }
  const { data } = await page('quiet')
  expect([data.introduction, ...data.news.map(({ body }) => body)].filter((html) => running.test(html))).toEqual([])
  for (const link of ['javascript:alert(1)', 'data:text/html,x', '//evil.example']) {
    expect(await put('quiet', 'link/addOrEdit', { name: 'x', link })).toMatchObject({ status: 400, error: { fields: { link: 'link' } } })
    expect(await put('quiet', 'partnership/addOrEdit', { name: 'x', link })).toMatchObject({ status: 400, error: { fields: { link: 'link' } } })
  }
})

test('a section takes sixty items and no more', async () => {
  for (let place = 0; place < 60; place++) expect((await put('theirs', 'link/addOrEdit', { name: `${place}`, link: '/x' })).status).toBe(200)
  expect(await put('theirs', 'link/addOrEdit', { name: 'one more', link: '/x' })).toMatchObject({ status: 400, error: { fields: { id: 'too_many' } } })
})

test('a page holds a million characters and no more', async () => {
  const news = (place: number) => put('quiet', 'news/addOrEdit', { title: `${place}`, body: `<p>${'草'.repeat(190_000)}</p>`, publishedOn: '2026-04-01' })
  for (let place = 0; place < 5; place++) expect((await news(place)).status).toBe(200)
  expect(await news(5)).toMatchObject({ status: 400, error: { fields: { body: 'too_big' } } })
  expect((await page('quiet')).data.news.filter(({ body }) => body.length > 100_000)).toHaveLength(5)
})

test('each change is told to the screens of its organisation, and noted', async () => {
  await put('theirs', 'link/addOrEdit', { id: (await page('theirs')).data.links.at(-1)?.id, name: 'last', link: '/y' })
  expect(world.emitted.recordsChanged.at(-1)).toEqual({ noun: 'marketingPages', ids: [ids['theirs']], organisationIds: [ids['theirs']] })
  const [entry] = await world.sql<{ before: object; after: object }[]>`select before, after from audit_entries where noun = 'marketingPage' order by id desc limit 1`
  // What has changed, and not the page with all that is in it.
  expect(entry).toMatchObject({ before: { links: [{ name: '59', link: '/x' }] }, after: { links: [{ name: 'last', link: '/y' }] } })
  expect(Object.keys(entry?.after ?? {}).toSorted()).toEqual(['links', 'version'])
})
