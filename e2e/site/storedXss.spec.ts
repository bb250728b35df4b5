import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { legalPages } from '#contract/content/appSupport.ts'
import { richTextCalls } from '#contract/content/testRichTextCalls.ts'
import { openCalls } from '#mocks/calls.ts'
import { isBroad } from '../breadth.ts'
import { expect } from '../fixtures.ts'
import { sessionOf, signInDemo, test } from '../people.ts'

const run = 'top.hurt=1'

/** Ways to run something in this browser, by themselves or at a click. */
const allAttacks = [
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
  `<math><mi><table><mglyph><nolink><style><!--</style><img title="--><img src=x onerror=${run}>">`,
  `<svg><a><animate attributeName=href to=javascript:${run}></animate><text>x</text></a></svg>`,
  `<p>a<a>b<table><a></table></a></a><img src=x onerror=${run}>`,
  `<ul><li><div><li></li></div></li></ul></div></main><img src=x onerror=${run}>`,
  `<div><table><p><table></table></p></table></div><img src=x onerror=${run}>`,
]

/** A quick run tries a script, a handler and a link. */
const attacks = isBroad ? allAttacks : [0, 1, 14].map((place) => allAttacks[place] ?? '')

/** Runs after each attack and by the same ways, so that the page has then done all that it does by itself. */
const control = `<img src=x onerror="top.done=(top.done||0)+1"><video><source src=x onerror="top.done=(top.done||0)+1"></video><iframe srcdoc="<script>top.done=(top.done||0)+1</script>"></iframe><details open ontoggle="top.done=(top.done||0)+1">x</details><svg><animate onbegin="top.done=(top.done||0)+1" attributeName=x dur=1s></svg>`
const controls = 5

/** Waits until the page has done all that it does by itself. @returns whether an attack ran */
async function isHurt(page: Page): Promise<boolean> {
  await page.evaluate((html) => {
    const last = document.createElement('div')
    document.body.append(last)
    last.innerHTML = html
  }, control)
  await page.waitForFunction((count) => Reflect.get(window, 'done') === count, controls)
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return Reflect.get(window, 'hurt') === 1
  })
}

/** Whether a text runs something in a page that allows everything: when loaded, when parsed again, and when its parts are clicked. */
async function hurts(page: Page, html: string): Promise<boolean> {
  await page.goto('about:blank')
  await page.setContent(`<!doctype html><main>${html}</main>`, { waitUntil: 'commit' })
  await page.evaluate((text) => {
    const again = document.createElement('div')
    document.body.append(again)
    again.innerHTML = text
    // Links to other pages are not followed.
    document.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link instanceof HTMLAnchorElement && link.protocol !== 'javascript:') event.preventDefault()
    })
    for (const element of document.body.querySelectorAll('*')) {
      if (element instanceof HTMLElement) element.click()
    }
  }, html)
  return isHurt(page)
}

/** Whether a text stays within its element and closes none of the page's own. */
const staysInside = (page: Page, html: string) =>
  page.evaluate((text) => {
    const { body } = new DOMParser().parseFromString(
      `<main><div id="text">${text}</div><i id="after"></i></main>`,
      'text/html',
    )
    return (
      body.querySelector('main > #text + #after') !== null &&
      body.children.length === 1 &&
      body.firstElementChild?.children.length === 2
    )
  }, html)

