import type { ArticleType, PublishedArticle, PublishedArticleDetail } from '#contract/content/articles.ts'
import { type AboutPage, legalPages } from '#contract/content/appSupport.ts'
import { type ContentLanguage, contentLanguages, platformZone } from '#contract/content/texts.ts'
import type { Banner, Partnership, WebHome } from '#contract/content/webHome.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { dayAt } from '../../farmDays.ts'
import type { LegalPage } from '../../site/frame.ts'

/*
 * Published content for visitors: for the calls open to everybody, and for the pages of the site. `now` is
 * machine time, epoch ms.
 */

/** Whether an article `a` is on the site at a moment. */
function isPublished(sql: Queries, now: number): Fragment {
  return sql`a.deleted_at is null and not a.is_withdrawn and a.publish_at <= ${now}`
}

/** Selects the language of an article `a` for a reader: their own, else the first that it has. */
function languageFor(sql: Queries, language: ContentLanguage): Fragment {
  return sql`(select l.language from unnest(${[language, ...contentLanguages]}::text[]) with ordinality as l (language, place) where a.headings ? l.language order by l.place limit 1)`
}

interface ArticleRow extends Omit<PublishedArticle, 'publishedAt'> {
  publishedAt: number
}

function toPublished({ publishedAt, ...article }: ArticleRow): PublishedArticle {
  return { ...article, publishedAt: toInstant(publishedAt) }
}

/** Columns of articles `a` for lists, with the reader's language and without the long texts. */
function listedColumns(sql: Queries, language: ContentLanguage): Fragment {
  return sql`a.id, a.type, a.headings, a.cover_image_id, a.publish_at, ${languageFor(sql, language)} as language`
}

/** Fields of a listed article, from these columns. */
function listedFields(sql: Queries): Fragment {
  return sql`id, type, language, headings -> language ->> 'title' as title, headings -> language ->> 'summary' as summary, cover_image_id as "coverImageId", publish_at as "publishedAt"`
}

interface PublishedQuery {
  /** All types by default. */
  type?: ArticleType | undefined
  language: ContentLanguage
  now: number
  current: number
  pageSize: number
}

/** Returns a page of published articles, newest first. */
export async function readPublishedArticles(
  sql: Queries,
  { type, language, now, current, pageSize }: PublishedQuery,
): Promise<{ list: PublishedArticle[]; total: number }> {
  const condition = sql`${isPublished(sql, now)} and ${type === undefined ? sql`true` : sql`a.type = ${type}`}`
  const [rows, [count]] = await Promise.all([
    sql<ArticleRow[]>`
      select ${listedFields(sql)} from (select ${listedColumns(sql, language)} from articles a where ${condition}
        order by a.publish_at desc, a.id desc limit ${pageSize} offset ${(current - 1) * pageSize}) shown
      order by publish_at desc, id desc`,
    sql<{ total: number }[]>`select count(*) as total from articles a where ${condition}`,
  ])
  return { list: rows.map(toPublished), total: count?.total ?? 0 }
}

interface DetailRow extends ArticleRow {
  body: string
  languages: ContentLanguage[]
  updatedAt: number
  isWithdrawn: boolean
}

/**
 * Returns a published article with its neighbours of the same type. It is found by id alone, because its type may have changed; the
 * answer contains the present type.
 * @returns 'withdrawn' when it was on the site; null when it never was, or was deleted
 */
export async function readPublishedArticle(
  sql: Queries,
  { id, language, now }: { id: number; language: ContentLanguage; now: number },
): Promise<PublishedArticleDetail | 'withdrawn' | null> {
  const [row] = await sql<DetailRow[]>`
    select ${listedFields(sql)}, texts -> language ->> 'body' as body, updated_at as "updatedAt", is_withdrawn as "isWithdrawn",
      array(select l from unnest(${[...contentLanguages]}::text[]) l where headings ? l) as languages
    from (select ${listedColumns(sql, language)}, a.texts, a.updated_at, a.is_withdrawn from articles a where a.id = ${id} and a.deleted_at is null and a.publish_at <= ${now}) found`
  if (row === undefined) return null
  const { body, languages, updatedAt, isWithdrawn, ...article } = row
  if (isWithdrawn) return 'withdrawn'
  const neighbour = async (isNewer: boolean) => {
    const [found] = await sql<NonNullable<PublishedArticleDetail['newer']>[]>`
      select id, language, headings -> language ->> 'title' as title from (select ${listedColumns(sql, language)} from articles a
        where ${isPublished(sql, now)} and a.type = ${row.type}
          and ${isNewer ? sql`(a.publish_at, a.id) > (${row.publishedAt}::timestamptz, ${id})` : sql`(a.publish_at, a.id) < (${row.publishedAt}::timestamptz, ${id})`}
        order by ${isNewer ? sql`a.publish_at, a.id` : sql`a.publish_at desc, a.id desc`} limit 1) found`
    return found ?? null
  }
  const [newer, older] = await Promise.all([neighbour(true), neighbour(false)])
  return { ...toPublished(article), body, languages, updatedAt: toInstant(updatedAt), newer, older }
}

/** An article in a sitemap. */
export interface MappedArticle extends Pick<PublishedArticle, 'type' | 'id'> {
  languages: ContentLanguage[]
  /** When it appeared or was last changed, the later of both. */
  changedAt: string
}

