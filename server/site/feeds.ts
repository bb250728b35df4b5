import type { ArticleType, PublishedArticle } from '#contract/content/articles.ts'
import { type Language, languages } from '../languages.ts'
import { fallbackOf, inLanguage, type LegalPage } from './frame.ts'
import { html, type Piece } from './html.ts'
import { sayIn } from './words.ts'
import { articleAddress } from './pages/cards.ts'

const mailClock = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** Formats an instant for feeds: `Fri, 01 May 2026 12:00:00 GMT`. */
function mailDate(instant: string): string {
  const parts = Object.fromEntries(mailClock.formatToParts(Date.parse(instant)).map(({ type, value }) => [type, value]))
  return `${parts['weekday']}, ${parts['day']} ${parts['month']} ${parts['year']} ${parts['hour']}:${parts['minute']}:${parts['second']} GMT`
}

/** Renders the feed of the newest articles. */
export function renderFeed(articles: readonly PublishedArticle[], language: Language, publicUrl: string): string {
  const say = sayIn(language)
  const homeAddress = publicUrl + inLanguage('/', language)
  return html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${say('news.feed')}</title><link>${homeAddress}</link><description>${say('home.description')}</description><language>${language}</language>
<atom:link href="${publicUrl}${inLanguage('/rss.xml', language)}" rel="self" type="application/rss+xml" />
${articles.map(
  (
    article,
  ) => html`<item><title>${article.title}</title><link>${publicUrl}${inLanguage(articleAddress(article), language)}</link><guid isPermaLink="false">drover-article-${article.id}-${article.language}</guid><description>${article.summary}</description><dc:language>${article.language}</dc:language><pubDate>${mailDate(article.publishedAt)}</pubDate></item>
`,
)}</channel></rss>
`.text
}

interface SitemapContent {
  articles: readonly (Pick<PublishedArticle, 'type' | 'id'> & {
    languages: readonly Language[]
    /** Publication or last change. */
    changedAt: string
  })[]
  organisationIds: readonly number[]
  legal: readonly LegalPage[]
}

/** Renders the sitemap: every address for search engines, with its languages. */
export function renderSitemap({ articles, organisationIds, legal }: SitemapContent, publicUrl: string): string {
  const entry = (
    path: string,
    changedAt?: string,
    has: readonly Language[] = languages,
  ): Piece => html`<url><loc>${publicUrl}${inLanguage(path, fallbackOf(has))}</loc>${changedAt !== undefined && html`<lastmod>${changedAt}</lastmod>`}${has.map(
    (code) => html`<xhtml:link rel="alternate" hreflang="${code}" href="${publicUrl}${inLanguage(path, code)}" />`,
  )}</url>
`
  const changes = new Map<ArticleType, string>()
  for (const { type, changedAt } of articles) if (changedAt > (changes.get(type) ?? '')) changes.set(type, changedAt)
  const lists = [...changes].map(([type, changedAt]) => entry(`/newsTopMenu/${type}`, changedAt))
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entry('/')}${lists}${articles.map((article) => entry(articleAddress(article), article.changedAt, article.languages))}${organisationIds.map((id) => entry(`/org/${id}`))}${legal.map((page) => entry(`/legal/${page}`))}</urlset>
`.text
}

/** Renders the rules for search engines, which exclude the console and its calls. */
export function renderRobots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /dashboard\nDisallow: /collateral\nDisallow: /ingest\nDisallow: /user\nDisallow: /outbox\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}
