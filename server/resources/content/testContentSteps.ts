import type { Step } from '../testAudit.ts'

/**
 * A life of what the platform publishes: each call that changes something of it.
 * @param id the id of what an earlier step added, by its name
 * @param picture uploads a picture as somebody. @returns its id
 */
export function contentSteps(id: (name: string) => number, picture: (by?: string) => Promise<string>): Step[] {
  const life = (noun: string, name: string, input: () => Promise<object>, edit: object): Step[] => {
    const as = `lived ${name}`
    const step = (call: string, action: string, given: () => object | Promise<object> = () => ({ id: id(as) }), more: Partial<Step> = {}): Step => ({
      call: `${noun}.${call}`, by: 'platform', input: given, notes: [`${action} ${name}`], ...more,
    })
    const order: Step[] = noun === 'articles' ? [] : [step('addOrEdit', 'ADD', async () => ({ ...(await input()), name: 'Another' }), { as: `${as} 2` }), step('order', 'EDIT', () => ({ ids: [id(`${as} 2`), id(as)] }), { notes: [`EDIT ${name}`, `EDIT ${name}`] })]
    return [
      step('addOrEdit', 'ADD', input, { as }),
      step('addOrEdit', 'EDIT', async () => ({ ...(await input()), ...edit, id: id(as), version: 1 })),
      ...order,
      ...[['remove', 'REMOVE'], ['restore', 'RESTORE'], ['remove', 'REMOVE'], ['purge', 'PURGE']].map(([call = '', action = '']) => step(call, action)),
    ]
  }
  const banner = async () => ({ title: 'Herds in snow', imgId: await picture('platform') })
  const page = (call: string, input: () => object | Promise<object>): Step => ({ call: `marketingPages.${call}`, by: 'bank', input, notes: ['EDIT marketingPage'] })
  return [
    ...life('articles', 'article', async () => ({ type: 'NEWS', texts: { 'zh-CN': { title: '雪', summary: '', body: '<p>雪</p>' } }, coverImageId: await picture('platform') }), { isWithdrawn: true }),
    ...life('webBanners', 'webBanner', banner, { link: '/newsTopMenu' }),
    ...life('appBanners', 'appBanner', banner, { shownUntil: '2030-01-01' }),
    ...life('partnerships', 'partnership', async () => ({ name: 'Grass University', logoId: await picture('platform') }), { link: 'https://example.com' }),
    { call: 'webHome.addOrEdit', by: 'platform', input: async () => ({ iosImageId: await picture('platform'), contactEmail: 'office@example.com' }), notes: ['EDIT webHome'] },
    { call: 'aboutPage.addOrEdit', by: 'platform', input: () => ({ privacyPolicy: '<p>None of it is sold.</p>' }), notes: ['EDIT aboutPage'] },
    { call: 'feedback.send', by: 'banker', input: async () => ({ text: 'It is slow', imageIds: [await picture('banker')] }), notes: ['ADD feedback'] },
    { call: 'feedback.addOrEdit', by: 'platform', input: () => ({ id: 1, state: 'DONE', answer: 'Not any more' }), notes: ['EDIT feedback'] },
    page('saveBanner', async () => ({ bannerImgId: await picture('bank') })),
    page('saveIntroduction', () => ({ introduction: '<p>We lend against herds.</p>' })),
    page('saveOfficialAccount', async () => ({ officialAccountImgId: await picture('bank') })),
    page('saveUseCase', () => ({ title: 'Winter', text: 'A herd.', imageIds: [] })),
    page('removeUseCase', () => ({ id: 1 })),
    page('saveNews', () => ({ title: 'Spring', body: '<p>Calves.</p>', publishedOn: '2026-04-01' })),
    page('removeNews', () => ({ id: 2 })),
    page('savePartnership', () => ({ name: 'Grass University' })),
    page('removePartnership', () => ({ id: 3 })),
    page('saveLink', () => ({ name: 'Prices', link: 'https://example.com/prices' })),
    page('saveLink', () => ({ name: 'Weather', link: 'https://example.com/weather' })),
    page('order', () => ({ section: 'links', ids: [5, 4] })),
    page('removeLink', () => ({ id: 4 })),
  ]
}
