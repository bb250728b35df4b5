import type { World } from '../../testing/testWorld.ts'

/** List sections of an organisation's page, as named in its calls. */
export const pageSections = ['UseCase', 'News', 'Partnership', 'Link'] as const

const samples: Record<(typeof pageSections)[number], { path: string; content: (mark: string) => object }> = {
  UseCase: { path: 'usecase', content: (mark) => ({ title: `${mark} case`, text: mark, imageIds: [] }) },
  News: {
    path: 'news',
    content: (mark) => ({ title: `${mark} news`, body: `<p>${mark}</p>`, publishedOn: '2026-04-01' }),
  },
  Partnership: { path: 'partnership', content: (mark) => ({ name: `${mark} partner` }) },
  Link: { path: 'link', content: (mark) => ({ name: `${mark} link`, link: 'https://example.com' }) },
}

/** The input of the calls of a page, without ids. */
export const pageInputs: Record<string, () => object> = {
  ...Object.fromEntries(
    pageSections.map((section) => [`marketingPages.save${section}`, () => samples[section].content('new')]),
  ),
  'marketingPages.saveBanner': () => ({ bannerImgId: null }),
  'marketingPages.saveOfficialAccount': () => ({ officialAccountImgId: null }),
  'marketingPages.saveIntroduction': () => ({ introduction: '<p>new</p>' }),
  'marketingPages.order': () => ({ section: 'links' }),
  'marketingPages.preview': () => ({
    useCase: samples.UseCase.content('new'),
    news: samples.News.content('new'),
    partnership: samples.Partnership.content('new'),
    link: samples.Link.content('new'),
  }),
}

/** Adds an item to each section of a bank's page. @returns their ids, by kind */
export async function addPage({ call }: World, token: string, mark: string): Promise<Record<string, number[]>> {
  const own: Record<string, number[]> = {}
  for (const section of pageSections) {
    const { path, content } = samples[section]
    const { data } = await call<Record<string, { id: number }[]>>(
      token,
      'PUT',
      `/collateral/web/org/${path}/addOrEdit`,
      content(mark),
    )
    const ids = Object.values(data).flatMap((items) => (Array.isArray(items) ? items.map(({ id }) => id) : []))
    own[`page ${section}`] = [Math.max(...ids)]
  }
  return own
}
