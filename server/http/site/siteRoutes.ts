import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { legalPages } from '#contract/content/appSupport.ts'
import { articleTypes, articleTypeSchema } from '#contract/content/articles.ts'
import { idSchema } from '#contract/calls/envelope.ts'
import type { Context } from '../../context.ts'
import type { EventPayloads } from '../../events.ts'
import { nextChangeAt } from '../../resources/content/published.ts'
import { machineNow } from '../../clock.ts'
import { networkOf } from '../../rateLimiter.ts'
import { renderRobots } from '../../site/feeds.ts'
import type { Frame, LegalPage } from '../../site/frame.ts'
import { languageCookie, languageOf, type Spoken } from '../../site/languageOf.ts'
import { newsAddress } from '../../site/pages/news.ts'
import { renderNotice } from '../../site/pages/plainPages.ts'
import { stylePath } from '../../site/preview.ts'
import { Turns } from '../costly/turns.ts'
import { addMediaRoute } from './mediaRoute.ts'
import type { MediaSizes } from './mediaSizes.ts'
import { createPageCache, type CachedPage, type MadePage } from './pageCache.ts'
import { readSiteAssets } from './siteAssets.ts'
import { siteHeaders } from './siteHeaders.ts'
import { createSitePages } from './sitePages.ts'

/** Nouns whose records appear in pages or published pictures. */
const shownNouns: ReadonlySet<EventPayloads['recordsChanged']['noun']> = new Set([
  'articles',
  'webBanners',
  'appBanners',
  'partnerships',
  'webHome',
  'aboutPage',
  'marketingPages',
  'organisations',
])

const htmlType = 'text/html; charset=utf-8'
const isLegalPage = (name: string): name is LegalPage => Object.hasOwn(legalPages, name)

/** Parses the number in an address, in its only valid notation; undefined when invalid. */
function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^[1-9]\d{0,15}$/.test(text)) return undefined
  return idSchema.safeParse(Number(text)).data
}

interface Parameters {
  type?: string
  id?: string
  current?: string
  page?: string
}

type Handler = (request: FastifyRequest<{ Params: Parameters }>, reply: FastifyReply) => unknown

/** Pages made at a time, per network and in total: there are endless addresses without a page, and sign-in uses the same connections. */
const makingLimits = { concurrency: 2, inAll: 3, waiting: 100 }

/**
 * Adds the routes of the public site. Pages are rendered on the server and cached until their content changes; an unchanged page is answered with
 * 304.
 * @param distDir folder of the built console, which contains the site's style sheet and script
 */
