import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Article, ArticleText, PublishedArticle, PublishedArticleDetail } from '#contract/content/articles.ts'
import type { HistoryEntry } from '#contract/calls/records.ts'
import { machineNow } from '../../clock.ts'
import { deleteUnclaimed } from '../files/files.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { isPublicImage, nextChangeAt, readPublishedArticle, readPublishedArticles } from './published.ts'
import { attacks } from './cleaner/testAttacks.ts'
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
const said = (title: string, more: Partial<ArticleText> = {}): ArticleText => ({ title, summary: '', body: `<p>${title}</p>`, ...more })
const save = (input: object, token = platform) => world.call<Article>(token, 'PUT', `${path}/addOrEdit`, { type: 'NEWS', texts: { 'zh-CN': said('雪') }, ...input })
const add = async (input: object = {}) => {
  const { status, data, error } = await save({ publishAt: machineNow() - hourMs, ...input })
  expect([status, error]).toEqual([200, undefined])
  return data
}
const published = async (type = 'NEWS', more: object = {}) => (await world.call<{ list: PublishedArticle[]; total: number }>('', 'POST', `${path}/${type}/list`, more)).data
const titles = async (...given: Parameters<typeof published>) => (await published(...given)).list.map(({ title }) => title)
const detail = (id: number, type = 'NEWS', language = '') => world.call<PublishedArticleDetail>('', 'GET', `${path}/detail/${type}/${id}${language && `?language=${language}`}`)
/** From now on it is a moment, for people. */
const itIs = (at: number) => vi.spyOn(Date, 'now').mockReturnValue(at)

