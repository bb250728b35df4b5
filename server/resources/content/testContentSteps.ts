import type { Step } from '../testAudit.ts'

/**
 * Returns steps through each call that changes published content.
 * @param id returns the id of a record added by an earlier step, by its name
 * @param picture uploads a picture as a user and returns its id
 * @param adding returns the steps that add a record of a noun under a name
 */
export function contentSteps(
  id: (name: string) => number,
  picture: (by?: string) => Promise<string>,
  adding: (noun: string, as: string) => Step[],
): Step[] {
  const page = (call: string, input: () => object | Promise<object>): Step => ({
    call: `marketingPages.${call}`,
    by: 'bank',
    input,
    notes: ['EDIT marketingPage'],
  })
  return [
    ...['webBanners', 'appBanners', 'partnerships'].flatMap((noun): Step[] => {
      const kind = noun.slice(0, -1)
      const order: Step = {
        call: `${noun}.order`,
        by: 'platform',
        input: () => ({ ids: [id(`second ${kind}`), id(`first ${kind}`)] }),
        notes: [`EDIT ${kind}`, `EDIT ${kind}`],
      }
      return [...adding(noun, `first ${kind}`), ...adding(noun, `second ${kind}`), order]
    }),
    {
      call: 'webHome.addOrEdit',
      by: 'platform',
      input: async () => ({ iosImageId: await picture('platform'), contactEmail: 'office@example.com' }),
      notes: ['EDIT webHome'],
    },
    {
      call: 'aboutPage.addOrEdit',
      by: 'platform',
      input: () => ({ privacyPolicy: '<p>None of it is sold.</p>' }),
      notes: ['EDIT aboutPage'],
    },
    {
      call: 'feedback.send',
      by: 'banker',
      input: async () => ({ text: 'It is slow', imageIds: [await picture('banker')] }),
      notes: ['ADD feedback'],
    },
    {
      call: 'feedback.addOrEdit',
      by: 'platform',
      input: () => ({ id: 1, state: 'DONE', answer: 'Not any more' }),
      notes: ['EDIT feedback'],
    },
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
