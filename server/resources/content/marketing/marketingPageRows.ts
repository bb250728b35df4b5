import type { MarketingPage, PageList } from '#contract/content/marketingPages.ts'
import { mediaUrl } from '#contract/content/texts.ts'
import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { type NamedPictures, picturesOfTexts } from '../contentPictures.ts'

/** Names in the table of the page's list sections. */
export const sectionOf = {
  useCases: 'USE_CASE',
  news: 'NEWS',
  partnerships: 'PARTNERSHIP',
  links: 'LINK',
} as const satisfies Record<PageList, string>

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
    sql<
      ItemRow[]
    >`select id, section, content from organisation_page_items where organisation_id = ${organisationId} order by position, id`,
  ])
  const [page] = rows
  if (page === undefined) return null
  const found: MarketingPage = {
    ...page,
    bannerImgUrl: urlOf(page.bannerImgId),
    officialAccountImgUrl: urlOf(page.officialAccountImgId),
    useCases: [],
    news: [],
    partnerships: [],
    links: [],
  }
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

/** Returns the pictures of a use case in the page's form. */
export function imagesOf(ids: readonly string[]): MarketingPage['useCases'][number]['images'] {
  return ids.map((id) => ({ id, url: mediaUrl(id), orginName: `${id}.webp` }))
}

/** Returns the address of an optional picture. */
export function urlOf(id: string | null): string | null {
  return id === null ? null : mediaUrl(id)
}

/** Reads the public page of an organisation; null when it is not active, is the platform, or has never saved a page. */
export function readMarketingPage(sql: Queries, organisationId: number): Promise<MarketingPage | null> {
  return readPage(sql, organisationId, sql`o.status = 'ACTIVE' and o.kind <> 'PLATFORM' and p.version > 0`)
}

/** Reads the page of an organisation for its editors; it is empty until something is saved. @throws CallError NOT_FOUND */
export async function readOwnPage(sql: Queries, organisationId: number): Promise<MarketingPage> {
  const page = await readPage(sql, organisationId, sql`true`)
  if (page === null) throw new CallError('NOT_FOUND')
  return page
}

/** Returns all pictures of a page. */
export function picturesOfPage({
  bannerImgId,
  officialAccountImgId,
  introduction,
  useCases,
  news,
  partnerships,
}: MarketingPage): NamedPictures {
  const bodies = Object.fromEntries(news.map(({ id, body }) => [`news.${id}`, body]))
  return {
    ...picturesOfTexts({ introduction, ...bodies }),
    single: [bannerImgId, officialAccountImgId],
    useCases: useCases.flatMap(({ images }) => images.map(({ id }) => id)),
    partnerships: partnerships.map(({ logoId }) => logoId),
  }
}

/** Sets the order of a section's items. @param ids all of its items */
export async function writeOrder(
  sql: Queries,
  organisationId: number,
  list: PageList,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update organisation_page_items i set position = wanted.place from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
    where i.id = wanted.id and i.organisation_id = ${organisationId} and i.section = ${sectionOf[list]} and i.position <> wanted.place`
}

/** Returns the ids of organisations with a public page. */
export async function readMarketingPageIds(sql: Queries): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select o.id from organisations o join organisation_pages p on p.organisation_id = o.id where o.status = 'ACTIVE' and o.kind <> 'PLATFORM' and p.version > 0 order by o.id`
  return rows.map(({ id }) => id)
}