/** Returns published articles with their languages, newest first. */
export async function readMappedArticles(
  sql: Queries,
  { now, most: limit }: { now: number; most: number },
): Promise<MappedArticle[]> {
  const rows = await sql<(Omit<MappedArticle, 'changedAt'> & { changedAt: number })[]>`
    select a.type, a.id, array(select l from unnest(${[...contentLanguages]}::text[]) l where a.headings ? l) as languages, greatest(a.publish_at, a.updated_at) as "changedAt"
    from articles a where ${isPublished(sql, now)} order by a.publish_at desc, a.id desc limit ${limit}`
  return rows.map(({ changedAt, ...article }) => ({ ...article, changedAt: toInstant(changedAt) }))
}

/** Whether a banner `b` is shown at a place at a moment. */
function isShown(sql: Queries, place: 'WEB' | 'APP', now: number): Fragment {
  const today = dayAt(now, platformZone)
  return sql`b.place = ${place} and b.deleted_at is null and (b.shown_from is null or b.shown_from <= ${today}::date) and (b.shown_until is null or b.shown_until >= ${today}::date)`
}

export type ShownBanner = Pick<Banner, 'id' | 'title' | 'imgId' | 'link'>
export type ShownPartnership = Pick<Partnership, 'id' | 'name' | 'logoId' | 'link'>
export type ShownHome = Omit<WebHome, 'id' | 'version'>

/** Returns the banners shown on a home page at a moment, in order. */
export async function readShownBanners(sql: Queries, place: 'WEB' | 'APP', now: number): Promise<ShownBanner[]> {
  return sql<
    ShownBanner[]
  >`select b.id, b.title, b.image_id as "imgId", b.link from banners b where ${isShown(sql, place, now)} order by b.position, b.id`
}

/** Reads the content of the home page at a moment, apart from news. */
export async function readHome(
  sql: Queries,
  now: number,
): Promise<{ banners: ShownBanner[]; partnerships: ShownPartnership[]; home: ShownHome }> {
  const [banners, partnerships, [home]] = await Promise.all([
    readShownBanners(sql, 'WEB', now),
    sql<
      ShownPartnership[]
    >`select id, name, logo_id as "logoId", link from partnerships where deleted_at is null order by position, id`,
    sql<ShownHome[]>`
      select ios_image_id as "iosImageId", android_image_id as "androidImageId", contact_telephone as "contactTelephone", contact_email as "contactEmail",
        contact_address as "contactAddress" from web_home`,
  ])
  const empty = {
    iosImageId: null,
    androidImageId: null,
    contactTelephone: null,
    contactEmail: null,
    contactAddress: null,
  }
  return { banners, partnerships, home: home ?? empty }
}

/** Reads the facts for the menu and footer links, apart from news. */
export async function readMenus(sql: Queries): Promise<{ legal: LegalPage[]; hasPartners: boolean }> {
  const [texts, hasPartners] = await Promise.all([readLegalTexts(sql), hasPartnerships(sql)])
  return { legal: writtenPages(texts), hasPartners }
}

const legalNames = Object.keys(legalPages) as LegalPage[]
/** Returns the legal texts that are not empty. */
export const writtenPages = (texts: LegalTexts): LegalPage[] =>
  legalNames.filter((name) => texts[legalPages[name]] !== '')

/** Whether the home page has partners. */
export async function hasPartnerships(sql: Queries): Promise<boolean> {
  return (await sql`select from partnerships where deleted_at is null limit 1`).length > 0
}

export type LegalTexts = Omit<AboutPage, 'id' | 'version' | 'updatedAt'>

/** Reads the legal texts; missing ones are empty. */
export async function readLegalTexts(sql: Queries): Promise<LegalTexts> {
  const [row] = await sql<LegalTexts[]>`
    select service_agreement as "serviceAgreement", privacy_policy as "privacyPolicy", copyright_statement as "copyrightStatement", copyright_details as "copyrightDetails" from about_pages`
  return row ?? { serviceAgreement: '', privacyPolicy: '', copyrightStatement: '', copyrightDetails: '' }
}

/** Returns when the shown content changes next without an edit, epoch ms: an article appears, or a banner's days begin or end; null when never. */
export async function nextChangeAt(sql: Queries, now: number): Promise<number | null> {
  const [row] = await sql<{ at: number | null }[]>`
    select min(at) as at from (
      select publish_at as at from articles where deleted_at is null and not is_withdrawn
      union all select shown_from::timestamp at time zone ${platformZone} from banners where deleted_at is null
      union all select (shown_until + 1)::timestamp at time zone ${platformZone} from banners where deleted_at is null
    ) changes where at > ${now}`
  return row?.at ?? null
}

/** Whether a picture is public now. Pictures used only by drafted, withdrawn, removed or expired content are not. */
export async function isPublicImage(sql: Queries, fileId: string): Promise<boolean> {
  const now = machineNow()
  const rows = await sql`
    select from content_pictures p where p.file_id = ${fileId} and p.is_named and case p.owner
      when 'ARTICLE' then exists (select from articles a where a.id = p.owner_id and ${isPublished(sql, now)})
      when 'BANNER' then exists (select from banners b where b.id = p.owner_id and (${isShown(sql, 'WEB', now)} or ${isShown(sql, 'APP', now)}))
      when 'PARTNERSHIP' then exists (select from partnerships s where s.id = p.owner_id and s.deleted_at is null)
      when 'ORGANISATION' then exists (select from organisations o where o.id = p.owner_id and o.status = 'ACTIVE')
      else p.owner in ('WEB_HOME', 'ABOUT_PAGE') end`
  return rows.length > 0
}