/** Returns the main part of a page. */
const mainOf = (html: string) => /<main\b[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? 'none'

test('runs no attack from a stored rich text', async ({ browser, product }) => {
  test.setTimeout(240_000)
  const [login, { token, userOrgId }] = await Promise.all([
    signInDemo(product, 'platform'),
    signInDemo(product, 'supervisor'),
  ])
  const [platform, supervisor] = [openCalls(product.url, login.token), openCalls(product.url, token)]
  const page = await browser.newPage()
  const raw: string[] = []
  for (const attack of attacks) if (await hurts(page, attack)) raw.push(attack)
  // Without cleaning, these attacks run.
  expect(raw.length).toBeGreaterThan(attacks.length * 0.7)
  let articleId = 0
  /** Calls that take a rich text, by name. Each returns the stored text of each field. */
  const doors: Record<string, (body: string) => Promise<Record<string, string>>> = {
    async 'articles.addOrEdit'(body) {
      const { id } = await platform(endpoints.articles.addOrEdit, {
        type: 'GUIDE',
        texts: { 'zh-CN': { title: '攻击', summary: '', body } },
        publishAt: Date.now() - 1000,
      })
      articleId = id
      return { 'texts.*.body': (await platform(endpoints.articles.publishedDetail, { type: 'GUIDE', id })).body }
    },
    async 'articles.preview'(body) {
      const { html } = await platform(endpoints.articles.preview, {
        type: 'GUIDE',
        language: 'zh-CN',
        text: { title: '攻击', summary: '', body },
        coverImageId: null,
      })
      return { 'text.body': mainOf(html) }
    },
    async 'aboutPage.addOrEdit'(body) {
      const { serviceAgreement, privacyPolicy, copyrightStatement, copyrightDetails } = await platform(
        endpoints.aboutPage.addOrEdit,
        {
          serviceAgreement: body,
          privacyPolicy: body,
          copyrightStatement: body,
          copyrightDetails: body,
        },
      )
      return { serviceAgreement, privacyPolicy, copyrightStatement, copyrightDetails }
    },
    async 'marketingPages.preview'(body) {
      const { html } = await supervisor(endpoints.marketingPages.preview, {
        introduction: body,
        news: { title: 't', body, publishedOn: '2020-01-01' },
      })
      return { introduction: mainOf(html), 'news.body': mainOf(html) }
    },
    'marketingPages.saveIntroduction': async (body) => ({
      introduction: (await supervisor(endpoints.marketingPages.saveIntroduction, { introduction: body })).introduction,
    }),
    'marketingPages.saveNews': async (body) => ({
      body:
        (await supervisor(endpoints.marketingPages.saveNews, { title: 't', body, publishedOn: '2020-01-01' })).news.at(
          -1,
        )?.body ?? 'none',
    }),
  }
  const tried = await Promise.all(
    Object.entries(doors).map(async ([call, store]) => [call, Object.keys(await store('<p>kept</p>')).toSorted()]),
  )
  // Every field of every call that takes a rich text is tried.
  expect(Object.fromEntries(tried)).toEqual(
    Object.fromEntries(richTextCalls().map(({ name, fields }) => [name, fields.toSorted()])),
  )
  const found: string[] = []
  const judge = async (where: string, stored: Record<string, string>) => {
    for (const text of new Set(Object.values(stored))) {
      expect(text).toContain('<p>kept</p>')
      if (await hurts(page, text)) found.push(where)
      if (!(await staysInside(page, text))) found.push(`${where} ends the page’s own elements`)
    }
  }
  for (const [call, store] of Object.entries(doors)) {
    for (const attack of attacks) await judge(`${call}: ${attack}`, await store(`<p>kept</p>${attack}`))
    // Together, one may open what another closes.
    await judge(`${call}: all of them`, await store(`<p>kept</p>${attacks.join('')}`))
  }
  await page.close()

  // Without a content security policy the texts themselves must be safe.
  const localStorage = Object.entries(sessionOf(login)).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    bypassCSP: true,
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
    baseURL: product.url,
  })
  const site = await context.newPage()
  for (const path of [
    ...Object.keys(legalPages).map((name) => `/legal/${name}`),
    `/org/${userOrgId ?? 0}`,
    '/newsTopMenu/GUIDE',
    `/newsDetail/GUIDE/${articleId}`,
  ]) {
    await site.goto(path, { waitUntil: 'networkidle' })
    if (await isHurt(site)) found.push(path)
  }
  // The console shows it in its reading view and in its editor.
  await site.goto('/dashboard/homepage/article')
  await site.getByRole('row', { name: /攻击/ }).first().click()
  await expect(site.getByRole('document').getByText('kept')).toBeVisible()
  if (await isHurt(site)) found.push('the reading view')
  await site.goto(`/dashboard/homepage/article/form/${articleId}`)
  await expect(site.getByRole('textbox', { name: '正文' }).getByText('kept')).toBeVisible()
  if (await isHurt(site)) found.push('the editor')
  // The feed contains words only, in its own elements.
  await site.goto('/legal/privacy')
  const feed = await (await context.request.get('/rss.xml')).text()
  const { names, said } = await site.evaluate((xml) => {
    const parsed = new DOMParser().parseFromString(xml, 'text/xml')
    return {
      names: [...new Set([...parsed.querySelectorAll('*')].map(({ nodeName }) => nodeName))],
      said: [...parsed.querySelectorAll('item')].map(
        (item) => `${item.querySelector('title')?.textContent}: ${item.querySelector('description')?.textContent}`,
      ),
    }
  }, feed)
  expect(
    names.filter(
      (name) =>
        ![
          'rss',
          'channel',
          'title',
          'link',
          'description',
          'language',
          'atom:link',
          'item',
          'guid',
          'dc:language',
          'pubDate',
        ].includes(name),
    ),
  ).toEqual([])
  expect(said.some((text) => text.startsWith('攻击: kept'))).toBe(true)
  expect(found).toEqual([])
  await context.close()
})
