import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CallError } from '../callError.ts'
import { testCertificate } from '../testing/testCertificates.ts'
import { createHttpServer } from './server.ts'
import { openWorld, type World } from '../testing/testWorld.ts'

let world: World
let server: FastifyInstance
let distDir: string

beforeAll(async () => {
  world = await openWorld()
  distDir = await mkdtemp(join(tmpdir(), 'drover console '))
  await mkdir(join(distDir, 'assets'))
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>Drover</title>')
  await writeFile(join(distDir, 'assets', 'app-a1b2c3.js'), `export const app = '${'drover '.repeat(1000)}'`)
  await writeFile(join(distDir, '.secret'), 'no')
  server = await createHttpServer(world.context, { distDir })
  server.get('/refused', () => {
    throw new CallError('BUSY', { retryAfterSeconds: 3 })
  })
  server.get('/broken', () => {
    throw new Error('the secret is 1234')
  })
})
afterAll(async () => {
  await server.close()
  await world.close()
  await rm(distDir, { recursive: true })
})

const open = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  server.inject({ method: 'GET', url, headers })

describe('console', () => {
  test('serves its page at every address of a screen', async () => {
    for (const url of [
      '/dashboard',
      '/user/login',
      '/dashboard/animal-monitor/monitor',
      '/dashboard/animal-monitor/animal/details/7',
      '/nothing/here?x=1',
      '/outbox?recipient=a@example.com',
    ]) {
      const response = await open(url)
      expect([url, response.statusCode, response.headers['cache-control']]).toEqual([url, 200, 'no-cache'])
      expect(response.body).toContain('<title>Drover</title>')
      expect(response.headers['content-security-policy']).toContain("worker-src 'self' blob:")
    }
  })

  test('answers unknown calls and assets with NOT_FOUND', async () => {
    for (const url of ['/collateral/web/nothing', '/api/nothing', '/assets/app-old.js', '/ingest/nothing']) {
      const response = await open(url)
      expect([url, response.statusCode, response.json().error.code]).toEqual([url, 404, 'NOT_FOUND'])
    }
  })

  test('serves no file outside its folder', async () => {
    for (const url of [
      '/../../../../etc/passwd',
      '/..%2f..%2f..%2f..%2fetc%2fpasswd',
      '/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '/.secret',
    ]) {
      const { body } = await open(url, { accept: '*/*' })
      expect(body).not.toMatch(/root:|^no$/)
    }
  })

  test('answers requests that no browser page makes with NOT_FOUND', async () => {
    expect((await open('/user/login', { accept: 'application/json' })).statusCode).toBe(404)
    expect((await open('/favicon.ico', { accept: '*/*' })).statusCode).toBe(404)
    expect(
      (await server.inject({ method: 'POST', url: '/user/login', headers: { accept: 'text/html' } })).statusCode,
    ).toBe(404)
  })

  test('caches hashed files for a year and compresses them', async () => {
    const response = await open('/assets/app-a1b2c3.js', { 'accept-encoding': 'br' })
    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(response.rawPayload.length).toBeLessThan(500)
  })
})

