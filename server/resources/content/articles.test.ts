import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type {
  Article,
  ArticleText,
  ListedArticle,
  PublishedArticle,
  PublishedArticleDetail,
} from '#contract/content/articles.ts'
import type { HistoryEntry } from '#contract/calls/records.ts'
import { machineNow } from '../../clock.ts'
import { deleteUnclaimed } from '../files/files.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { runtimeUser } from '../../db/schema/roles.ts'
import { isPublicImage, nextChangeAt, readPublishedArticle, readPublishedArticles } from './published.ts'
import { addPicture } from './testContent.ts'

let world: World
let platform = ''
let second = ''
let bank = ''

beforeAll(async () => {
  world = await openWorld()
  const own = await world.organisation('PLATFORM', 'Drover')
  platform = await world.user('platform', 'ADMIN_PLATFORM', own)
  second = await world.user('second', 'ADMIN_PLATFORM', own)
  bank = await world.user('bank', 'ADMIN_BANK', await world.organisation('BANK', 'Steppe Bank'))
})
afterAll(() => world.close())
afterEach(async () => {
  vi.restoreAllMocks()
  await world.sql`delete from content_pictures`
  await world.sql`delete from articles`
})

const hourMs = 3_600_000
const path = '/collateral/web/article'
const said = (title: string, more: Partial<ArticleText> = {}): ArticleText => ({
  title,
  summary: '',
  body: `<p>${title}</p>`,
  ...more,
})
const save = (input: object, token = platform) =>
  world.call<Article>(token, 'PUT', `${path}/addOrEdit`, { type: 'NEWS', texts: { 'zh-CN': said('雪') }, ...input })
const add = async (input: object = {}) => {
  const { status, data, error } = await save({ publishAt: machineNow() - hourMs, ...input })
  expect([status, error]).toEqual([200, undefined])
  return data
}
const published = async (type = 'NEWS', more: object = {}) =>
  (await world.call<{ list: PublishedArticle[]; total: number }>('', 'POST', `${path}/${type}/list`, more)).data
const titles = async (...given: Parameters<typeof published>) =>
  (await published(...given)).list.map(({ title }) => title)
const detail = (id: number, type = 'NEWS', language = '') =>
  world.call<PublishedArticleDetail>('', 'GET', `${path}/detail/${type}/${id}${language && `?language=${language}`}`)
/** Sets machine time. */
const itIs = (at: number) => vi.spyOn(Date, 'now').mockReturnValue(at)

test('shows the public only published articles', async () => {
  const [draft, scheduled, shown, withdrawn, removed] = [
    await add({ publishAt: null }),
    await add({ publishAt: machineNow() + hourMs }),
    await add({ texts: { 'zh-CN': said('shown') } }),
    await add({ isWithdrawn: true }),
    await add(),
  ]
  await world.call(platform, 'DELETE', `${path}/del/${removed.id}`)
  expect([draft, scheduled, shown, withdrawn].map(({ state }) => state)).toEqual([
    'DRAFT',
    'SCHEDULED',
    'PUBLISHED',
    'WITHDRAWN',
  ])
  expect(await titles()).toEqual(['shown'])
  expect((await detail(shown.id)).data).toMatchObject({
    title: 'shown',
    body: '<p>shown</p>',
    newer: null,
    older: null,
  })
  expect(
    await Promise.all([draft, scheduled, removed, { id: 999_999 }].map(async ({ id }) => (await detail(id)).status)),
  ).toEqual([404, 404, 404, 404])
  // A withdrawn article answers 410, and an address with a former type still works.
  expect((await detail(withdrawn.id)).status).toBe(410)
  expect((await detail(withdrawn.id, 'GUIDE')).status).toBe(410)
  expect(await detail(shown.id, 'GUIDE')).toMatchObject({ status: 200, data: { id: shown.id, type: 'NEWS' } })
  // An article withdrawn before it was published answers 404.
  const early = await add({ isWithdrawn: true, publishAt: machineNow() + hourMs })
  expect((await detail(early.id)).status).toBe(404)
  for (const state of ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN'] as const) {
    const { data } = await world.call<{ list: ListedArticle[] }>(platform, 'POST', `${path}/list`, { state: [state] })
    expect(new Set(data.list.map((one) => one.state))).toEqual(new Set([state]))
  }
})

