import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CallError } from '../callError.ts'

/** Paths of calls and site files: an unknown address below them is not a page of the console. */
const notPages = /^\/(?:collateral|api|ingest|health|metrics|live|assets|media|openapi\.json)(?:[/?]|$)/

/**
 * Serves the built console. Files with a hash in their name are cached for a year; the page is revalidated each time.
 * Every page address gets the same page, since the console has its own routes. All else is NOT_FOUND.
 */
export async function serveConsole(server: FastifyInstance, distDir: string): Promise<void> {
  const root = resolve(distDir)
  const built = existsSync(join(root, 'index.html'))
  if (built) {
    await server.register(fastifyStatic, {
      root,
      cacheControl: false,
      dotfiles: 'ignore',
      // Compressed after the console's build (commands/prepare/compress.mjs).
      preCompressed: true,
      setHeaders(reply, path) {
        const hashed = path.startsWith(join(root, 'assets'))
        void reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  server.setNotFoundHandler(async (request, reply) => {
    if (built && isPage(request)) return reply.sendFile('index.html')
    throw new CallError('NOT_FOUND')
  })
}

/** Returns whether a request is for a page. */
export function isPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  // The query may contain a dot, for example in an e-mail address.
  const isFile = /^[^?]*\.\w+(?:\?|$)/.test(url)
  return isRead && !isFile && /text\/html|\*\/\*/.test(headers.accept ?? '*/*') && !notPages.test(url)
}
