import type { MarketingPage, MarketingPageDraft } from '#contract/content/marketingPages.ts'
import { CallError } from '../../../callError.ts'
import { cleanRichTexts } from '../../../cleaner/richTexts.ts'
import type { Context } from '../../../context.ts'
import { type NamedPictures, picturesOfTexts } from '../contentPictures.ts'
import { imagesOf, urlOf } from './marketingPageRows.ts'

/** Id of an item that has not been added yet. */
const notYet = 0

/**
 * Returns the items of a section with one changed or added. Changed items keep their place and new ones come last. News that is added
 * or gets another day is placed before the first item that is not newer.
 */
export function placed<T extends { id: number; publishedOn?: string }>(items: readonly T[], item: T): T[] {
  const was = items.find(({ id }) => id === item.id)
  if (was !== undefined && was.publishedOn === item.publishedOn)
    return items.map((one) => (one.id === item.id ? item : one))
  const others = items.filter(({ id }) => id !== item.id)
  const { publishedOn } = item
  const at = publishedOn === undefined ? -1 : others.findIndex((one) => (one.publishedOn ?? '') <= publishedOn)
  return others.toSpliced(at < 0 ? others.length : at, 0, item)
}

/** Cleans the texts of an unsaved page like a save would. @throws CallError BAD_SHAPE when a text is too long */
export async function cleanDraft(
  { cleaner }: Pick<Context, 'cleaner'>,
  { introduction, news, ...draft }: MarketingPageDraft,
): Promise<MarketingPageDraft> {
  const texts: Record<string, string> = {
    ...(introduction !== undefined && { introduction }),
    ...(news && { 'news.body': news.body }),
  }
  const { introduction: introduced, 'news.body': body = '' } = await cleanRichTexts(cleaner, texts)
  return {
    ...draft,
    ...(introduced !== undefined && { introduction: introduced }),
    ...(news && { news: { ...news, body } }),
  }
}

/** Returns the pictures that an unsaved page uses, by field. */
export function picturesOfDraft({
  bannerImgId,
  officialAccountImgId,
  introduction,
  useCase,
  news,
  partnership,
}: MarketingPageDraft): NamedPictures {
  return {
    bannerImgId: [bannerImgId],
    officialAccountImgId: [officialAccountImgId],
    'useCase.imageIds': useCase?.imageIds ?? [],
    'partnership.logoId': [partnership?.logoId],
    ...picturesOfTexts({ introduction, 'news.body': news?.body }),
  }
}

/**
 * Returns a page with its unsaved parts, as saving would make it.
 * @param draft with cleaned texts
 * @throws CallError NOT_FOUND when an item is not on the page
 */
export function pageWith(page: MarketingPage, draft: MarketingPageDraft): MarketingPage {
  const {
    bannerImgId = page.bannerImgId,
    officialAccountImgId = page.officialAccountImgId,
    introduction = page.introduction,
    useCase,
    news,
    partnership,
    link,
  } = draft
  return {
    ...page,
    introduction,
    bannerImgId,
    bannerImgUrl: urlOf(bannerImgId),
    officialAccountImgId,
    officialAccountImgUrl: urlOf(officialAccountImgId),
    useCases: withItem(
      page.useCases,
      useCase && { id: useCase.id, title: useCase.title, text: useCase.text, images: imagesOf(useCase.imageIds) },
    ),
    news: withItem(page.news, news),
    partnerships: withItem(
      page.partnerships,
      partnership && {
        id: partnership.id,
        name: partnership.name,
        logoId: partnership.logoId ?? null,
        link: partnership.link ?? null,
      },
    ),
    links: withItem(page.links, link),
  }
}

function withItem<T extends { id: number }>(
  items: T[],
  item: (Omit<T, 'id'> & { id?: number | undefined }) | undefined,
): T[] {
  if (item === undefined) return items
  const { id = notYet } = item
  if (id !== notYet && !items.some((one) => one.id === id)) throw new CallError('NOT_FOUND')
  return placed(items, { ...item, id } as T)
}
