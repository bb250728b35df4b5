import { describe, expect, test } from 'vitest'
import type { Article } from '#contract/content/articles.ts'
import { legalPages } from '#contract/content/appSupport.ts'
import type { MarketingPage } from '#contract/content/marketingPages.ts'
import { richTextCalls } from '#contract/content/testRichTextCalls.ts'
import { contentLanguages } from '#contract/content/texts.ts'
import { attacks } from '../../cleaner/testAttacks.ts'
import { apart, dangersIn } from '../../cleaner/testDangers.ts'
import { machineNow } from '../../clock.ts'
import { openPlatformWorld } from '../../testing/testPlatformWorld.ts'
import { runs } from '../../testing/testRuns.ts'
import { addPicture } from './testContent.ts'

/*
 * Attacks go through every call that takes a rich text, alone and in groups. Another HTML parser judges the texts that are stored,
 * answered and drawn. Around the texts the pages must equal those with a harmless one.
 */

const world = await openPlatformWorld()
const { platform } = world
const bankId = await world.organisation('BANK', 'Steppe Bank')
const bank = await world.user('bank', 'ADMIN_BANK', bankId)
/** Calls made, as `PUT /collateral/web/article/addOrEdit`. */
const made = new Set<string>()
function ask<T>(token: string, method: 'POST' | 'PUT' | 'GET', path: string, body?: object) {
  made.add(`${method} ${path}`)
  return world.call<T>(token, method, path, body)
}
const pictures = { platform: await addPicture(world, 'platform'), bank: await addPicture(world, 'bank') }

/** Returns all attacks; the picture that some of them show belongs to the user. */
const attacksOf = (who: keyof typeof pictures) =>
  attacks.map((attack) => attack.replaceAll('0a1b2c3d-1111-4222-8333-444455556666', pictures[who]))
/** One attack of this many is stored alone; all of them are stored in groups. */
const aloneEvery = runs(12, 1)
const aloneOf = (who: keyof typeof pictures) => attacksOf(who).filter((_attack, index) => index % aloneEvery === 0)
const longMs = 180_000
/** Places of an attack in a text, below a mark that identifies the text. */
const places: readonly ((attack: string, mark: string) => string)[] = [
  (attack, mark) => `<p>${mark}</p>${attack}`,
  (attack, mark) => `<p>${mark}</p>${attack}<p>after</p>`,
  (attack, mark) => `<p>${mark}</p><table><tr><td>${attack}</td></tr></table>`,
  (attack, mark) => `<p>${mark}</p><ul><li><a href="/x">${attack}</a></li></ul>`,
]
/** Puts an attack into one of the places in turn. */
const placed = (index: number, attack: string) => places[index % places.length]?.(attack, 'kept') ?? ''
/** Joins attacks, each in another place. */
const joined = (group: readonly string[]) => group.map((attack, index) => placed(index, attack)).join('')

const found: string[] = []
/** Texts without a finding: many attacks leave the same text. */
const sound = new Set<string>()
function judge(where: string, attack: string, html: string, isSite = false) {
  if (sound.has(html)) return
  const dangers = dangersIn(html, isSite)
  found.push(...dangers.map((danger) => `${where}: ${attack}: ${danger}`))
  if (dangers.length === 0) sound.add(html)
}
/** Attacks drawn on one page: drawing it takes longer than storing it. */
const together = runs(40, 12)
const groupsOf = (list: readonly string[]) =>
  Array.from({ length: Math.ceil(list.length / together) }, (_, place) =>
    list.slice(place * together, (place + 1) * together),
  )
const pageAt = async (url: string) => (await world.server.inject({ url })).body

/** Judges a page that shows a text, against the same page with a harmless one. */
function judgePage(where: string, attack: string, page: string, harmless: string) {
  const { around, texts } = apart(page)
  if (texts.length === 0) found.push(`${where}: ${attack}: the text is missing`)
  for (const text of texts) judge(where, attack, text, true)
  if (around !== apart(harmless).around) found.push(`${where}: ${attack}: the page around the text differs`)
}

