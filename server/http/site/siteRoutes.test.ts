import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { newAddress } from '../../auth/testAuth.ts'
import { openPlatformWorld } from '../../testing/testPlatformWorld.ts'

const world = await openPlatformWorld()
const { platform } = world
const bank = await world.organisation('BANK', 'Steppe Bank')
const bankAdmin = await world.user('Bank', 'ADMIN_BANK', bank)
afterEach(() => void vi.restoreAllMocks())

async function open(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const response = await world.server.inject({ method, url, headers })
  return { status: response.statusCode, headers: response.headers, text: response.payload, bytes: response.rawPayload }
}

async function upload(token: string, width = 1500): Promise<string> {
  const payload = await sharp({ create: { width, height: Math.round(width / 2), channels: 3, background: '#886644' } })
    .png()
    .toBuffer()
  const response = await world.server.inject({
    method: 'POST',
    url: '/collateral/common/image/upload',
    remoteAddress: newAddress(),
    headers: { 'content-type': 'image/png', 'x-auth-token': token },
    payload,
  })
  return response.json<{ data: { id: string } }>().data.id
}

interface Saved {
  id: number
  version: number
}
const minuteAgo = () => new Date(Date.now() - 60_000).toISOString()
async function publish(
  title: string,
  { body = '<p>What it says.</p>', ...fields }: { body?: string } & Record<string, unknown> = {},
): Promise<Saved> {
  const { data, error } = await world.call<Saved>(platform, 'PUT', '/collateral/web/article/addOrEdit', {
    type: 'NEWS',
    texts: { 'zh-CN': { title, summary: '', body } },
    publishAt: minuteAgo(),
    ...fields,
  })
  expect(error).toBeUndefined()
  return data
}

