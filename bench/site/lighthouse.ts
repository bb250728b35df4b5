import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { findChromium } from '../../e2e/browser.ts'
import { uploadPicture } from '../../e2e/pictures.ts'
import { installPeers, peerProgram } from '../peerServers.ts'
import { goal, type Section } from '../report.ts'

/** Minimum scores, of 100. */
const goals = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 100 } as const
const titles = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'search engines',
} as const
const names = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Uncompressed screenshots 1366 or 1920 px wide, or as tall as a phone: typical uploads of an office. */
const pictures = ['wall', 'alert', 'login', 'phone', 'approvals', 'organisations'].map(
  (name) => new URL(`../../docs/screenshots/${name}.png`, import.meta.url),
)

const share = z.object({ score: z.number().min(0).max(1) })
const audit = z.object({ numericValue: z.number() })
const reportSchema = z.object({
  lighthouseVersion: z.string(),
  categories: z.object({ performance: share, accessibility: share, 'best-practices': share, seo: share }),
  audits: z.object({
    'largest-contentful-paint': audit,
    'total-blocking-time': audit,
    'cumulative-layout-shift': audit,
    'total-byte-weight': audit,
  }),
})
type Report = z.infer<typeof reportSchema>

const runProgram = promisify(execFile)

/**
 * Runs Lighthouse on a page once, in a new browser without a cache.
 * @throws when the browser returned no valid trace
 */
async function look(url: string, chromium: string): Promise<Report> {
  const options = [
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    '--form-factor=mobile',
    `--only-categories=${names.join()}`,
    '--no-enable-error-reporting',
    '--chrome-flags=--headless=new --no-sandbox',
  ]
  const { stdout } = await runProgram(process.execPath, [peerProgram('lighthouse/cli/index.js'), url, ...options], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 * 1024 ** 2,
  })
  return reportSchema.parse(JSON.parse(stdout))
}

/** Runs Lighthouse on a page until there are enough reports. Runs without a trace are repeated, at most twice. */
async function lookSeveral(
  url: string,
  chromium: string,
  looks: number,
): Promise<{ reports: Report[]; failed: number }> {
  const reports: Report[] = []
  let failed = 0
  while (reports.length < looks) {
    try {
      reports.push(await look(url, chromium))
    } catch (error) {
      if (++failed > 2) throw error
    }
  }
  return { reports, failed }
}

/**
 * Publishes content that makes pages heavy: enough articles with images to fill a list page, and an image on the home page.
 * @returns the path of the newest article, which has one more image in its text
 */
async function publishPictures(site: string): Promise<string> {
  const { token } = await openCalls(site)(endpoints.auth.login, {
    type: 'account',
    userName: 'platform',
    password: 'Demo2026',
  })
  const call = openCalls(site, token)
  const ids: string[] = []
  for (const picture of pictures) ids.push(await uploadPicture(site, { buffer: readFileSync(picture) }, token))
  await call(endpoints.webBanners.addOrEdit, {
    title: 'From the neckband to the wall',
    imgId: ids[0] ?? '',
    link: '/newsTopMenu/NEWS',
  })
  let newest = 0
  for (let index = 0; index < 2 * ids.length; index++) {
    const body = `<p>${'The herd is counted where it stands. '.repeat(60)}</p><figure><img src="/media/${ids[(index + 1) % ids.length]}" alt="The console"></figure><p>${'And again the next day. '.repeat(60)}</p>`
    const text = {
      title: `Pictures of the console, part ${index + 1}`,
      summary: 'What an office sees of a herd.',
      body,
    }
    newest = (
      await call(endpoints.articles.addOrEdit, {
        type: 'NEWS',
        texts: { 'zh-CN': text },
        coverImageId: ids[index % ids.length],
        publishAt: new Date(Date.now() - 1000).toISOString(),
      })
    ).id
  }
  return `/newsDetail/NEWS/${newest}`
}

/**
 * Runs Lighthouse with its phone profile on the home page, a list and an article of a running site.
 * @param looks runs per page; the median is reported
 */
export async function benchLighthouse(site: string, looks = 3): Promise<Section> {
  const chromium = findChromium()
  if (chromium === undefined) throw new Error('no Chromium on this machine')
  await installPeers()
  const paths = { home: '/', 'a list': '/newsTopMenu/NEWS', 'an article': await publishPictures(site) }
  const found: { name: string; report: Report }[] = []
  let allFailed = 0
  for (const [name, path] of Object.entries(paths)) {
    const { reports, failed } = await lookSeveral(site + path, chromium, looks)
    allFailed += failed
    reports.sort((one, other) => one.categories.performance.score - other.categories.performance.score)
    const report = reports[Math.floor(reports.length / 2)]
    if (report !== undefined) found.push({ name, report })
  }
  const scoreOf = ({ categories }: Report, name: (typeof names)[number]) => Math.round(categories[name].score * 100)
  const shiftOf = ({ audits }: Report) => audits['cumulative-layout-shift'].numericValue
  const kilobytesOf = ({ audits }: Report) => audits['total-byte-weight'].numericValue / 1000
  const row = (title: string, cell: (report: Report) => string) => [title, ...found.map(({ report }) => cell(report))]
  return {
    title: 'The public site by Lighthouse, on a phone',
    head: ['', ...found.map(({ name }) => name)],
    rows: [
      ...names.map((name) =>
        row(
          titles[name],
          (report) => `${scoreOf(report, name)} ${goal(scoreOf(report, name), { atLeast: goals[name] })}`,
        ),
      ),
      row('layout shift', (report) => `${shiftOf(report).toFixed(3)} ${goal(shiftOf(report), { atMost: 0 })}`),
      row('first load, kB', (report) => kilobytesOf(report).toFixed(0)),
      row('largest thing painted after, ms', ({ audits }) =>
        audits['largest-contentful-paint'].numericValue.toFixed(0),
      ),
      row('main thread held, ms', ({ audits }) => audits['total-blocking-time'].numericValue.toFixed(0)),
    ],
    notes: [
      `Lighthouse ${found[0]?.report.lighthouseVersion ?? ''} with its usual phone: 4G at 1.6 Mbit/s and 150 ms, a processor four times slower, both computed. The middle of ${looks} looks at each page with nothing cached. The list is full of pictures, the article has two; the first load is everything that the page fetched, pictures too.${allFailed === 0 ? '' : ` ${allFailed} of the looks gave no trace, and were taken again.`}`,
    ],
    figures: Object.fromEntries(
      found.flatMap(({ name, report }) => [
        ...names.map((category) => [`site.${name}.${category}`, scoreOf(report, category)] as const),
        [`site.${name}.layoutShift`, shiftOf(report)] as const,
        [`site.${name}.firstLoadKb`, kilobytesOf(report)] as const,
      ]),
    ),
  }
}