describe('rich text cleaning', () => {
  test(
    'removes attacks from texts, pages and answers of articles',
    async () => {
      const said = (body: string) => ({ title: 't', summary: 's', body })
      const save = async (body: (place: number) => string, id?: number) =>
        (
          await ask<Article>(platform, 'PUT', '/collateral/web/article/addOrEdit', {
            id,
            type: 'NEWS',
            texts: Object.fromEntries(contentLanguages.map((language, place) => [language, said(body(place))])),
            publishAt,
          })
        ).data
      const publishAt = machineNow() - 1
      const { id } = await save(() => '<p>harmless</p>')
      const addressIn = (language: string) => `/newsDetail/NEWS/${id}?lang=${language}`
      const harmless = new Map<string, string>()
      for (const language of contentLanguages) harmless.set(language, await pageAt(addressIn(language)))
      for (const [index, attack] of aloneOf('platform').entries()) {
        // One language has it by itself, the others among other words.
        const { texts } = await save((place) => (place === index % 4 ? attack : placed(index + place, attack)), id)
        for (const language of contentLanguages)
          judge(`article in ${language}`, attack, texts[language]?.body ?? '<missing>')
        const { data } = await ask<{ body: string }>(
          '',
          'GET',
          `/collateral/web/article/detail/NEWS/${id}?language=${contentLanguages[index % 4]}`,
        )
        judge('answer', attack, data.body)
      }
      for (const [index, group] of groupsOf(attacksOf('platform')).entries()) {
        const language = contentLanguages[index % 4] ?? 'en-US'
        await save(() => `<p>group ${index}</p>${joined(group)}`, id)
        const page = await pageAt(addressIn(language))
        expect(page).toContain(`<p>group ${index}</p>`)
        judgePage(`page in ${language}`, group.join('\n'), page, harmless.get(language) ?? '')
      }
      expect(found.splice(0)).toEqual([])
    },
    longMs,
  )

  test(
    'removes attacks from previews of articles and organisations',
    async () => {
      const article = async (body: string) =>
        (
          await ask<{ html: string }>(platform, 'POST', '/collateral/web/article/preview', {
            type: 'NEWS',
            language: 'en-US',
            text: { title: 't', summary: 's', body },
            coverImageId: null,
          })
        ).data.html
      const organisation = async (html: string) =>
        (
          await ask<{ html: string }>(bank, 'POST', '/collateral/web/org/marketingPage/preview', {
            introduction: html,
            news: { title: 't', body: html, publishedOn: '2026-04-01' },
          })
        ).data.html
      for (const [where, who, preview] of [
        ['preview of an article', 'platform', article],
        ['preview of an organisation', 'bank', organisation],
      ] as const) {
        const harmless = await preview('<p>harmless</p>')
        for (const group of groupsOf(attacksOf(who)))
          judgePage(where, group.join('\n'), await preview(joined(group)), harmless)
      }
      expect(found.splice(0)).toEqual([])
    },
    longMs,
  )

  test(
    'removes attacks from an organisation’s introduction, news and page',
    async () => {
      const put = async (call: string, body: object) =>
        (await ask<MarketingPage>(bank, 'PUT', `/collateral/web/org/${call}`, body)).data
      const news = (body: string, id?: number) =>
        put('news/addOrEdit', { id, title: 't', body, publishedOn: '2026-04-01' })
      await put('introduction/edit', { introduction: '<p>harmless</p>' })
      const newsId = (await news('<p>harmless</p>')).news[0]?.id
      const harmless = await pageAt(`/org/${bankId}`)
      for (const [index, attack] of aloneOf('bank').entries()) {
        judge('introduction', attack, (await put('introduction/edit', { introduction: attack })).introduction)
        judge(
          'introduction',
          attack,
          (await put('introduction/edit', { introduction: placed(index, attack) })).introduction,
        )
        judge('news', attack, (await news(attack, newsId)).news[0]?.body ?? '<missing>')
        judge('news', attack, (await news(placed(index, attack), newsId)).news[0]?.body ?? '<missing>')
      }
      for (const [index, group] of groupsOf(attacksOf('bank')).entries()) {
        const html = `<p>group ${index}</p>${joined(group)}`
        await put('introduction/edit', { introduction: html })
        await news(html, newsId)
        const page = await pageAt(`/org/${bankId}`)
        expect(page.split(`<p>group ${index}</p>`)).toHaveLength(3)
        judgePage('page of an organisation', group.join('\n'), page, harmless)
      }
      expect(found.splice(0)).toEqual([])
    },
    longMs,
  )

  test(
    'removes attacks from legal texts and their pages',
    async () => {
      const fields = Object.entries(legalPages)
      const save = async (textOf: (place: number) => string) =>
        (
          await ask<Record<string, string>>(
            platform,
            'POST',
            '/collateral/web/app/aboutPage',
            Object.fromEntries(fields.map(([, field], place) => [field, textOf(place)])),
          )
        ).data
      await save(() => '<p>harmless</p>')
      const harmless = new Map<string, string>()
      for (const [name] of fields) harmless.set(name, await pageAt(`/legal/${name}`))
      for (const [index, attack] of aloneOf('platform').entries()) {
        const alone = await save(() => attack)
        const stored = await save((place) => placed(index + place, attack))
        for (const [, field] of fields)
          for (const text of [alone[field], stored[field]]) judge(`legal text ${field}`, attack, text ?? '<missing>')
      }
      for (const [index, group] of groupsOf(attacksOf('platform')).entries()) {
        await save(() => `<p>group ${index}</p>${joined(group)}`)
        const [name = ''] = fields[index % fields.length] ?? []
        const page = await pageAt(`/legal/${name}`)
        expect(page).toContain(`<p>group ${index}</p>`)
        judgePage(`legal page ${name}`, group.join('\n'), page, harmless.get(name) ?? '')
      }
      expect(found.splice(0)).toEqual([])
    },
    longMs,
  )

  test(
    'removes attacks from texts that join all of them',
    async () => {
      const whole = (who: keyof typeof pictures, isReversed: boolean) =>
        (isReversed ? attacksOf(who).toReversed() : attacksOf(who)).join('<p>between</p>')
      for (const isReversed of [false, true]) {
        const { data: article } = await ask<Article>(platform, 'PUT', '/collateral/web/article/addOrEdit', {
          type: 'GUIDE',
          texts: { 'en-US': { title: 't', summary: '', body: whole('platform', isReversed) } },
          publishAt: machineNow() - 1,
        })
        judge('article', 'all', article.texts['en-US']?.body ?? '<missing>')
        const { data: page } = await ask<MarketingPage>(bank, 'PUT', '/collateral/web/org/introduction/edit', {
          introduction: whole('bank', isReversed),
        })
        judge('introduction', 'all', page.introduction)
      }
      expect(found.splice(0)).toEqual([])
    },
    longMs,
  )

  test(
    'removes attacks from feeds, which summarise texts',
    async () => {
      await world.sql`delete from articles`
      const mine = aloneOf('platform')
      for (let from = 0; from < mine.length; from += 4) {
        const said = (attack = '<p>t</p>') => ({
          title: attack.replaceAll(/\p{C}/gu, '').slice(0, 100).trim() || 't',
          summary: '',
          body: attack,
        })
        const texts = Object.fromEntries(
          contentLanguages.map((language, place) => [language, said(mine[from + place])]),
        )
        const { status } = await ask(platform, 'PUT', '/collateral/web/article/addOrEdit', {
          type: 'NEWS',
          texts,
          publishAt: machineNow() - 1,
        })
        expect(status).toBe(200)
        const language = contentLanguages[(from / 4) % 4]
        const feed = await pageAt(`/rss.xml?lang=${language}`)
        const elements = new Set([
          '?xml',
          'rss',
          'channel',
          'title',
          'link',
          'description',
          'language',
          'atom:link',
          'item',
          'guid',
          'dc:language',
          'pubDate',
        ])
        found.push(
          ...[...feed.matchAll(/<\/?([^\s>/]*)/g)].flatMap(([, name = '']) =>
            elements.has(name) ? [] : [`feed: ${mine[from]}: <${name}>`],
          ),
        )
      }
      expect(found.splice(0)).toEqual([])
    },
    longMs,
  )

  test(
    'removes attacks from audit entries',
    async () => {
      const rows = await world.sql<
        { after: unknown }[]
      >`select after from audit_entries where noun in ('article', 'aboutPage', 'marketingPage')`
      expect(rows.length).toBeGreaterThan(attacks.length / aloneEvery)
      const textsIn = (value: unknown): string[] =>
        typeof value !== 'object' || value === null
          ? []
          : Object.entries(value).flatMap(([name, inner]) =>
              typeof inner === 'string' && ['body', 'introduction', ...Object.values(legalPages)].includes(name)
                ? [inner]
                : textsIn(inner),
            )
      for (const text of new Set(rows.flatMap(({ after }) => textsIn(after)))) judge('history', text.slice(0, 80), text)
      expect(found.splice(0)).toEqual([])
    },
    longMs,
  )
})

test('covers every call that accepts rich text', () => {
  expect(
    richTextCalls()
      .filter(({ endpoint: { method, path } }) => !made.has(`${method} ${path}`))
      .map(({ name }) => name),
  ).toEqual([])
})
