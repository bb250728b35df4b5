import { describe, expect, test } from 'vitest'
import { openPlatformWorld } from '../../testing/testPlatformWorld.ts'

const world = await openPlatformWorld()
const { platform } = world

async function open(url: string) {
  const { statusCode, headers, payload } = await world.server.inject({ url, headers: { accept: 'text/html' } })
  return {
    status: statusCode,
    location: headers['location'],
    cacheControl: headers['cache-control'],
    contentType: headers['content-type'],
    text: payload,
  }
}

interface Saved {
  id: number
  version: number
}
const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()
const said = (title: string) => ({ title, summary: '', body: '<p>What it says.</p>' })
async function save(fields: object): Promise<Saved> {
  const { data, error } = await world.call<Saved>(platform, 'PUT', '/collateral/web/article/addOrEdit', {
    type: 'NEWS',
    texts: { 'zh-CN': said('雪') },
    publishAt: hourAgo(),
    ...fields,
  })
  expect(error).toBeUndefined()
  return data
}

test('renders a complete home page without content or dead links', async () => {
  const { status, contentType, text } = await open('/')
  expect([status, contentType]).toEqual([200, 'text/html; charset=utf-8'])
  expect(text).toMatch(/<h1>.+<\/h1>/)
  expect(text).toContain('模拟畜群')
  expect(text).not.toMatch(/undefined|null|NaN|\[object/)
  expect(text).not.toContain('#partners')
  expect(await deadLinks(text)).toEqual([])
  const { data: partner } = await world.call<Saved>(platform, 'PUT', '/collateral/web/partnership/addOrEdit', {
    name: 'Grass University',
  })
  const { text: withPartner } = await open('/')
  expect(withPartner.match(/href="\/#partners"/g)).toHaveLength(2)
  expect(await deadLinks(withPartner)).toEqual([])
  await world.call(platform, 'DELETE', `/collateral/web/partnership/del/${partner.id}`)
  expect((await open('/newsTopMenu/NEWS')).text).not.toContain('#partners')
})

/** Returns the home page's dead links: to a missing page, or to a missing part of a page. */
async function deadLinks(text: string): Promise<string[]> {
  const links = [...new Set([...text.matchAll(/href="((?:\/|#)[^"]*)/g)].map(([, path = '']) => path))].filter(
    (path) => !/^\/(?:user|favicon|icon)/.test(path),
  )
  expect(links.length).toBeGreaterThan(5)
  const isThere = async (link: string) => {
    const [path = '', part] = link.split('#')
    const page = path === '' ? { status: 200, text } : await open(path)
    return page.status === 200 && (part === undefined || page.text.includes(`id="${part}"`))
  }
  const found = await Promise.all(links.map(async (link) => ((await isThere(link)) ? [] : [link])))
  return found.flat()
}