describe('while the demo is seeded', () => {
  let seeding: FastifyInstance
  beforeAll(async () => {
    seeding = await createHttpServer(world.context, { distDir, isSeeding: true })
  })
  afterAll(() => seeding.close())
  const open = (url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
    seeding.inject({ method: 'GET', url, headers })

  test.each(['/', '/dashboard', '/newsTopMenu/NEWS?lang=en-US'])('shows a page that reloads at %s', async (url) => {
    const { statusCode, headers, body } = await open(url)
    expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store'])
    expect(body).toContain(url.includes('lang') ? '<html lang="en-US"' : '<html lang="zh-CN"')
    expect(headers['content-security-policy']).toContain("connect-src 'self'")
    for (const part of ['style', 'script']) {
      const text = new RegExp(`<${part}>(.+)</${part}>`).exec(body)?.[1] ?? ''
      expect(headers['content-security-policy']).toContain(
        `${part}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      )
    }
  })

  test('answers calls and files', async () => {
    expect((await open('/openapi.json')).statusCode).toBe(200)
    expect((await open('/assets/app-a1b2c3.js')).statusCode).toBe(200)
    expect((await open('/collateral/web/nothing')).json().error.code).toBe('NOT_FOUND')
  })
})

describe('security headers', () => {
  test('forbid a base and omit HSTS over plain HTTP', async () => {
    const { headers } = await open('/')
    expect(headers['content-security-policy']).toContain("base-uri 'none'")
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test('demand HTTPS where the public address has it', async () => {
    const secure = await createHttpServer(
      { ...world.context, settings: { ...world.context.settings, PUBLIC_URL: 'https://drover.example.com' } },
      { distDir },
    )
    for (const url of ['/', '/openapi.json', '/collateral/web/nothing']) {
      expect((await secure.inject({ method: 'GET', url })).headers['strict-transport-security']).toBe(
        'max-age=31536000; includeSubDomains',
      )
    }
    await secure.close()
  })
})

test('speaks TLS with a certificate and closes connections without handshake', async () => {
  const patience = { headersMs: 300, requestMs: 300, checkIntervalMs: 50 }
  const secure = await createHttpServer(world.context, { distDir, certificate: testCertificate, patience })
  const port = Number(new URL(await secure.listen({ port: 0, host: '127.0.0.1' })).port)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/openapi.json', ca: testCertificate.cert }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
  expect(status).toBe(200)
  const silent = openSocket(port, '127.0.0.1')
  silent.on('error', () => {}).resume()
  await new Promise((resolve) => void silent.once('close', resolve))
  await secure.close()
})

describe('errors', () => {
  test('answer a refusal of a route added later', async () => {
    const response = await open('/refused', { 'accept-language': 'en' })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '3'])
    expect(response.json()).toEqual({
      success: false,
      error: { code: 'BUSY', message: 'The server is busy. Try again in a moment.' },
    })
  })

  test('hide the cause of a failure', async () => {
    const response = await open('/broken')
    expect([response.statusCode, response.json().error.code]).toEqual([500, 'INTERNAL'])
    expect(response.body).not.toContain('1234')
    expect(response.headers['x-request-id']).toBeTruthy()
  })

  test('refuse an address that cannot be decoded', async () => {
    const response = await open('/%E0%A4%A')
    expect(response.statusCode).toBe(400)
    expect(response.json().success).toBe(false)
  })
})

test('survives any Accept-Language header', async () => {
  for (const language of ['constructor', '__proto__', 'toString;q=1', 'hasOwnProperty, en', ',;=', 'x'.repeat(5000)]) {
    for (const url of ['/%ff', '/collateral/web/%ff', '/refused', '/broken', '/collateral/web/nothing']) {
      const response = await open(url, { 'accept-language': language })
      expect(response.json().error.message).toMatch(/\S/)
    }
    expect((await open('/')).statusCode).toBe(200)
  }
})

test('answers other protocols with 4xx and keeps serving', async () => {
  const port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
  const answer = await new Promise<string>((resolve) => {
    const socket = openSocket(port, '127.0.0.1', () => socket.write('\x16\x03\x01 hello\r\n\r\n'))
    socket.on('error', () => {})
    socket.on('data', (data) => resolve(data.toString()))
  })
  expect(answer).toMatch(/^HTTP\/1.1 4\d\d/)
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`)
  expect(response.status).toBe(200)
  await response.text()
})

describe('connection without a whole request', () => {
  let impatient: FastifyInstance
  let port: number
  beforeAll(async () => {
    const patience = { headersMs: 400, requestMs: 500, checkIntervalMs: 50 }
    impatient = await createHttpServer(world.context, { distDir, patience })
    port = Number(new URL(await impatient.listen({ port: 0, host: '127.0.0.1' })).port)
    // The first answer is computed, later ones are cached.
    await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).text()
  })
  afterAll(() => impatient.close())

  const head = 'POST /collateral/common/auth/login/user HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  test('is closed, while others are served', async () => {
    const from = performance.now()
    const sockets = [
      ['nothing', '', ''],
      ['half a header', head, ''],
      ['a header byte by byte', head, 'X'],
      ['half a body', `${head}Content-Length: 100\r\n\r\n{"a`, ''],
      ['a body byte by byte', `${head}Content-Length: 10000\r\n\r\n{"a`, ' '],
    ].map(([name = '', first = '', drip = '']) => {
      const socket = openSocket(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.resume()
      const closed = new Promise<{ name: string; afterMs: number }>((resolve) => {
        socket.once('close', () => resolve({ name, afterMs: performance.now() - from }))
      })
      if (first !== '') socket.write(first)
      const dripping = setInterval(() => drip !== '' && socket.write(drip), 20)
      return { socket, closed: closed.finally(() => clearInterval(dripping)) }
    })
    expect((await fetch(`http://127.0.0.1:${port}/openapi.json`)).status).toBe(200)
    expect(sockets.map(({ socket }) => socket.closed)).not.toContain(true)
    const closed = await Promise.all(sockets.map((one) => one.closed))
    expect(closed.filter(({ afterMs }) => afterMs <= 300)).toEqual([])
  })
})
