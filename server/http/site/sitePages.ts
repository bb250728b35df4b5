import { legalPages } from '#contract/content/appSupport.ts'
import { articleTypes, type ArticleType } from '#contract/content/articles.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Language } from '../../languages.ts'
import {
  hasPartnerships,
  readHome,
  readLegalTexts,
  readMappedArticles,
  readPublishedArticle,
  readPublishedArticles,
  writtenPages,
} from '../../resources/content/published.ts'
import { readMarketingPage, readMarketingPageIds } from '../../resources/content/marketing/marketingPageRows.ts'
import { pictureSizes } from '../../resources/files/pictureSizes.ts'
import { renderFeed, renderSitemap } from '../../site/feeds.ts'
import type { Frame, LegalPage } from '../../site/frame.ts'
import { renderArticle, withdrawnPage } from '../../site/pages/article.ts'
import { renderHome } from '../../site/pages/home.ts'
import { articleAddress } from '../../site/pages/cards.ts'
import { newsPageSize, renderNews } from '../../site/pages/news.ts'
import { picturesOfOrganisation, renderOrganisation } from '../../site/pages/organisation.ts'
import { renderLegal } from '../../site/pages/plainPages.ts'
import { picturesIn } from '../../site/pictures.ts'
import type { PageCache } from './pageCache.ts'

const articlesOnHome = 6
const articlesInFeed = 30
/** Maximum addresses allowed in a sitemap. */
const maxSitemapAddresses = 50_000

/** Creates the renderers of the site's pages from the content published now. They return null for a page that does not exist. */
export function createSitePages(context: Context, cache: Pick<PageCache, 'shared'>) {
  const { sql } = context
  const texts = () => cache.shared('legal', () => readLegalTexts(sql))
  const legal = async (): Promise<LegalPage[]> => writtenPages(await texts())
  const newest = (type: ArticleType, language: Language, pageSize: number, current = 1) =>
    readPublishedArticles(sql, { type, language, now: machineNow(), current, pageSize })

  return {
    /** Returns the links in each page's menu and footer, except the news. */
    async menus(): Promise<Pick<Frame, 'legal' | 'hasPartners'>> {
      const [names, hasPartners] = await Promise.all([legal(), cache.shared('partners', () => hasPartnerships(sql))])
      return { legal: names, hasPartners }
    },
    async home(frame: Frame): Promise<string> {
      const { language } = frame.spoken
      const [shown, news] = await Promise.all([
        readHome(sql, machineNow()),
        Promise.all(
          articleTypes.map(async (type) => ({ type, list: (await newest(type, language, articlesOnHome)).list })),
        ),
      ])
      return renderHome({ ...shown, news }, frame)
    },
    async news(type: ArticleType, current: number, frame: Frame): Promise<string | null> {
      const { list, total } = await newest(type, frame.spoken.language, newsPageSize, current)
      const pages = Math.max(1, Math.ceil(total / newsPageSize))
      return current > pages ? null : renderNews({ type, current, pages, list }, frame)
    },
    async article(
      type: ArticleType,
      id: number,
      frame: Frame,
    ): Promise<{ text: string; isWithdrawn?: boolean; movedTo?: string } | null> {
      const article = await readPublishedArticle(sql, { id, language: frame.spoken.language, now: machineNow() })
      if (article === null) return null
      if (article === 'withdrawn') return { text: withdrawnPage(type, id, frame), isWithdrawn: true }
      if (article.type !== type) return { text: '', movedTo: articleAddress(article) }
      const ids = [...picturesIn(article.body), ...(article.coverImageId === null ? [] : [article.coverImageId])]
      return { text: renderArticle(article, await pictureSizes(sql, ids), frame) }
    },
    async organisation(id: number, frame: Frame): Promise<string | null> {
      const found = await readMarketingPage(sql, id)
      return found && renderOrganisation(found, await pictureSizes(sql, picturesOfOrganisation(found)), frame)
    },
    async legalPage(name: LegalPage, frame: Frame): Promise<{ text: string; isThere: boolean }> {
      const text = (await texts())[legalPages[name]]
      return { text: renderLegal(name, text, await pictureSizes(sql, picturesIn(text)), frame), isThere: text !== '' }
    },
    async feed(language: Language): Promise<string> {
      const lists = await Promise.all(articleTypes.map((type) => newest(type, language, articlesInFeed)))
      const all = lists.flatMap(({ list }) => list).toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
      return renderFeed(all.slice(0, articlesInFeed), language, context.publicUrl)
    },
    async sitemap(): Promise<string> {
      const articles = await readMappedArticles(sql, { now: machineNow(), most: maxSitemapAddresses })
      return renderSitemap(
        { articles, organisationIds: await readMarketingPageIds(sql), legal: await legal() },
        context.publicUrl,
      )
    },
  }
}