test('allows only own scripts and styles and inlines none', async () => {
  const { headers, text } = await open('/')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).not.toMatch(/unsafe|data:|\*/)
  expect(text).not.toMatch(/\sstyle="|<style|\son\w+="|<script(?![^>]* src="\/)/)
})

describe('a page', () => {
  test('is sent compressed as the browser accepts, and again only when changed', async () => {
    const plain = await open('/')
    const br = await open('/', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await open('/', { 'accept-encoding': 'gzip' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text)
    expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text)
    const etag = String(br.headers['etag'])
    const again = await open('/', { 'accept-encoding': 'br', 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers['vary']).toBe('Accept-Encoding, Cookie')
    expect((await open('/', {}, 'HEAD')).status).toBe(200)
  })

  test('uses the language of the address, else the remembered one', async () => {
    const { headers, text } = await open('/?lang=pt-BR')
    expect(text).toContain('<html lang="pt-BR" dir="ltr">')
    expect(headers['set-cookie']).toMatch(/^locale=pt-BR; Path=\//)
    expect(text).toContain('<link rel="canonical" href="https://drover.test/?lang=pt-BR" />')
    expect([...text.matchAll(/hreflang="([\w-]+)" href="([^"]+)" \/>/g)].map(([, code, path]) => [code, path])).toEqual(
      [
        ['zh-CN', 'https://drover.test/'],
        ['zh-TW', 'https://drover.test/?lang=zh-TW'],
        ['en-US', 'https://drover.test/?lang=en-US'],
        ['pt-BR', 'https://drover.test/?lang=pt-BR'],
        ['x-default', 'https://drover.test/'],
      ],
    )
    const remembered = await open('/', { cookie: 'locale=en-US' })
    expect(remembered.text).toContain('<html lang="en-US" dir="ltr">')
    expect(remembered.headers['set-cookie']).toBeUndefined()
    expect((await open('/?lang=ar')).text).toContain('<html lang="en-US" dir="rtl">')
  })

  test.each([
    '/newsDetail/NEWS/999999',
    '/newsDetail/NEWS/abc',
    '/newsDetail/NOPE/1',
    '/newsTopMenu/NOPE',
    '/newsTopMenu/NEWS/0',
    '/newsTopMenu/NEWS/99',
    '/org/999999',
    '/org/abc',
    "/org/1'--",
    '/legal/nope',
    '/newsTopMenu/NEWS/99999999999999999999',
  ])('answers 404 with a site page at %s', async (path) => {
    const { status, text } = await open(path)
    expect(status).toBe(404)
    expect(text).toContain('页面不存在')
    expect(text).toContain('name="robots" content="noindex"')
  })

  test.each([
    ['/newsTopMenu', '/newsTopMenu/NEWS'],
    ['/newsTopMenu/NEWS/1', '/newsTopMenu/NEWS'],
    ['/newsDetail', '/newsTopMenu/NEWS'],
    ['/newsDetail/GUIDE?lang=ar', '/newsTopMenu/GUIDE?lang=ar'],
  ])('redirects %s to %s', async (from, to) => {
    const { status, headers } = await open(from)
    expect([status, headers['location']]).toEqual([302, to])
  })
})

describe('an article', () => {
  test('is on all pages and feeds when its save is answered', async () => {
    await open('/')
    const { id } = await publish('现场动态', { body: '<h2>Pens</h2><p>Four of them.</p>' })
    const [home, list, detail, feed, sitemap] = await Promise.all(
      ['/', '/newsTopMenu/NEWS', `/newsDetail/NEWS/${id}`, '/rss.xml', '/sitemap.xml'].map((path) => open(path)),
    )
    for (const page of [home, list, detail, feed]) expect(page?.text).toContain('现场动态')
    expect(sitemap?.text).toContain(`<loc>https://drover.test/newsDetail/NEWS/${id}</loc>`)
    expect(detail?.text).toContain('<h2>Pens</h2><p>Four of them.</p>')
    expect(detail?.text).toContain('<meta property="og:type" content="article" />')
    expect(detail?.text).toMatch(/<meta property="og:description" content="Pens Four of them\." \/>/)
    expect(feed?.headers['content-type']).toMatch(/^application\/rss\+xml/)
  })

  test('answers 410 when withdrawn and leaves its list', async () => {
    const { id, version } = await publish('会撤回的文章')
    expect((await open(`/newsDetail/NEWS/${id}`)).status).toBe(200)
    await publish('会撤回的文章', { id, version, isWithdrawn: true })
    const withdrawn = await open(`/newsDetail/NEWS/${id}`)
    expect(withdrawn.status).toBe(410)
    expect(withdrawn.text).toContain('文章已撤回')
    expect((await open('/newsTopMenu/NEWS')).text).not.toContain('会撤回的文章')
  })

  test('appears at its time of publication', async () => {
    const draft = await publish('草稿', { publishAt: null })
    expect((await open(`/newsDetail/NEWS/${draft.id}`)).status).toBe(404)
    const later = await publish('到点发布', { publishAt: new Date(Date.now() + 1500).toISOString() })
    expect((await open(`/newsDetail/NEWS/${later.id}`)).status).toBe(404)
    expect((await open('/')).text).not.toContain('到点发布')
    await expect.poll(async () => (await open('/')).text, { timeout: 5000 }).toContain('到点发布')
    expect((await open(`/newsDetail/NEWS/${later.id}`)).status).toBe(200)
  })

  test('says when it is not available in the requested language', async () => {
    const { id } = await publish('只有中文')
    const { text } = await open(`/newsDetail/NEWS/${id}?lang=en-US`)
    expect(text).toContain('This article isn’t available in English. Showing it in 简体中文.')
    expect(text).toContain('<article class="article" lang="zh-CN">')
    expect((await open(`/newsDetail/NEWS/${id}?lang=zh-CN`)).text).not.toContain('class="fallback"')
  })

  test('marks its language and direction on every page', async () => {
    const both = await publish('中文', {
      type: 'GUIDE',
      texts: {
        'zh-CN': { title: '中文', summary: '', body: '' },
        'en-US': { title: 'English', summary: '', body: '' },
      },
    })
    const { id } = await publish('只有中文', { type: 'GUIDE', publishAt: new Date(Date.now() - 120_000).toISOString() })
    const text = async (path: string) => (await open(path)).text
    // Arabic pages use English words, right to left; published texts say that they are read from the left.
    const [list, article, other] = [
      await text('/newsTopMenu/GUIDE?lang=ar'),
      await text(`/newsDetail/GUIDE/${id}?lang=ar`),
      await text(`/newsDetail/GUIDE/${both.id}?lang=ar`),
    ]
    for (const page of [list, article, other]) expect(page).toContain('<html lang="en-US" dir="rtl">')
    expect(list).toContain(`<a href="/newsDetail/GUIDE/${id}" lang="zh-CN" dir="ltr">`)
    expect(list).toContain(`<a href="/newsDetail/GUIDE/${both.id}" dir="ltr">`)
    expect(article).toContain('<article class="article" lang="zh-CN" dir="ltr">')
    expect(article).toMatch(/<p class="article-day" lang="en-US">/)
    expect(article).toContain('<span dir="ltr">English</span>')
    expect(other).toContain('<article class="article" dir="ltr">')
    expect(other).toContain('<span lang="zh-CN" dir="ltr">只有中文</span>')
    // On left-to-right pages only texts in another language are marked.
    expect(await text('/newsTopMenu/GUIDE?lang=pt-BR')).toContain(`<a href="/newsDetail/GUIDE/${id}" lang="zh-CN">`)
    expect(await text(`/newsDetail/GUIDE/${both.id}?lang=zh-CN`)).toContain('<span>只有中文</span>')
    expect(await text('/rss.xml?lang=en-US')).toMatch(/<title>只有中文<\/title>.*<dc:language>zh-CN<\/dc:language>/)
  })

  test('escapes HTML in its title on every page', async () => {
    const title = `</title><script>alert(1)</script>"><img src=x onerror=alert('2')>`
    const { id } = await publish(title, { body: '<p>ok</p><script>alert(3)</script><img src="javascript:alert(4)">' })
    for (const path of ['/', '/newsTopMenu/NEWS', `/newsDetail/NEWS/${id}`, '/rss.xml']) {
      const { text } = await open(path)
      expect(text).toContain('&lt;script&gt;alert(1)')
      expect(text).not.toMatch(/<script>|<img src=x|javascript:|alert\(3\)/)
    }
  })

  test('serves its picture in several widths and formats while published', async () => {
    const coverImageId = await upload(platform)
    expect((await open(`/media/${coverImageId}`)).status).toBe(404)
    const { id, version } = await publish('有图', { coverImageId })
    expect((await open(`/newsDetail/NEWS/${id}`)).text).toContain(
      `<meta property="og:image" content="https://drover.test/media/${coverImageId}?w=1280" />`,
    )
    for (const [accept, format, compression] of [
      ['image/avif,image/webp,*/*', 'image/avif', 'av1'],
      ['image/webp,*/*', 'image/webp', undefined],
      ['*/*', 'image/jpeg', undefined],
    ] as const) {
      const { status, headers, bytes } = await open(`/media/${coverImageId}?w=600`, { accept })
      expect([status, headers['content-type'], headers['vary']]).toEqual([200, format, 'Accept'])
      const found = await sharp(bytes).metadata()
      expect([found.width, found.compression]).toEqual([640, compression])
    }
    const whole = await open(`/media/${coverImageId}`, { accept: 'image/webp' })
    expect((await sharp(whole.bytes).metadata()).width).toBe(1500)
    expect(whole.headers['cache-control']).toBe('public, no-cache')
    await publish('有图', { id, version, coverImageId, isWithdrawn: true })
    expect((await open(`/media/${coverImageId}`)).status).toBe(404)
    // Nor does a browser show the one that it has.
    expect(
      (await open(`/media/${coverImageId}`, { accept: 'image/webp', 'if-none-match': String(whole.headers['etag']) }))
        .status,
    ).toBe(404)
    expect((await open('/media/../../etc/passwd')).status).toBe(404)
    expect((await open('/media/abc')).status).toBe(404)
  })
})

test('revalidates a cached picture from memory', async () => {
  const coverImageId = await upload(platform)
  await publish('封面', { coverImageId })
  const url = `/media/${coverImageId}?w=320`
  const { headers } = await open(url, { accept: 'image/webp' })
  const read = vi.spyOn(world.context.files, 'read')
  const before = world.statements()
  await rm(join(world.context.settings.DATA_DIR, 'media'), { recursive: true })
  for (let request = 0; request < 20; request++)
    expect((await open(url, { accept: 'image/webp', 'if-none-match': String(headers['etag']) })).status).toBe(304)
  expect([world.statements() - before, read.mock.calls.length]).toEqual([0, 0])
  expect((await open(url, { accept: 'image/webp' })).status).toBe(200)
  expect(read).toHaveBeenCalled()
})

test('removes a picture of the app’s home page with its banner', async () => {
  const imageId = await upload(platform)
  const { data: banner } = await world.call<Saved>(platform, 'PUT', '/collateral/web/home/banner/addOrEdit', {
    title: 'x',
    imgId: imageId,
  })
  expect((await open(`/media/${imageId}`)).status).toBe(200)
  await world.call(platform, 'DELETE', `/collateral/web/home/banner/del/${banner.id}`)
  expect((await open(`/media/${imageId}`)).status).toBe(404)
})

test('shows an active organisation’s page and updates it with each save', async () => {
  expect((await open(`/org/${bank}`)).status).toBe(404)
  const { error } = await world.call(bankAdmin, 'PUT', '/collateral/web/org/introduction/edit', {
    introduction: '<p>We lend <b>against herds</b>.</p><script>x</script>',
  })
  expect(error).toBeUndefined()
  const { status, text } = await open(`/org/${bank}`)
  expect(status).toBe(200)
  expect(text).toContain('<h1 dir="auto">Steppe Bank</h1>')
  expect((await open('/sitemap.xml')).text).toContain(`<loc>https://drover.test/org/${bank}</loc>`)
  expect(text).toContain('<p>We lend <strong>against herds</strong>.</p>')
  await world.call(platform, 'PUT', '/collateral/web/org/status', { ids: [bank], status: 'DISABLED', reason: 'closed' })
  expect((await open(`/org/${bank}`)).status).toBe(404)
})

test('links a written legal text from the home page', async () => {
  expect((await open('/legal/privacy')).status).toBe(404)
  const found = await world.call<{ list: Saved[] }>(platform, 'POST', '/collateral/web/app/aboutPage/list', {})
  const { error } = await world.call(platform, 'POST', '/collateral/web/app/aboutPage', {
    id: found.data.list[0]?.id,
    privacyPolicy: '<p>We keep little.</p>',
  })
  expect(error).toBeUndefined()
  const { status, text } = await open('/legal/privacy')
  expect(status).toBe(200)
  expect(text).toContain('<p>We keep little.</p>')
  expect((await open('/')).text).toContain('href="/legal/privacy"')
})

test('serves fast pages and a sitemap of 2,000 articles', { tags: 'long' }, async () => {
  await world.sql`
    insert into articles (type, texts, publish_at)
    select 'POLICY', jsonb_build_object('zh-CN', jsonb_build_object('title', 'Article ' || n, 'summary', '', 'body', '<p>' || repeat('words ', 300) || '</p>')), now() - n * interval '1 hour' from generate_series(1, 2000) n`
  world.context.events.emit('recordsChanged', { noun: 'articles' })
  const from = performance.now()
  const last = await open('/newsTopMenu/POLICY/167')
  const lastMs = performance.now() - from
  expect(last.status).toBe(200)
  expect([...last.text.matchAll(/<article class="card/g)]).toHaveLength(2000 - 166 * 12)
  expect(last.text).toContain('rel="prev" href="/newsTopMenu/POLICY/166"')
  expect((await open('/newsTopMenu/POLICY/168')).status).toBe(404)
  expect(lastMs).toBeLessThan(500)
  expect([...(await open('/sitemap.xml')).text.matchAll(/<loc>[^<]*\/newsDetail\/POLICY\//g)]).toHaveLength(2000)
})

test('names the sitemap and the excluded paths in robots.txt', async () => {
  const { text } = await open('/robots.txt')
  expect(text).toContain('Disallow: /dashboard\n')
  expect(text).toContain('Sitemap: https://drover.test/sitemap.xml')
})

test('serves cached pages and 503 for others while the database is unavailable', async () => {
  const url = '/newsTopMenu/GUIDE'
  expect((await open(url)).status).toBe(200)
  await world.sql`alter table articles rename to articles_away`
  try {
    world.context.events.emit('recordsChanged', { noun: 'articles' })
    const cachedPage = await open(url)
    expect([cachedPage.status, cachedPage.text.includes('监管知识')]).toEqual([200, true])
    const other = await open('/newsTopMenu/GUIDE?lang=en-US')
    expect([other.status, other.headers['retry-after']]).toEqual([503, '10'])
    expect(other.text).toContain('can’t be shown right now')
  } finally {
    await world.sql`alter table articles_away rename to articles`
  }
  expect((await open('/newsTopMenu/GUIDE?lang=en-US')).status).toBe(200)
})