test('publishes a scheduled article at its minute of machine time', async () => {
  const minute = Math.ceil(machineNow() / 60_000) * 60_000 + 60_000
  const { id } = await add({ publishAt: minute })
  expect(await nextChangeAt(world.context.sql, machineNow())).toBe(minute)
  itIs(minute - 1)
  expect([await titles(), (await detail(id)).status]).toEqual([[], 404])
  itIs(minute)
  expect([await titles(), (await detail(id)).status]).toEqual([['雪'], 200])
  expect(await nextChangeAt(world.context.sql, minute)).toBeNull()
})

test('dates NOW by the server and stores a chosen minute unchanged', async () => {
  const before = machineNow()
  const added = await add({ publishAt: 'NOW' })
  expect(added.state).toBe('PUBLISHED')
  const at = Date.parse(added.publishAt ?? '')
  expect([at >= before, at <= machineNow()]).toEqual([true, true])
  const minute = before + hourMs + 1
  const { data: scheduled } = await save({ id: added.id, version: 1, publishAt: minute })
  expect([scheduled.publishAt, scheduled.state]).toEqual([new Date(minute).toISOString(), 'SCHEDULED'])
  // A second editor, who has not seen that it was postponed.
  expect(await save({ id: added.id, version: 1, publishAt: 'NOW' }, second)).toMatchObject({
    status: 409,
    error: { code: 'CONFLICT', current: { publishAt: new Date(minute).toISOString() } },
  })
  const { data: history } = await world.call<{ list: HistoryEntry[] }>(
    platform,
    'POST',
    `${path}/${added.id}/history`,
    {},
  )
  expect(history.list.map(({ after }) => after?.['publishAt'])).toEqual([scheduled.publishAt, added.publishAt])
  expect(await save({ publishAt: 'TOMORROW' })).toMatchObject({
    status: 400,
    error: { fields: { publishAt: expect.any(String) } },
  })
})

test('keeps omitted fields on edits and requires type and texts when adding', async () => {
  const { id, texts, coverImageId } = await add({ coverImageId: await addPicture(world, 'platform') })
  const edited = await world.call<Article>(platform, 'PUT', `${path}/addOrEdit`, { id, version: 1, isWithdrawn: true })
  expect(edited.data).toMatchObject({ texts, coverImageId, type: 'NEWS', state: 'WITHDRAWN', version: 2 })
  expect(await world.call(platform, 'PUT', `${path}/addOrEdit`, { publishAt: 'NOW' })).toMatchObject({
    status: 400,
    error: { fields: { type: 'required', texts: 'required' } },
  })
})

test('returns texts with one article and with conflicts, not in lists', async () => {
  const { id, version } = await add({ texts: { 'en-US': said('Snow', { body: '<p>It snows.</p>' }) } })
  const [listed] = (await world.call<{ list: ListedArticle[] }>(platform, 'POST', `${path}/list`, {})).data.list
  expect(listed).toMatchObject({ id, title: 'Snow', languages: ['en-US'] })
  expect(listed).not.toHaveProperty('texts')
  expect((await world.call<Article>(platform, 'GET', `${path}/detail/${id}`)).data.texts['en-US']?.body).toBe(
    '<p>It snows.</p>',
  )
  await save({ id, version })
  expect((await save({ id, version })).error.current).toMatchObject({ texts: { 'zh-CN': { title: '雪' } } })
  await world.call(platform, 'DELETE', `${path}/del/${id}`)
  const [removed] = (await world.call<{ list: ListedArticle[] }>(platform, 'POST', `${path}/trash/list`, {})).data.list
  expect(removed).toMatchObject({ id, title: '雪', deletedBy: 'platform' })
  expect(removed).not.toHaveProperty('texts')
})

