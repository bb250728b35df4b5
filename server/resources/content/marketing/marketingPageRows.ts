import type { MarketingPage, PageList } from '#contract/content/marketingPages.ts'
import { mediaUrl } from '#contract/content/texts.ts'
import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { type NamedPictures, picturesOfTexts } from '../contentPictures.ts'

/** The names in the table of those sections of a page that are lists. */
export const sectionOf = { useCases: 'USE_CASE', news: 'NEWS', partnerships: 'PARTNERSHIP', links: 'LINK' } as const satisfies Record<PageList, string>

interface PageRow {
  organisationId: number
  organisationName: string
  version: number
  bannerImgId: string | null
  introduction: string
  officialAccountImgId: string | null
}

type ItemRow = { id: number } & (
  | { section: 'USE_CASE'; content: { title: string; text: string; imageIds: string[] } }
  | { section: 'NEWS'; content: Omit<MarketingPage['news'][number], 'id'> }
  | { section: 'PARTNERSHIP'; content: Omit<MarketingPage['partnerships'][number], 'id'> }
  | { section: 'LINK'; content: Omit<MarketingPage['links'][number], 'id'> }
)

async function readPage(sql: Queries, organisationId: number, condition: Fragment): Promise<MarketingPage | null> {
  const [rows, items] = await Promise.all([
    sql<PageRow[]>`
      select o.id as "organisationId", o.name as "organisationName", coalesce(p.version, 0) as version, p.banner_image_id as "bannerImgId",
        coalesce(p.introduction, '') as introduction, p.official_account_image_id as "officialAccountImgId"
      from organisations o left join organisation_pages p on p.organisation_id = o.id where o.id = ${organisationId} and ${condition}`,
    sql<ItemRow[]>`select id, section, content from organisation_page_items where organisation_id = ${organisationId} order by position, id`,
  ])
  const [page] = rows
  if (page === undefined) return null
  const found: MarketingPage = { ...page, bannerImgUrl: urlOf(page.bannerImgId), officialAccountImgUrl: urlOf(page.officialAccountImgId), useCases: [], news: [], partnerships: [], links: [] }
  for (const { id, ...item } of items) {
    switch (item.section) {
      case 'USE_CASE': {
        const { imageIds, ...useCase } = item.content
        found.useCases.push({ id, ...useCase, images: imagesOf(imageIds) })
        break
      }
      case 'NEWS':
        found.news.push({ id, ...item.content })
        break
      case 'PARTNERSHIP':
        found.partnerships.push({ id, ...item.content })
        break
      case 'LINK':
        found.links.push({ id, ...item.content })
        break
    }
  }
  return found
}

/** The pictures of a use case as the page carries them. */
export function imagesOf(ids: readonly string[]): MarketingPage['useCases'][number]['images'] {
  return ids.map((id) => ({ id, url: mediaUrl(id), orginName: `${id}.webp` }))
}

/** Where a picture that may be missing is. */
export function urlOf(id: string | null): string | null {
  return id === null ? null : mediaUrl(id)
}

/** The page of an organisation as everybody reads it; null for one that is not active, is the platform, or has never kept a page. */
export function readMarketingPage(sql: Queries, organisationId: number): Promise<MarketingPage | null> {
  return readPage(sql, organisationId, sql`o.status = 'ACTIVE' and o.kind <> 'PLATFORM' and p.version > 0`)
}

/** The page of an organisation as those who keep it read it: empty as long as nothing is in it. @throws CallError NOT_FOUND */
export async function readOwnPage(sql: Queries, organisationId: number): Promise<MarketingPage> {
  const page = await readPage(sql, organisationId, sql`true`)
  if (page === null) throw new CallError('NOT_FOUND')
  return page
}

/** Every picture that a page shows. */
export function picturesOfPage({ bannerImgId, officialAccountImgId, introduction, useCases, news, partnerships }: MarketingPage): NamedPictures {
  const bodies = Object.fromEntries(news.map(({ id, body }) => [`news.${id}`, body]))
  return {
    ...picturesOfTexts({ introduction, ...bodies }),
    single: [bannerImgId, officialAccountImgId],
    useCases: useCases.flatMap(({ images }) => images.map(({ id }) => id)),
    partnerships: partnerships.map(({ logoId }) => logoId),
  }
}

/** Puts the items of a section into an order: all of them, by their ids. */
export async function writeOrder(sql: Queries, organisationId: number, list: PageList, ids: readonly number[]): Promise<void> {
  await sql`
    update organisation_page_items i set position = wanted.place from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
    where i.id = wanted.id and i.organisation_id = ${organisationId} and i.section = ${sectionOf[list]} and i.position <> wanted.place`
}

/** The organisations that have a page which everybody reads. */
export async function readMarketingPageIds(sql: Queries): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select o.id from organisations o join organisation_pages p on p.organisation_id = o.id where o.status = 'ACTIVE' and o.kind <> 'PLATFORM' and p.version > 0 order by o.id`
  return rows.map(({ id }) => id)
}
