import { endpoints } from '#contract/calls/endpoints.ts'
import { type Call, openCalls } from '#mocks/calls.ts'
import { signInDemo } from '../people.ts'
import { paint, uploadPicture } from '../pictures.ts'
import type { Product } from '../product.ts'

/**
 * Uploads an image of one colour.
 * @returns its id
 */
const upload = async (product: Product, token: string, width: number, height: number, background: string) =>
  uploadPicture(product.url, await paint(width, height, background), token)

export interface SiteContent {
  articleId: number
  organisationId: number
}

/** Title of the newest article. */
export const firstTitle = '锡林浩特首批活牛质押贷款落地'
/** Text that would execute if a page treated it as HTML. */
export const evilTitle = `<img src=x onerror="window.hurt=1"></title><script>window.hurt=2</script>`

/** Publishes one of each kind of content, and enough articles for several pages. Existing content stays unchanged. */
export async function publishContent(
  product: Product,
  platform: { call: Call; token: string },
  supervisor: { call: Call; token: string; organisationId: number },
): Promise<SiteContent> {
  const { call, token } = platform
  const [known] = (await call(endpoints.articles.list, { title: firstTitle })).list
  if (known !== undefined) return { articleId: known.id, organisationId: supervisor.organisationId }
  const wide = await upload(product, token, 1600, 500, '#3a5f45')
  const other = await upload(product, token, 1600, 500, '#7a5a2a')
  const square = await upload(product, token, 400, 400, '#222222')
  const cover = await upload(product, token, 1600, 900, '#5a6f8a')
  for (const [title, imgId] of [
    ['秋季盘点开始报名', wide],
    ['新的项圈到货', other],
    ['冬季饲草供应', wide],
  ] as const) {
    await call(endpoints.webBanners.addOrEdit, { title, imgId, link: '/newsTopMenu/NEWS' })
  }
  await call(endpoints.partnerships.addOrEdit, { name: '草原银行', link: 'https://example.com/' })
  await call(endpoints.partnerships.addOrEdit, { name: '敖包合作社', logoId: square })
  const {
    list: [home],
  } = await call(endpoints.webHome.list, {})
  await call(endpoints.webHome.addOrEdit, {
    id: home?.id,
    iosImageId: square,
    androidImageId: square,
    contactTelephone: '+86 479 123 4567',
    contactEmail: 'office@example.com',
    contactAddress: '锡林浩特',
  })
  const {
    list: [about],
  } = await call(endpoints.aboutPage.list, {})
  await call(endpoints.aboutPage.addOrEdit, {
    id: about?.id,
    serviceAgreement: '<h2>一</h2><p>服务协议的正文。</p>',
    privacyPolicy: '<p>隐私政策的正文。</p>',
  })
  const publishAt = new Date(Date.now() - 3_600_000).toISOString()
  const body = `<h2>背景</h2><p>正文有<strong>重点</strong>与<a href="https://example.com/">来源</a>。</p><figure><img src="/media/${cover}" alt="牧场"><figcaption>牧场</figcaption></figure><table><tbody><tr><th>头数</th><td>1200</td></tr></tbody></table><pre><code>a very long line of code that is wider than the screen of any telephone, and then some more of it</code></pre><script>window.hurt=3</script><svg onload="window.hurt=4"></svg>`
  const saved = await call(endpoints.articles.addOrEdit, {
    type: 'NEWS',
    texts: {
      'zh-CN': { title: firstTitle, summary: '从项圈到大屏。', body },
      'en-US': { title: 'The first loan against cattle', summary: '', body },
    },
    coverImageId: cover,
    publishAt,
  })
  await call(endpoints.articles.addOrEdit, {
    type: 'POLICY',
    texts: { 'zh-CN': { title: evilTitle, summary: evilTitle, body } },
    publishAt,
  })
  for (let index = 0; index < 30; index++) {
    await call(endpoints.articles.addOrEdit, {
      type: index % 2 === 0 ? 'NEWS' : 'GUIDE',
      texts: { 'zh-CN': { title: `第 ${index + 1} 篇：站点中断时，平台如何避免误报`, summary: '', body } },
      publishAt: new Date(Date.now() - (index + 2) * 86_400_000).toISOString(),
    })
  }
  const own = await upload(product, supervisor.token, 1600, 500, '#5f3a45')
  const { saveBanner, saveIntroduction, saveUseCase, saveNews, saveLink, savePartnership } = endpoints.marketingPages
  await supervisor.call(saveIntroduction, { introduction: '<p>我们监管 <strong>1,200</strong> 头牛。</p>' })
  await supervisor.call(saveBanner, { bannerImgId: own })
  await supervisor.call(saveUseCase, { title: '一号牧场', text: '三年贷款', imageIds: [own] })
  await supervisor.call(saveNews, { title: '新的养殖场', body: '<p>正文。</p>', publishedOn: '2026-05-01' })
  await supervisor.call(saveLink, { name: '官网', link: 'https://example.com/' })
  await supervisor.call(savePartnership, { name: '伙伴' })
  return { articleId: saved.id, organisationId: supervisor.organisationId }
}

/** Publishes the content as users of the demo. */
export async function publishAll(product: Product): Promise<SiteContent> {
  const people = await Promise.all((['platform', 'supervisor'] as const).map((name) => signInDemo(product, name)))
  const [platform, supervisor] = people.map(({ token, userOrgId }) => ({
    token,
    call: openCalls(product.url, token),
    organisationId: userOrgId ?? 0,
  }))
  if (!platform || !supervisor) throw new Error('nobody signed in')
  return publishContent(product, platform, supervisor)
}

/** Returns one address of each kind of page on the site. */
export const addressesOf = ({ articleId, organisationId }: SiteContent) => [
  '/',
  '/newsTopMenu/NEWS',
  '/newsTopMenu/NEWS/2',
  `/newsDetail/NEWS/${articleId}`,
  `/org/${organisationId}`,
  '/legal/service-agreement',
  '/newsDetail/NEWS/999999',
]
