import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { expect } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'

const run = 'top.hurt=1'

/** Ways to run something that this browser knows, by themselves or at a click. */
const attacks = [
  `<script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<img src="x\`" onerror="${run}" alt="">`,
  `<svg onload=${run}></svg>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s></svg>`,
  `<details open ontoggle=${run}>x</details>`,
  `<input onfocus=${run} autofocus>`,
  `<video><source onerror=${run} src=x></video>`,
  `<audio src=x onerror=${run}></audio>`,
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<iframe src="javascript:${run}"></iframe>`,
  `<object data="javascript:${run}"></object>`,
  `<embed src="javascript:${run}">`,
  `<a href="javascript:${run}">x</a>`,
  `<a href="jav&#x09;ascript:${run}">x</a>`,
  `<a href="&#1;javascript:${run}">x</a>`,
  `<a href="JaVaScRiPt&colon;${run}">x</a>`,
  `<p onclick=${run}>x</p>`,
  `<form action="javascript:${run}"><button>x</button></form>`,
  `<button formaction="javascript:${run}" form="f">x</button><form id="f"></form>`,
  `<svg></p><style><a id="</style><img src=x onerror=${run}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${run}>">`,
  `<textarea><p title="</textarea><img src=x onerror=${run}>"></textarea>`,
  `<!--<img src="--><img src=x onerror=${run}//">`,
]

/** Whether a text runs something in a page that allows everything: as it comes, once it is read again, and when each of its parts is clicked. */
async function hurts(page: Page, html: string): Promise<boolean> {
  await page.goto('about:blank')
  await page.setContent(`<!doctype html><main>${html}</main>`, { waitUntil: 'commit' })
  return page.evaluate(async (text) => {
    const again = document.createElement('div')
    document.body.append(again)
    again.innerHTML = text
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      // What leads elsewhere is not followed.
      if (element instanceof HTMLAnchorElement && element.protocol !== 'javascript:') continue
      if (element instanceof HTMLElement) element.click()
    }
    await new Promise((resolve) => setTimeout(resolve, 60))
    return Reflect.get(window, 'hurt') === 1
  }, html)
}

test('what is stored by any door of a rich text runs nothing, in a page that would let it and in the site’s own', async ({ browser, product }) => {
  test.setTimeout(180_000)
  const [{ token: platformToken }, { token, userOrgId }] = await Promise.all([signInDemo(product, 'platform'), signInDemo(product, 'supervisor')])
  const [platform, supervisor] = [openCalls(product.url, platformToken), openCalls(product.url, token)]
  const page = await browser.newPage()
  const raw: string[] = []
  for (const attack of attacks) if (await hurts(page, attack)) raw.push(attack)
  // They are attacks.
  expect(raw.length).toBeGreaterThan(attacks.length * 0.7)
  const doors: [string, (body: string) => Promise<string>][] = [
    [
      'article',
      async (body) => {
        const { id } = await platform(endpoints.articles.addOrEdit, { type: 'GUIDE', texts: { 'en-US': { title: 't', summary: '', body } }, publishAt: Date.now() - 1000 })
        return (await platform(endpoints.articles.publishedDetail, { type: 'GUIDE', id })).body
      },
    ],
    ['legal text', async (privacyPolicy) => (await platform(endpoints.aboutPage.addOrEdit, { privacyPolicy })).privacyPolicy],
    ['introduction', async (introduction) => (await supervisor(endpoints.marketingPages.saveIntroduction, { introduction })).introduction],
    ['news', async (body) => (await supervisor(endpoints.marketingPages.saveNews, { title: 't', body, publishedOn: '2020-01-01' })).news.at(-1)?.body ?? 'none'],
  ]
  const found: string[] = []
  for (const [door, store] of doors) {
    for (const attack of attacks) if (await hurts(page, await store(`<p>kept</p>${attack}`))) found.push(`${door}: ${attack}`)
    // All of them at once, where each may open what another closes.
    const whole = await store(`<p>kept</p>${attacks.join('')}`)
    expect(whole).toContain('<p>kept</p>')
    if (await hurts(page, whole)) found.push(`${door}: all of them`)
  }
  for (const path of ['/legal/privacy', `/org/${userOrgId ?? 0}`, '/newsTopMenu/GUIDE']) {
    await page.goto(`${product.url}${path}`)
    await page.waitForTimeout(200)
    if ((await page.evaluate(() => Reflect.get(window, 'hurt') as unknown)) !== undefined) found.push(path)
  }
  expect(found).toEqual([])
  await page.close()
})
