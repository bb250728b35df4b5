import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'
import { CallError } from '../../callError.ts'
import type { Faults } from '../../faults.ts'
import type { Metrics } from '../../metrics.ts'
import { isSameText } from '../../secrets/sameText.ts'
import type { Settings } from '../../settings.ts'
import { isForThisMachine, isOfThisMachine } from '../thisMachine.ts'

interface HealthRouteParts {
  health: Health
  faults: Pick<Faults, 'recent'>
  metrics: Metrics
  settings: Settings
}

/** Adds routes for outside monitoring: liveness, readiness and metrics. */
export function addHealthRoutes(http: FastifyInstance, { health, faults, metrics, settings }: HealthRouteParts): void {
  http.get('/health/live', async () => ({ status: 'live' }))
  http.get('/health/ready', async (_request, reply) => {
    const { missing } = health
    const { fault } = health.parts.broker
    const { recent } = faults
    return reply.code(missing.length === 0 ? 200 : 503).send({
      status: missing.length === 0 ? 'ready' : 'not ready',
      missing,
      ...(fault && { broker: fault }),
      ...(!health.isBrokerReliable && { warnings: ['BROKER_QOS_0'] }),
      // Contained errors do not make the server unready.
      ...(recent.length > 0 && { faults: recent }),
    })
  })
  http.get('/metrics', async (request, reply) => {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    // A server that others can reach needs a token: requests through a proxy also come from this machine.
    const isOpen =
      settings.METRICS_TOKEN === undefined
        ? isForThisMachine(settings) && isOfThisMachine(request)
        : isSameText(bearer ?? '', settings.METRICS_TOKEN)
    if (!isOpen) throw new CallError('NOT_ALLOWED')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}