describe('an article whose type was changed', () => {
  test('redirects its old address in the requested language', async () => {
    const { id, version } = await save({})
    expect((await open(`/newsDetail/NEWS/${id}`)).status).toBe(200)
    const moved = await save({ id, version, type: 'GUIDE' })
    expect(await open(`/newsDetail/NEWS/${id}`)).toMatchObject({
      status: 308,
      location: `/newsDetail/GUIDE/${id}`,
      cacheControl: 'no-cache',
    })
    expect(await open(`/newsDetail/NEWS/${id}?lang=ar`)).toMatchObject({
      status: 308,
      location: `/newsDetail/GUIDE/${id}?lang=ar`,
    })
    expect((await open(`/newsDetail/GUIDE/${id}`)).status).toBe(200)
    // And back again: neither address leads to the other and back.
    await save({ id, version: moved.version, type: 'NEWS' })
    expect((await open(`/newsDetail/NEWS/${id}`)).status).toBe(200)
    expect(await open(`/newsDetail/GUIDE/${id}`)).toMatchObject({ status: 308, location: `/newsDetail/NEWS/${id}` })
  })

  test('answers 410 when withdrawn and 404 while unpublished or deleted', async () => {
    const { id, version } = await save({ type: 'POLICY' })
    const moved = await save({ id, version, type: 'GUIDE', isWithdrawn: true })
    for (const type of ['POLICY', 'GUIDE']) expect((await open(`/newsDetail/${type}/${id}`)).status).toBe(410)
    await save({
      id,
      version: moved.version,
      type: 'GUIDE',
      isWithdrawn: false,
      publishAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    for (const type of ['POLICY', 'GUIDE']) expect((await open(`/newsDetail/${type}/${id}`)).status).toBe(404)
    await world.call(platform, 'DELETE', `/collateral/web/article/del/${id}`)
    for (const type of ['POLICY', 'GUIDE']) expect((await open(`/newsDetail/${type}/${id}`)).status).toBe(404)
  })
})

describe('metadata for search engines', () => {
  const alternates = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)" \/>/g)].map(([, code, address]) => [
        code,
        address,
      ]),
    )
  const canonical = (text: string) => /<link rel="canonical" href="([^"]+)" \/>/.exec(text)?.[1]
  const entryOf = async (id: number) =>
    (await open('/sitemap.xml')).text
      .split('\n')
      .find((line) => line.includes(`/NEWS/${id}<`) || line.includes(`/NEWS/${id}?`)) ?? ''

  test('lists only an article’s own languages and one canonical address', async () => {
    const both = await save({ texts: { 'zh-CN': said('雪'), 'pt-BR': said('Neve') } })
    const own = `https://drover.test/newsDetail/NEWS/${both.id}`
    const codes = { 'zh-CN': own, 'pt-BR': `${own}?lang=pt-BR` }
    for (const [lang, address] of [
      ['zh-CN', own],
      ['pt-BR', `${own}?lang=pt-BR`],
      ['en-US', own],
      ['zh-TW', own],
      ['ar', own],
    ]) {
      const { text } = await open(`/newsDetail/NEWS/${both.id}?lang=${lang}`)
      expect([lang, canonical(text), alternates(text)]).toEqual([lang, address, { ...codes, 'x-default': own }])
    }
    const entry = await entryOf(both.id)
    expect(entry).toContain(`<loc>${own}</loc>`)
    expect([...entry.matchAll(/hreflang="([\w-]+)"/g)].map(([, code]) => code)).toEqual(['zh-CN', 'pt-BR'])
  })

  test('gives the canonical address of an article without the default language', async () => {
    const { id } = await save({ texts: { 'en-US': said('Snow') } })
    const own = `https://drover.test/newsDetail/NEWS/${id}?lang=en-US`
    const { text } = await open(`/newsDetail/NEWS/${id}`)
    expect([canonical(text), alternates(text)]).toEqual([own, { 'en-US': own, 'x-default': own }])
    expect(await entryOf(id)).toContain(`<loc>${own}</loc>`)
  })

  test('gives the time of an article’s last correction', async () => {
    const publishAt = hourAgo()
    const { id, version } = await save({ publishAt })
    await world.sql`update articles set updated_at = ${publishAt} where id = ${id}`
    world.context.events.emit('recordsChanged', { noun: 'articles', ids: [id] })
    expect(await entryOf(id)).toContain(`<lastmod>${publishAt}</lastmod>`)
    expect((await open(`/newsDetail/NEWS/${id}`)).text).not.toContain('article:modified_time')
    const before = Date.now()
    await save({ id, version, publishAt, texts: { 'zh-CN': said('雨') } })
    const changedAt = /<lastmod>([^<]+)/.exec(await entryOf(id))?.[1] ?? ''
    expect(Date.parse(changedAt)).toBeGreaterThanOrEqual(before - 1)
    const { text } = await open(`/newsDetail/NEWS/${id}`)
    expect(text).toContain(`<meta property="article:published_time" content="${publishAt}" />`)
    expect(text).toContain(`<meta property="article:modified_time" content="${changedAt}" />`)
    const list = (await open('/sitemap.xml')).text.split('\n').find((line) => line.includes('/newsTopMenu/NEWS<')) ?? ''
    expect(list).toContain(`<lastmod>${changedAt}</lastmod>`)
  })
})

test.each([
  '/org',
  '/org/',
  '/org/1/2',
  '/legal',
  '/legal/',
  '/legal/privacy/x',
  '/newsDetail/a/b/c',
  '/newsDetail/NEWS/1/2',
  '/newsTopMenu/NEWS/1/2',
  '/newsTopMenu/NEWS/2/',
])('answers 404 with a site page at %s', async (path) => {
  const { status, text } = await open(path)
  expect(status).toBe(404)
  expect(text).toContain('页面不存在')
})
