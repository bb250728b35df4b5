import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { createClock } from '../../clock.ts'
import { connect } from '../../db/connect.ts'
import { createMetrics } from '../../metrics.ts'
import { readSettings } from '../../settings.ts'
import { toCallError } from '../errors.ts'
import { Health } from './health.ts'
import { addHealthRoutes } from './healthRoutes.ts'

const token = 'a-token-of-24-characters'
let server: FastifyInstance
afterEach(() => server.close())

interface Asking {
  from?: string
  headers?: Record<string, string>
}

async function ask(
  environment: Record<string, string>,
  { from = '127.0.0.1', headers = {} }: Asking = {},
): Promise<number> {
  const settings = readSettings(environment)
  // Nothing is asked of the database: it is probed elsewhere.
  const target = { socketDir: '/nonexistent', user: '', database: '' }
  const health = new Health(createClock(), {
    sql: connect({ target }),
    target,
    dataDir: '/tmp',
    events: { emit: () => {} },
    listening: { reportPart() {} },
  })
  server = fastify({ trustProxy: settings.TRUSTED_PROXY ?? false })
  server.setErrorHandler((error, _request, reply) => void reply.code(toCallError(error).status).send())
  addHealthRoutes(server, { health, faults: { recent: [] }, metrics: createMetrics(), settings })
  const response = await server.inject({
    method: 'GET',
    url: '/metrics',
    remoteAddress: from,
    headers: { host: '127.0.0.1:8000', ...headers },
  })
  return response.statusCode
}

describe('metrics', () => {
  test.each([
    ['of a server for this machine, to this machine', {}, {}],
    ['with the token', { METRICS_TOKEN: token }, { headers: { authorization: `Bearer ${token}` } }],
    [
      'with the token, from elsewhere',
      { METRICS_TOKEN: token, HOST: '0.0.0.0' },
      { from: '10.0.0.7', headers: { authorization: `Bearer ${token}` } },
    ],
  ])('are answered: %s', async (_what, environment, asking) => {
    expect(await ask(environment, asking)).toBe(200)
  })

  test.each([
    ['without the token, where there is one, on this machine too', { METRICS_TOKEN: token }, {}],
    ['with another token', { METRICS_TOKEN: token }, { headers: { authorization: `Bearer ${token}x` } }],
    ['to this machine, where others reach the server by a proxy', { PUBLIC_URL: 'https://drover.example.com' }, {}],
    ['to this machine, where a proxy is trusted', { TRUSTED_PROXY: 'loopback' }, {}],
    ['to this machine, where others reach the server', { HOST: '0.0.0.0' }, {}],
    ['from elsewhere', {}, { from: '10.0.0.7' }],
    ['through a proxy that says so', {}, { headers: { 'x-forwarded-for': '10.0.0.7' } }],
    ['to a page of another name', {}, { headers: { host: 'rebound.example.com' } }],
  ])('are refused: %s', async (_what, environment, asking) => {
    expect(await ask(environment, asking)).toBe(403)
  })
})