test.each([
  ['<h2>Spring</h2><p>1 &lt; 2 &amp;amp; “3”</p>', 'Spring 1 < 2 &amp; “3”'],
  ['<p>草\u00a0\u3000 原</p><abbr title="a > b">冬</abbr><p>雪</p>', '草 原 冬 雪'],
  [`<p>${'a'.repeat(158)} b c d</p>`, `${'a'.repeat(158)}…`],
  [`<p>${'b'.repeat(160)}</p>`, 'b'.repeat(160)],
  ['', ''],
])('summarises %s as %s when no summary is given', async (body, summary) => {
  await add({ texts: { 'en-US': said('a', { body }) } })
  expect((await published()).list[0]?.summary).toBe(summary)
})

test('falls back to the first available language and names it', async () => {
  const both = await add({ texts: { 'en-US': said('Snow'), 'pt-BR': said('Neve') } })
  expect(both).toMatchObject({ title: 'Snow', languages: ['en-US', 'pt-BR'] })
  const inLanguage = async (language: string) => (await detail(both.id, 'NEWS', language)).data
  expect(await inLanguage('pt-BR')).toMatchObject({ title: 'Neve', language: 'pt-BR', languages: ['en-US', 'pt-BR'] })
  expect(await inLanguage('zh-TW')).toMatchObject({ title: 'Snow', language: 'en-US' })
  expect((await published('NEWS', { language: 'pt-BR' })).list[0]).toMatchObject({
    title: 'Neve',
    language: 'pt-BR',
    summary: 'Neve',
  })
  const older = await add({ texts: { 'en-US': said('Ice') }, publishAt: machineNow() - 2 * hourMs })
  expect((await detail(both.id, 'NEWS', 'pt-BR')).data.older).toEqual({ id: older.id, language: 'en-US', title: 'Ice' })
  const edited = await save({
    id: both.id,
    version: both.version,
    texts: { 'zh-CN': said('雪', { summary: '下雪了' }) },
  })
  expect(edited.data).toMatchObject({ title: '雪', languages: ['zh-CN'] })
  expect((await published('NEWS', { language: 'pt-BR' })).list[0]).toMatchObject({
    title: '雪',
    summary: '下雪了',
    language: 'zh-CN',
  })
})

test('pages newest first without repeats, with neighbours of the same type', async () => {
  const at = machineNow() - 10 * hourMs
  await add({ type: 'POLICY', publishAt: at })
  const ids: number[] = []
  for (let place = 0; place < 5; place++)
    ids.push((await add({ texts: { 'zh-CN': said(`${place}`) }, publishAt: at + (place < 3 ? 0 : place) })).id)
  expect(await titles('NEWS', { pageSize: 2, current: 1 })).toEqual(['4', '3'])
  expect(await titles('NEWS', { pageSize: 2, current: 2 })).toEqual(['2', '1'])
  expect(await published('NEWS', { pageSize: 2, current: 3 })).toMatchObject({ total: 5, list: [{ title: '0' }] })
  expect((await detail(ids[2] ?? 0)).data).toMatchObject({
    newer: { id: ids[3], title: '3' },
    older: { id: ids[1], title: '1' },
  })
  expect((await detail(ids[0] ?? 0)).data).toMatchObject({ newer: { id: ids[1] }, older: null })
  expect((await world.call('', 'POST', `${path}/NEWS/list`, { pageSize: 1001 })).error).toMatchObject({
    fields: { pageSize: 'too_big' },
  })
  expect((await world.call('', 'POST', `${path}/GOSSIP/list`, {})).error).toMatchObject({
    fields: { type: 'invalid_value' },
  })
})

