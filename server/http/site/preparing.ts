import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../site/languageOf.ts'
import {
  retrySeconds,
  preparingHeader,
  preparingScript,
  preparingStyle,
  renderPreparing,
} from '../../site/pages/preparing.ts'
import { isPage } from '../consoleFiles.ts'
import { siteHeaders } from './siteHeaders.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policy = `default-src 'none'; style-src ${hashOf(preparingStyle)}; script-src ${hashOf(preparingScript)}; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Answers browsers with one page while the demo is created. The page retries until the product is ready. Calls and files work as usual. */
export function answerPreparing(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!isPage(request) || !(request.headers.accept ?? '').includes('text/html')) return undefined
    const requestedLanguage = new URLSearchParams(request.url.split('?')[1]).get('lang')
    const spoken = languageOf(requestedLanguage ?? undefined, request.headers.cookie)
    return reply
      .code(503)
      .headers({
        ...siteHeaders,
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-store',
        'Retry-After': retrySeconds,
        [preparingHeader]: '1',
      })
      .type('text/html; charset=utf-8')
      .send(renderPreparing(spoken))
  })
}