test('a draft, one to come, one withdrawn and one removed are nobody’s to read; one that is published is everybody’s', async () => {
  const [draft, scheduled, shown, withdrawn, removed] = [
    await add({ publishAt: null }), await add({ publishAt: machineNow() + hourMs }), await add({ texts: { 'zh-CN': said('shown') } }), await add({ isWithdrawn: true }), await add(),
  ]
  await world.call(platform, 'DELETE', `${path}/del/${removed.id}`)
  expect([draft, scheduled, shown, withdrawn].map(({ state }) => state)).toEqual(['DRAFT', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN'])
  expect(await titles()).toEqual(['shown'])
  expect((await detail(shown.id)).data).toMatchObject({ title: 'shown', body: '<p>shown</p>', newer: null, older: null })
  expect(await Promise.all([draft, scheduled, removed, { id: 999_999 }].map(async ({ id }) => (await detail(id)).status))).toEqual([404, 404, 404, 404])
  // Whoever kept its address is told that it was there; of another type it never was.
  expect((await detail(withdrawn.id)).status).toBe(410)
  expect((await detail(withdrawn.id, 'GUIDE')).status).toBe(404)
  expect((await detail(shown.id, 'GUIDE')).status).toBe(404)
  // One that was withdrawn before it appeared was never there.
  const early = await add({ isWithdrawn: true, publishAt: machineNow() + hourMs })
  expect((await detail(early.id)).status).toBe(404)
  for (const state of ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN'] as const) {
    const { data } = await world.call<{ list: Article[] }>(platform, 'POST', `${path}/list`, { state: [state] })
    expect(new Set(data.list.map((one) => one.state))).toEqual(new Set([state]))
  }
})

test('one that is scheduled appears at its minute by people’s clocks, whatever the herd’s clock says', async () => {
  const minute = Math.ceil(machineNow() / 60_000) * 60_000 + 60_000
  const { id } = await add({ publishAt: minute })
  expect(await nextChangeAt(world.context.sql, machineNow())).toBe(minute)
  itIs(minute - 1)
  expect([await titles(), (await detail(id)).status]).toEqual([[], 404])
  itIs(minute)
  expect([await titles(), (await detail(id)).status]).toEqual([['雪'], 200])
  expect(await nextChangeAt(world.context.sql, minute)).toBeNull()
})

test('what is asked for in a language that it has not comes in the first one that it has, and says so', async () => {
  const both = await add({ texts: { 'en-US': said('Snow'), 'pt-BR': said('Neve') } })
  expect(both).toMatchObject({ title: 'Snow', languages: ['en-US', 'pt-BR'] })
  const inLanguage = async (language: string) => (await detail(both.id, 'NEWS', language)).data
  expect(await inLanguage('pt-BR')).toMatchObject({ title: 'Neve', language: 'pt-BR', languages: ['en-US', 'pt-BR'] })
  expect(await inLanguage('zh-TW')).toMatchObject({ title: 'Snow', language: 'en-US' })
  expect((await published('NEWS', { language: 'pt-BR' })).list[0]).toMatchObject({ title: 'Neve', language: 'pt-BR', summary: 'Neve' })
  const edited = await save({ id: both.id, version: both.version, texts: { 'zh-CN': said('雪', { summary: '下雪了' }) } })
  expect(edited.data).toMatchObject({ title: '雪', languages: ['zh-CN'] })
  expect((await published('NEWS', { language: 'pt-BR' })).list[0]).toMatchObject({ title: '雪', summary: '下雪了', language: 'zh-CN' })
})

test('pages go newest first and never share one; neighbours are of the same type', async () => {
  const at = machineNow() - 10 * hourMs
  await add({ type: 'POLICY', publishAt: at })
  const ids: number[] = []
  for (let place = 0; place < 5; place++) ids.push((await add({ texts: { 'zh-CN': said(`${place}`) }, publishAt: at + (place < 3 ? 0 : place) })).id)
  expect(await titles('NEWS', { pageSize: 2, current: 1 })).toEqual(['4', '3'])
  expect(await titles('NEWS', { pageSize: 2, current: 2 })).toEqual(['2', '1'])
  expect(await published('NEWS', { pageSize: 2, current: 3 })).toMatchObject({ total: 5, list: [{ title: '0' }] })
  expect((await detail(ids[2] ?? 0)).data).toMatchObject({ newer: { id: ids[3], title: '3' }, older: { id: ids[1], title: '1' } })
  expect((await detail(ids[0] ?? 0)).data).toMatchObject({ newer: { id: ids[1] }, older: null })
  expect((await world.call('', 'POST', `${path}/NEWS/list`, { pageSize: 1000 })).error).toMatchObject({ fields: { pageSize: 'too_big' } })
  expect((await world.call('', 'POST', `${path}/GOSSIP/list`, {})).error).toMatchObject({ fields: { type: 'invalid_value' } })
})

test('nothing of an attack comes through a save, a preview, an earlier version or another language', async () => {
  for (const [place, attack] of attacks.entries()) {
    if (place % 6 !== 0) continue
    const { data } = await save({ texts: { 'en-US': said('a', { body: attack }), 'pt-BR': said('b', { body: `<p>${attack}` }) }, publishAt: machineNow() - 1 })
    const { data: preview } = await world.call<{ html: string }>(platform, 'POST', `${path}/preview`, { type: 'NEWS', language: 'en-US', text: said('<script>t</script>', { summary: '"><script>', body: attack }), coverImageId: null })
    const { data: shown } = await detail(data.id, 'NEWS', 'en-US')
    for (const html of [data.texts['en-US']?.body, data.texts['pt-BR']?.body, preview.html, shown.body]) expect(html).not.toMatch(/<script|<svg|<iframe|<style|<[^>]* on\w+=|href="javascript/i)
  }
  const entries = await world.sql<{ after: Article }[]>`select after from audit_entries where noun = 'article' order by id desc limit 40`
  expect(JSON.stringify(entries)).not.toMatch(/<script|onerror=alert|<iframe/i)
})

test('a text that is too long, or of too many elements, is refused by the name of its field', async () => {
  expect(await save({ texts: { 'en-US': said('a', { body: 'x'.repeat(200_001) }) } })).toMatchObject({ status: 400, error: { fields: { 'texts.en-US.body': 'too_big' } } })
  expect(await save({ texts: { 'en-US': said('a', { body: '<p>'.repeat(20_001) }) } })).toMatchObject({ status: 400, error: { fields: { 'texts.en-US.body': 'too_big' } } })
  // Within the limit as it was sent, and beyond it as it is written out.
  expect(await save({ texts: { 'en-US': said('a', { body: '&'.repeat(150_000) }) } })).toMatchObject({ status: 400, error: { fields: { 'texts.en-US.body': 'too_big' } } })
  const long = said('a', { body: '草'.repeat(190_000) })
  expect((await save({ texts: { 'zh-CN': long, 'zh-TW': long, 'en-US': long, 'pt-BR': long } })).status).toBe(200)
  expect(await save({ texts: {} })).toMatchObject({ status: 400, error: { fields: { texts: 'required' } } })
  expect(await save({ texts: { 'fr-FR': said('a') } })).toMatchObject({ status: 400 })
})

test('a second editor overwrites nothing that they have not seen; every version is kept, and comes back with its pictures', async () => {
  const [first, other] = [await addPicture(world, 'platform'), await addPicture(world, 'platform')]
  const body = (id: string) => `<p>with a picture</p><img src="/media/${id}" alt="" />`
  const article = await add({ texts: { 'zh-CN': said('雪', { body: body(first) }) } })
  const edited = await save({ id: article.id, version: 1, texts: { 'zh-CN': said('雪', { body: body(other) }) } })
  expect(edited.data.version).toBe(2)
  expect(await save({ id: article.id, version: 1, texts: { 'zh-CN': said('late') } }, second)).toMatchObject({ status: 409, error: { code: 'CONFLICT', fields: { version: 'stale' }, current: { version: 2 } } })
  const { data: history } = await world.call<{ list: HistoryEntry[] }>(platform, 'POST', `${path}/${article.id}/history`, {})
  expect(history.list.map(({ action, by }) => [action, by])).toEqual([['EDIT', 'platform'], ['ADD', 'platform']])
  // Nothing shows the first picture any more, and yet it is kept, and another editor brings it back.
  await world.sql`update files set uploaded_at = now() - interval '2 days'`
  await deleteUnclaimed(world.context.sql, world.context.files, machineNow() - 24 * hourMs)
  expect((await save({ id: article.id, version: 2, texts: history.list[0]?.before?.['texts'] }, second)).data.texts).toEqual(article.texts)
  expect([await isPublicImage(world.context.sql, first), await isPublicImage(world.context.sql, other)]).toEqual([true, false])
})

test('a picture is shown to everybody as long as an article that is published names it', async () => {
  const [cover, inBody, spare] = [await addPicture(world, 'platform'), await addPicture(world, 'platform'), await addPicture(world, 'platform')]
  const isPublic = async () => [await isPublicImage(world.context.sql, cover), await isPublicImage(world.context.sql, inBody), await isPublicImage(world.context.sql, spare)]
  const texts = { 'en-US': said('a', { body: `<video src="https://example.com/a.mp4" poster="/media/${inBody}"></video>` }) }
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

test('a picture of somebody else, or none at all, is refused by the name of its field', async () => {
  const theirs = await addPicture(world, 'bank')
  const nobodys = '00000000-0000-4000-8000-000000000000'
  expect(await save({ coverImageId: theirs })).toMatchObject({ status: 400, error: { fields: { coverImageId: 'unknown' } } })
  const texts = { 'en-US': said('a'), 'pt-BR': said('b', { body: `<img src="/media/${nobodys}">` }) }
  expect(await save({ texts })).toMatchObject({ status: 400, error: { fields: { 'texts.pt-BR.body': 'unknown' } } })
  expect(await world.sql`select from articles`).toHaveLength(0)
})

test('only the platform keeps articles, and a change of one is told', async () => {
  expect((await save({}, bank)).status).toBe(403)
  const { id } = await add()
  expect(world.emitted.recordsChanged).toContainEqual({ noun: 'articles', ids: [id] })
})

test('2,000 articles are paged as fast as two', async () => {
  const texts = JSON.stringify({ 'zh-CN': said('草原', { body: '<p>草原上的牛。</p>'.repeat(500) }), 'en-US': said('Steppe') })
  await world.sql`insert into articles (type, texts, publish_at) select 'NEWS', ${texts}::text::jsonb, now() - n * interval '1 hour' from generate_series(1, 2000) n`
  await world.sql`analyze articles`
  const { sql } = world.context
  const begun = performance.now()
  for (let current = 1; current <= 20; current++) await readPublishedArticles(sql, { type: 'NEWS', language: 'zh-CN', now: machineNow(), current: current * 10, pageSize: 10 })
  const [middle] = (await readPublishedArticles(sql, { language: 'zh-CN', now: machineNow(), current: 1000, pageSize: 1 })).list
  expect(await readPublishedArticle(sql, { type: 'NEWS', id: middle?.id ?? 0, language: 'en-US', now: machineNow() })).toMatchObject({ title: 'Steppe', newer: { title: 'Steppe' }, older: { title: 'Steppe' } })
  expect(performance.now() - begun).toBeLessThan(3000)
  expect(await published('NEWS', { pageSize: 20 })).toMatchObject({ total: 2000 })
})
