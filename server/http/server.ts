import compress from '@fastify/compress'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { maxBodyBytes } from '#contract/calls/endpoint.ts'
import type { Context } from '../context.ts'
import type { Sql } from '../db/connect.ts'
import { refuseKeyInAddress } from './bearerKey.ts'
import { bindEndpoints } from './bind.ts'
import { serveConsole } from './consoleFiles.ts'
import { CallError } from '../callError.ts'
import { toCallError, toWireError } from './errors.ts'
import { addDemoPictures } from './demo/demoPictureRoute.ts'
import { addCameraRoutes } from './cameras/cameraRoutes.ts'
import { addMadeFileRoutes } from './made-files/madeFileRoutes.ts'
import { addFileRoutes } from './files/addFileRoutes.ts'
import { limitArrivingBodies, limitConnections } from './limits.ts'
import { describeApi } from './openapi/openapi.ts'
import { followBaseMap } from '../resources/herd/maps/baseMaps.ts'
import { createMediaSizes, type MediaSizes } from './site/mediaSizes.ts'
import { answerPreparing } from './site/preparing.ts'
import { addSiteRoutes } from './site/siteRoutes.ts'
import { securityHeaders } from './securityHeaders.ts'
import { answerUnreadBodies } from './unreadBody.ts'
import type { Certificate } from '../tls/certificates.ts'

interface HttpOptions {
  /** Folder of the built console; without an index.html in it, only calls are served. */
  distDir: string
  /** Pool of lists, files and reports; default: the context's own. */
  costly?: Sql
  /** Resized pictures of the site; default: those in the context's data directory. */
  sizes?: Pick<MediaSizes, 'of'>
  /** Null: plain HTTP, on this machine or behind a proxy. */
  certificate?: Certificate | null
  patience?: Timeouts
  /** The demo is being created: pages say so. */
  isSeeding?: boolean
  /** The data is the demo's: its pictures are drawn. */
  isDemo?: boolean
}

/**
 * Maximum time to receive a request, ms: its headers, counted from the connection or the previous request, and all of it;
 * and the interval of the check. Limits connections with incomplete requests.
 */
interface Timeouts {
  headersMs: number
  requestMs: number
  checkIntervalMs: number
  /** Maximum time for a call's answer, ms. */
  answerMs?: number
}
const defaultTimeouts: Timeouts = { headersMs: 10_000, requestMs: 15_000, checkIntervalMs: 5_000 }

function openServer(
  handler: RequestListener,
  certificate: Certificate | null,
  { headersMs, requestMs, checkIntervalMs: lookMs }: Timeouts,
): Server {
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: lookMs,
    keepAliveTimeout: 65_000,
  }
  return certificate
    ? createTlsServer({ ...options, ...certificate, handshakeTimeout: headersMs, minVersion: 'TLSv1.2' }, handler)
    : createServer(options, handler)
}

/**
 * Creates the web server, ready for further routes and for listening. Errors thrown by any route are answered in the envelope
 * (see errors.ts), so every route may throw a CallError. Calls and later routes read JSON; other content needs
 * a parser in the route's own scope.
 */
export async function createHttpServer(context: Context, options: HttpOptions): Promise<FastifyInstance> {
  const { distDir, certificate = null, costly = context.sql, patience = defaultTimeouts, isSeeding = false } = options
  const sizes =
    options.sizes ?? createMediaSizes({ dataDir: context.settings.DATA_DIR, log: context.log, files: context.files })
  const logger: FastifyBaseLogger = context.log
  const server: FastifyInstance = fastify({
    loggerInstance: logger,
    // Requests are not logged: addresses can contain a source's secret.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    trustProxy: context.settings.TRUSTED_PROXY ?? false,
    serverFactory: (handler) => openServer(handler, certificate, patience),
    forceCloseConnections: true,
    frameworkErrors(error, request, reply) {
      answerError(error, request.headers['accept-language'], reply)
    },
  })

  limitConnections(server.server, context.settings.TRUSTED_PROXY !== undefined)

  const answerError = (thrown: unknown, acceptLanguage: string | undefined, reply: FastifyReply): void => {
    const error = toCallError(thrown)
    if (error.code === 'INTERNAL')
      context.log.error({ err: error.cause ?? error, requestId: reply.request.id }, 'a call failed')
    if (error.retryAfterSeconds !== undefined) void reply.header('Retry-After', error.retryAfterSeconds)
    if (error.status >= 500) void reply.header('X-REQUEST-ID', reply.request.id)
    void reply
      .code(error.status)
      .header('Cache-Control', 'no-store')
      .type('application/json; charset=utf-8')
      .send({ success: false, error: toWireError(error, acceptLanguage) })
  }

  server.addHook('onClose', () => context.auth.settled())
  server.setErrorHandler((error, request, reply) => answerError(error, request.headers['accept-language'], reply))
  server.addHook('onRequest', async ({ url }) => refuseKeyInAddress(url))
  const headers = await followBaseMap(context, (baseMap) => securityHeaders(context.settings, baseMap))
  server.addHook('onRequest', async (_request, reply) => {
    void reply.headers(await headers())
  })
  if (isSeeding) answerPreparing(server)
  answerUnreadBodies(server)
  await server.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    threshold: 2048,
  })

  await server.register(async (api) => {
    limitArrivingBodies(api)
    api.removeAllContentTypeParsers()
    const parseJson = api.getDefaultJsonParser('error', 'error')
    api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      if (body.length === 0) done(null, undefined)
      else {
        void parseJson(request, body.toString(), (error, value) => {
          if (error) done(new CallError('BAD_JSON'), undefined)
          else done(null, value)
        })
      }
    })
    bindEndpoints(api, context, { costly, ...(patience.answerMs !== undefined && { answerMs: patience.answerMs }) })
  })

  await addFileRoutes(server, context)
  addMadeFileRoutes(server, { ...context, sql: costly })
  await addCameraRoutes(server, context)
  if (options.isDemo === true) addDemoPictures(server, context)

  // Compressed once: anyone may ask for it at any rate.
  let description: Promise<{ plain: Buffer; zipped: Buffer }> | undefined
  const describe = async () => {
    const plain = Buffer.from(JSON.stringify(describeApi()))
    return { plain, zipped: await promisify(gzip)(plain) }
  }
  server.get('/openapi.json', { compress: false }, async (request, reply) => {
    const { plain, zipped } = await (description ??= describe())
    const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    void reply.type('application/json; charset=utf-8').headers({
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      ...(isZipped && { 'Content-Encoding': 'gzip' }),
    })
    return reply.send(isZipped ? zipped : plain)
  })

  await addSiteRoutes(server, context, { distDir, sizes })
  await serveConsole(server, distDir)
  return server
}