export async function addSiteRoutes(
  server: FastifyInstance,
  context: Context,
  { distDir, sizes }: { distDir: string; sizes: Pick<MediaSizes, 'of'> },
): Promise<void> {
  const { sql, events } = context
  const assets = await readSiteAssets(distDir)
  const cache = createPageCache({ nextChangeAt: () => nextChangeAt(sql, machineNow()) })
  const pages = createSitePages(context, cache)
  const turns = new Turns(makingLimits)
  const unaborted = new AbortController().signal
  const stop = events.on('recordsChanged', ({ noun }) => {
    if (shownNouns.has(noun)) cache.change()
  })
  server.addHook('onClose', async () => stop())

  addMediaRoute(server, context, { cache, sizes })

  const queryOf = (request: FastifyRequest, name: string): string | undefined => {
    const value: unknown = Reflect.get(Object(request.query), name)
    return typeof value === 'string' ? value : undefined
  }
  const spokenIn = (request: FastifyRequest, reply: FastifyReply): Spoken => {
    const lang = queryOf(request, 'lang')
    const spoken = languageOf(lang, request.headers.cookie)
    // A chosen language is remembered; a derived one is not.
    if (lang !== undefined) void reply.header('Set-Cookie', languageCookie(spoken, context.publicUrl))
    return spoken
  }
  const frameOf = async (spoken: Spoken): Promise<Frame> => ({
    spoken,
    publicUrl: context.publicUrl,
    assets,
    ...(await pages.menus()),
  })

  const redirect = (request: FastifyRequest, reply: FastifyReply, path: string, status: 302 | 308 = 302) => {
    const lang = queryOf(request, 'lang')
    return reply
      .headers(siteHeaders)
      .redirect(lang === undefined ? path : `${path}?lang=${languageOf(lang, undefined).asked}`, status)
  }
  const send = (request: FastifyRequest, reply: FastifyReply, page: CachedPage) => {
    // Always revalidated: a cached redirect would become a loop when the article gets its first type back.
    if (page.movedTo !== undefined)
      return redirect(request, reply.header('Cache-Control', 'no-cache'), page.movedTo, 308)
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
    const etag = `"${page.etag}${encoding === null ? '' : `-${encoding}`}"`
    void reply.headers({ ...siteHeaders, ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding, Cookie' })
    if (page.status === 200 && (request.headers['if-none-match'] ?? '').includes(etag)) return reply.code(304).send()
    if (encoding !== null) void reply.header('Content-Encoding', encoding)
    return reply
      .code(page.status)
      .type(page.contentType)
      .send(encoding === null ? page.plain : page[encoding])
  }

  /** All missing addresses share one page, so that they cannot fill the memory. */
  const missing = (spoken: Spoken): Promise<CachedPage> =>
    cache.get(`${spoken.asked} missing`, async () => ({
      status: 404,
      contentType: htmlType,
      text: renderNotice('missing', '/', await frameOf(spoken)),
    }))

  /** Answers a page of the site; without `make`, or when it returns null, with the missing page. */
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: ((frame: Frame) => Promise<MadePage | null>) | null,
  ) => {
    const spoken = spokenIn(request, reply)
    try {
      const page =
        make &&
        (await cache.get(`${spoken.asked} ${key}`, () =>
          turns.take(
            networkOf(request.ip),
            unaborted,
            async () => (await make(await frameOf(spoken))) ?? { status: 0, contentType: '', text: '' },
          ),
        ))
      return send(request, reply, page === null || page.status === 0 ? await missing(spoken) : page)
    } catch (error) {
      context.log.error({ err: error }, 'a page of the site could not be made')
      const frame: Frame = { spoken, publicUrl: context.publicUrl, assets, legal: [], hasPartners: false }
      return reply
        .code(503)
        .headers({ ...siteHeaders, 'Cache-Control': 'no-store', 'Retry-After': '10' })
        .type(htmlType)
        .send(renderNotice('away', '/', frame))
    }
  }
  const nothing = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, '', null)
  const page = (text: string, status = 200): MadePage => ({ status, contentType: htmlType, text })

  const get = (path: string, handler: Handler) =>
    server.get<{ Params: Parameters }>(path, { compress: false }, async (request, reply) => handler(request, reply))

  get('/', (request, reply) => answer(request, reply, '/', async (frame) => page(await pages.home(frame))))
  const getNews: Handler = (request, reply) => {
    const { type = '', current } = request.params
    if (type === '') return redirect(request, reply, newsAddress(articleTypes[0]))
    const [found, number] = [articleTypeSchema.safeParse(type).data, numberIn(current || '1')]
    if (found === undefined || number === undefined) return nothing(request, reply)
    if (current === '1' || current === '') return redirect(request, reply, newsAddress(found))
    return answer(request, reply, newsAddress(found, number), async (frame) => {
      const text = await pages.news(found, number, frame)
      return text === null ? null : page(text)
    })
  }
  const getArticle: Handler = (request, reply) => {
    const { type = '', id } = request.params
    const [found, number] = [articleTypeSchema.safeParse(type).data, numberIn(id)]
    if (type === '' || (found !== undefined && (id === undefined || id === '')))
      return redirect(request, reply, newsAddress(found ?? articleTypes[0]))
    if (found === undefined || number === undefined) return nothing(request, reply)
    return answer(request, reply, `/newsDetail/${found}/${number}`, async (frame) => {
      const made = await pages.article(found, number, frame)
      if (made === null) return null
      return made.movedTo === undefined
        ? page(made.text, made.isWithdrawn ? 410 : 200)
        : { ...page('', 308), movedTo: made.movedTo }
    })
  }
  for (const path of ['/newsTopMenu', '/newsTopMenu/:type', '/newsTopMenu/:type/:current']) get(path, getNews)
  for (const path of ['/newsDetail', '/newsDetail/:type', '/newsDetail/:type/:id']) get(path, getArticle)
  get('/org/:id', (request, reply) => {
    const id = numberIn(request.params.id)
    if (id === undefined) return nothing(request, reply)
    return answer(request, reply, `/org/${id}`, async (frame) => {
      const text = await pages.organisation(id, frame)
      return text === null ? null : page(text)
    })
  })
  get('/legal/:page', (request, reply) => {
    const { page: name = '' } = request.params
    if (!isLegalPage(name)) return nothing(request, reply)
    return answer(request, reply, `/legal/${name}`, async (frame) => {
      const { text, isThere } = await pages.legalPage(name, frame)
      return page(text, isThere ? 200 : 404)
    })
  })
  // Unknown addresses below the site's paths get the site's missing page, not the console's page.
  for (const path of ['/newsTopMenu/*', '/newsDetail/*', '/org', '/org/*', '/legal', '/legal/*']) get(path, nothing)
  get('/rss.xml', (request, reply) =>
    answer(request, reply, '/rss.xml', async ({ spoken }) => ({
      status: 200,
      contentType: 'application/rss+xml; charset=utf-8',
      text: await pages.feed(spoken.language),
    })),
  )
  get('/sitemap.xml', (request, reply) =>
    answer(request, reply, '/sitemap.xml', async () => ({
      status: 200,
      contentType: 'application/xml; charset=utf-8',
      text: await pages.sitemap(),
    })),
  )
  get('/robots.txt', (_request, reply) =>
    reply
      .headers(siteHeaders)
      .header('Cache-Control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(renderRobots(context.publicUrl)),
  )
  // A fixed address with all style sheets, for previews of unsaved content.
  get(stylePath, (_request, reply) =>
    reply
      .code(assets.styles.length === 0 ? 404 : 200)
      .header('Cache-Control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(assets.styles.map((address) => `@import url("${address}");\n`).join('')),
  )
}
