import { endpoints } from '#contract/calls/endpoints.ts'
import { articles } from './articles.ts'
import type { Office } from './office.ts'

const languages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const
const partners = [
  '锡林浩特草原银行',
  '北疆农村商业银行',
  '锡盟活畜监管公司',
  '中牧农业保险',
  '锡林浩特活畜交易市场',
] as const

/** Publishes the public site: banners, news in each language, partners, contact, and the pages of two organisations. */
export async function publishSite({ people, calendar }: Office): Promise<void> {
  const { call, uploadPicture } = people.platform
  for (const { type, daysAgo, cover, texts } of articles) {
    await call(endpoints.articles.addOrEdit, {
      type,
      texts: Object.fromEntries(
        languages.map((language) => {
          const [title, summary] = texts[language]
          return [language, { title, summary, body: `<p>${summary}</p>` }]
        }),
      ),
      coverImageId: cover === null ? null : await uploadPicture(cover),
      publishAt: new Date(calendar.at(daysAgo, '10:00')).toISOString(),
    })
  }
  for (const [title, picture] of [
    ['银行、监管机构与养殖户，看同一群牛', 'banner-1'],
    ['每一头都有据可查', 'banner-2'],
  ] as const)
    await call(endpoints.webBanners.addOrEdit, {
      title,
      imgId: await uploadPicture(picture),
      link: '/newsTopMenu/NEWS',
    })
  for (const name of partners) await call(endpoints.partnerships.addOrEdit, { name, link: 'https://example.com/' })
  const { list } = await call(endpoints.webHome.list, {})
  await call(endpoints.webHome.addOrEdit, {
    ...(list[0] && { id: list[0].id, version: list[0].version }),
    contactTelephone: '0479-8100000',
    contactEmail: 'service@example.com',
    contactAddress: '内蒙古锡林浩特市那达慕大街 8 号',
  })
  await call(endpoints.aboutPage.addOrEdit, {
    serviceAgreement: '<p>本页为演示内容：平台向银行、监管机构与养殖户提供质押牲畜的监管服务。</p>',
    privacyPolicy: '<p>本页为演示内容：仅收集提供服务所必需的信息。</p>',
    copyrightStatement: '<p>演示数据均为虚构。</p>',
  })
  await people.bank.call(endpoints.marketingPages.saveIntroduction, {
    introduction: '<p>锡林浩特草原银行服务牧区二十年，活牛质押贷款当天受理、三天放款。</p>',
  })
  await people.supervisor.call(endpoints.marketingPages.saveIntroduction, {
    introduction: '<p>锡盟活畜监管公司为银行看管质押牛群：每天点数、每栏有网关、每次处置有记录。</p>',
  })
}