test('answers other calls while texts are being cleaned', async () => {
  await add()
  const { pid } = world.context.cleaner
  expect(pid).toEqual(expect.any(Number))
  process.kill(pid ?? 0, 'SIGSTOP')
  // More calls than there are database connections for small calls.
  const saving = Array.from({ length: 6 }, () => save({ texts: { 'en-US': said('Snow') } }))
  try {
    for (let call = 0; call < 5; call++) expect(await titles()).toEqual(['雪'])
    const [open] = await world.sql<
      { count: number }[]
    >`select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
    expect(open?.count).toBe(0)
    expect(world.context.cleaner.pid).toBe(pid)
  } finally {
    process.kill(pid ?? 0, 'SIGCONT')
  }
  for (const { status } of await Promise.all(saving)) expect(status).toBe(200)
})

test('names the field of a text with too many characters or elements', async () => {
  expect(await save({ texts: { 'en-US': said('a', { body: 'x'.repeat(200_001) }) } })).toMatchObject({
    status: 400,
    error: { fields: { 'texts.en-US.body': 'too_big' } },
  })
  expect(await save({ texts: { 'en-US': said('a', { body: '<p>'.repeat(20_001) }) } })).toMatchObject({
    status: 400,
    error: { fields: { 'texts.en-US.body': 'too_big' } },
  })
  // Within the limit as sent, and beyond it once escaped.
  expect(await save({ texts: { 'en-US': said('a', { body: '&'.repeat(150_000) }) } })).toMatchObject({
    status: 400,
    error: { fields: { 'texts.en-US.body': 'too_big' } },
  })
  const long = said('a', { body: '草'.repeat(190_000) })
  expect((await save({ texts: { 'zh-CN': long, 'zh-TW': long, 'en-US': long, 'pt-BR': long } })).status).toBe(200)
  expect(await save({ texts: {} })).toMatchObject({ status: 400, error: { fields: { texts: 'required' } } })
  expect(await save({ texts: { 'fr-FR': said('a') } })).toMatchObject({ status: 400 })
})

test('rejects outdated edits and restores earlier versions with their pictures', async () => {
  const [first, other] = [await addPicture(world, 'platform'), await addPicture(world, 'platform')]
  const body = (id: string) => `<p>with a picture</p><img src="/media/${id}" alt="" />`
  const article = await add({ texts: { 'zh-CN': said('雪', { body: body(first) }) } })
  const edited = await save({ id: article.id, version: 1, texts: { 'zh-CN': said('雪', { body: body(other) }) } })
  expect(edited.data.version).toBe(2)
  expect(await save({ id: article.id, version: 1, texts: { 'zh-CN': said('late') } }, second)).toMatchObject({
    status: 409,
    error: { code: 'CONFLICT', fields: { version: 'stale' }, current: { version: 2 } },
  })
  const { data: history } = await world.call<{ list: HistoryEntry[] }>(
    platform,
    'POST',
    `${path}/${article.id}/history`,
    {},
  )
  expect(history.list.map(({ action, by }) => [action, by])).toEqual([
    ['EDIT', 'platform'],
    ['ADD', 'platform'],
  ])
  // No page shows the first picture any more, but it is kept, and another editor restores it.
  await world.sql`update files set uploaded_at = now() - interval '2 days'`
  await deleteUnclaimed(world.context.sql, world.context.files, machineNow() - 24 * hourMs)
  expect(
    (await save({ id: article.id, version: 2, texts: history.list[0]?.before?.['texts'] }, second)).data.texts,
  ).toEqual(article.texts)
  expect([await isPublicImage(world.context.sql, first), await isPublicImage(world.context.sql, other)]).toEqual([
    true,
    false,
  ])
})

test('makes a picture public only while a published article uses it', async () => {
  const [cover, inBody, spare] = [
    await addPicture(world, 'platform'),
    await addPicture(world, 'platform'),
    await addPicture(world, 'platform'),
  ]
  const isPublic = async () => [
    await isPublicImage(world.context.sql, cover),
    await isPublicImage(world.context.sql, inBody),
    await isPublicImage(world.context.sql, spare),
  ]
  const texts = {
    'en-US': said('a', { body: `<video src="https://example.com/a.mp4" poster="/media/${inBody}"></video>` }),
  }
  const { id } = await add({ texts, coverImageId: cover, publishAt: null })
  expect(await isPublic()).toEqual([false, false, false])
  await save({ id, texts, publishAt: machineNow() - 1 })
  expect(await isPublic()).toEqual([true, true, false])
  await save({ id, texts, isWithdrawn: true })
  expect(await isPublic()).toEqual([false, false, false])
  await save({ id, texts, isWithdrawn: false, coverImageId: null })
  expect(await isPublic()).toEqual([false, true, false])
  await world.call(platform, 'DELETE', `${path}/del/${id}`)
  expect(await isPublic()).toEqual([false, false, false])
  await world.call(platform, 'PUT', `${path}/restore/${id}`, {})
  expect(await isPublic()).toEqual([false, true, false])
  await world.call(platform, 'DELETE', `${path}/del/${id}`)
  await world.call(platform, 'DELETE', `${path}/purge/${id}`)
  expect(await world.sql`select from content_pictures`).toHaveLength(0)
})

test('names the field of another user’s or an unknown picture', async () => {
  const theirs = await addPicture(world, 'bank')
  const nobodys = '00000000-0000-4000-8000-000000000000'
  expect(await save({ coverImageId: theirs })).toMatchObject({
    status: 400,
    error: { fields: { coverImageId: 'unknown' } },
  })
  const texts = { 'en-US': said('a'), 'pt-BR': said('b', { body: `<img src="/media/${nobodys}">` }) }
  expect(await save({ texts })).toMatchObject({ status: 400, error: { fields: { 'texts.pt-BR.body': 'unknown' } } })
  expect(await world.sql`select from articles`).toHaveLength(0)
})

test('lets only the platform save articles and emits each change', async () => {
  expect((await save({}, bank)).status).toBe(403)
  const { id } = await add()
  expect(world.emitted.recordsChanged).toContainEqual({ noun: 'articles', ids: [id] })
})

test('reads no texts for lists, feeds and neighbours', async () => {
  const { sql } = world
  const [{ columns } = { columns: '' }] = await sql<{ columns: string }[]>`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns where table_name = 'articles' and column_name <> 'texts'`
  const { id } = await add({ texts: { 'en-US': said('Snow') } })
  await add({ publishAt: machineNow() - 2 * hourMs })
  const role = runtimeUser
  await sql.unsafe(`revoke select on articles from ${role}; grant select (${columns}) on articles to ${role}`)
  try {
    const list = (input: object) => world.call(platform, 'POST', `${path}/list`, input)
    const answers = await Promise.all([
      list({ title: 'snow' }),
      list({ sort: { field: 'title', order: 'asc' } }),
      world.call(platform, 'POST', `${path}/trash/list`, {}),
      world.call('', 'POST', `${path}/NEWS/list`, {}),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const url of ['/', '/newsTopMenu/NEWS', '/rss.xml', '/sitemap.xml'])
      expect([url, (await world.server.inject({ url })).statusCode]).toEqual([url, 200])
    expect((await detail(id)).status).toBe(500)
  } finally {
    await sql.unsafe(`revoke select (${columns}) on articles from ${role}; grant select on articles to ${role}`)
  }
  expect((await detail(id)).status).toBe(200)
})

test('pages 2,000 articles as fast as two', { tags: 'long' }, async () => {
  const texts = JSON.stringify({
    'zh-CN': said('草原', { body: '<p>草原上的牛。</p>'.repeat(500) }),
    'en-US': said('Steppe'),
  })
  await world.sql`insert into articles (type, texts, publish_at) select 'NEWS', ${texts}::text::jsonb, now() - n * interval '1 hour' from generate_series(1, 2000) n`
  await world.sql`analyze articles`
  const { sql } = world.context
  const begun = performance.now()
  for (let current = 1; current <= 20; current++)
    await readPublishedArticles(sql, {
      type: 'NEWS',
      language: 'zh-CN',
      now: machineNow(),
      current: current * 10,
      pageSize: 10,
    })
  const [middle] = (
    await readPublishedArticles(sql, { language: 'zh-CN', now: machineNow(), current: 1000, pageSize: 1 })
  ).list
  expect(await readPublishedArticle(sql, { id: middle?.id ?? 0, language: 'en-US', now: machineNow() })).toMatchObject({
    title: 'Steppe',
    newer: { title: 'Steppe' },
    older: { title: 'Steppe' },
  })
  expect(performance.now() - begun).toBeLessThan(3000)
  expect(await published('NEWS', { pageSize: 20 })).toMatchObject({ total: 2000 })
})
