import type { World } from '../../testing/testWorld.ts'

/** The sections of an organisation's page that are lists, as its calls name them. */
export const pageSections = ['UseCase', 'News', 'Partnership', 'Link'] as const

const samples: Record<(typeof pageSections)[number], { path: string; content: (mark: string) => object }> = {
  UseCase: { path: 'usecase', content: (mark) => ({ title: `${mark} case`, text: mark, imageIds: [] }) },
  News: { path: 'news', content: (mark) => ({ title: `${mark} news`, body: `<p>${mark}</p>`, publishedOn: '2026-04-01' }) },
  Partnership: { path: 'partnership', content: (mark) => ({ name: `${mark} partner` }) },
  Link: { path: 'link', content: (mark) => ({ name: `${mark} link`, link: 'https://example.com' }) },
}

/** The input beside ids of the calls of a page. */
export const pageInputs: Record<string, () => object> = {
  ...Object.fromEntries(pageSections.map((section) => [`marketingPages.save${section}`, () => samples[section].content('new')])),
  'marketingPages.saveBanner': () => ({ bannerImgId: null }),
  'marketingPages.saveOfficialAccount': () => ({ officialAccountImgId: null }),
  'marketingPages.saveIntroduction': () => ({ introduction: '<p>new</p>' }),
  'marketingPages.order': () => ({ section: 'links' }),
  'marketingPages.preview': () => ({ useCase: samples.UseCase.content('new'), news: samples.News.content('new'), partnership: samples.Partnership.content('new'), link: samples.Link.content('new') }),
}

/** The page of a bank with an item in each section. @returns their ids, by kind */
export async function addPage({ call }: World, token: string, mark: string): Promise<Record<string, number[]>> {
  const own: Record<string, number[]> = {}
  for (const section of pageSections) {
    const { path, content } = samples[section]
    const { data } = await call<Record<string, { id: number }[]>>(token, 'PUT', `/collateral/web/org/${path}/addOrEdit`, content(mark))
    const ids = Object.values(data).flatMap((items) => (Array.isArray(items) ? items.map(({ id }) => id) : []))
    own[`page ${section}`] = [Math.max(...ids)]
  }
  return own
}
