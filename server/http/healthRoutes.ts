import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'
import { CallError } from '../callError.ts'
import type { Metrics } from '../metrics.ts'
import { isLoopback } from '../settings.ts'
import type { Settings } from '../settings.ts'

interface HealthRouteParts {
  health: Health
  metrics: Metrics
  settings: Settings
}

/** For monitoring from outside: is the server alive, is it ready, what does it measure. */
export function addHealthRoutes(http: FastifyInstance, { health, metrics, settings }: HealthRouteParts): void {
  http.get('/health/live', async () => ({ status: 'live' }))
  http.get('/health/ready', async (_request, reply) => {
    const { missing } = health
    const { fault } = health.parts.broker
    return reply.code(missing.length === 0 ? 200 : 503).send({ status: missing.length === 0 ? 'ready' : 'not ready', missing, ...(fault && { broker: fault }) })
  })
  http.get('/metrics', async (request, reply) => {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const isTrusted = settings.METRICS_TOKEN === undefined ? isLoopback(request.ip) : same(bearer ?? '', settings.METRICS_TOKEN)
    if (!isTrusted && !isLoopback(request.ip)) throw new CallError('NOT_ALLOWED')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
