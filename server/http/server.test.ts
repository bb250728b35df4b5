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

const open = (url: string, headers: Record<string, string> = { accept: 'text/html' }) => server.inject({ method: 'GET', url, headers })

describe('the console', () => {
  test.each(['/dashboard', '/user/login', '/dashboard/animal-monitor/monitor', '/dashboard/animal-monitor/animal/details/7', '/nothing/here?x=1', '/outbox?recipient=a@example.com'])(
    'its page is at %s',
    async (url) => {
      const response = await open(url)
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(response.body).toContain('<title>Drover</title>')
      expect(response.headers['content-security-policy']).toContain("worker-src 'self' blob:")
    },
  )

  test.each(['/collateral/web/nothing', '/api/nothing', '/assets/app-old.js', '/ingest/nothing'])(
    '%s is none of its pages',
    async (url) => {
      const response = await open(url)
      expect([response.statusCode, response.json().error.code]).toEqual([404, 'NOT_FOUND'])
    },
  )

  test.each(['/../../../../etc/passwd', '/..%2f..%2f..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd', '/.secret'])(
    '%s leads nowhere else',
    async (url) => {
      const { body } = await open(url, { accept: '*/*' })
      expect(body).not.toMatch(/root:|^no$/)
    },
  )

  test('what is not a page for people is NOT_FOUND', async () => {
    expect((await open('/user/login', { accept: 'application/json' })).statusCode).toBe(404)
    expect((await open('/favicon.ico', { accept: '*/*' })).statusCode).toBe(404)
    expect((await server.inject({ method: 'POST', url: '/user/login', headers: { accept: 'text/html' } })).statusCode).toBe(404)
  })

  test('hashed files are kept for a year, and sent small', async () => {
    const response = await open('/assets/app-a1b2c3.js', { 'accept-encoding': 'br' })
    expect(response.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(response.rawPayload.length).toBeLessThan(500)
  })
})

describe('while the demo is made', () => {
  let seeding: FastifyInstance
  beforeAll(async () => {
    seeding = await createHttpServer(world.context, { distDir, isSeeding: true })
  })
  afterAll(() => seeding.close())
  const open = (url: string, headers: Record<string, string> = { accept: 'text/html' }) => seeding.inject({ method: 'GET', url, headers })

  test.each(['/', '/dashboard', '/newsTopMenu/NEWS?lang=en-US'])('%s says so, and asks again', async (url) => {
    const { statusCode, headers, body } = await open(url)
    expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store'])
    expect(body).toContain(url.includes('lang') ? '<html lang="en-US"' : '<html lang="zh-CN"')
    expect(headers['content-security-policy']).toContain("connect-src 'self'")
    for (const part of ['style', 'script']) {
      const text = new RegExp(`<${part}>(.+)</${part}>`).exec(body)?.[1] ?? ''
      expect(headers['content-security-policy']).toContain(`${part}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
  })

  test('calls and files are answered as ever', async () => {
    expect((await open('/openapi.json')).statusCode).toBe(200)
    expect((await open('/assets/app-a1b2c3.js')).statusCode).toBe(200)
    expect((await open('/collateral/web/nothing')).json().error.code).toBe('NOT_FOUND')
  })
})

describe('browsers are told', () => {
  test('that no page of ours has a base, and nothing of where it is reached by plain HTTP', async () => {
    const { headers } = await open('/')
    expect(headers['content-security-policy']).toContain("base-uri 'none'")
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test('to come by https alone where people reach it by https', async () => {
    const secure = await createHttpServer({ ...world.context, settings: { ...world.context.settings, PUBLIC_URL: 'https://drover.example.com' } }, { distDir })
    for (const url of ['/', '/openapi.json', '/collateral/web/nothing']) {
      expect((await secure.inject({ method: 'GET', url })).headers['strict-transport-security']).toBe('max-age=31536000')
    }
    await secure.close()
  })
})

test('speaks TLS where it has a certificate, and closes a connection on which no handshake comes', async () => {
  const patience = { headersMs: 300, requestMs: 300, lookMs: 50 }
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
  test('a route added later may refuse', async () => {
    const response = await open('/refused', { 'accept-language': 'en' })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '3'])
    expect(response.json()).toEqual({ success: false, error: { code: 'BUSY', message: 'The server is busy. Please try again shortly.' } })
  })

  test('a failure says nothing of itself', async () => {
    const response = await open('/broken')
    expect([response.statusCode, response.json().error.code]).toEqual([500, 'INTERNAL'])
    expect(response.body).not.toContain('1234')
    expect(response.headers['x-request-id']).toBeTruthy()
  })

  test('an address that can’t be read is refused', async () => {
    const response = await open('/%E0%A4%A')
    expect(response.statusCode).toBe(400)
    expect(response.json().success).toBe(false)
  })
})

test.each(['constructor', '__proto__', 'toString;q=1', 'hasOwnProperty, en', ',;=', 'x'.repeat(5000)])(
  'a language that is none (%s) ends nothing, with an address that cannot be decoded or with a refusal',
  async (language) => {
    for (const url of ['/%ff', '/collateral/web/%ff', '/refused', '/broken', '/collateral/web/nothing']) {
      const response = await open(url, { 'accept-language': language })
      expect(response.json().error.message).toMatch(/\S/)
    }
    expect((await open('/')).statusCode).toBe(200)
  },
)

test('what is no HTTP is answered with a 4xx, and others are served meanwhile', async () => {
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

describe('a connection on which no request comes to its end', () => {
  let impatient: FastifyInstance
  let port: number
  beforeAll(async () => {
    const patience = { headersMs: 400, requestMs: 500, lookMs: 50 }
    impatient = await createHttpServer(world.context, { distDir, patience })
    port = Number(new URL(await impatient.listen({ port: 0, host: '127.0.0.1' })).port)
    // The first answer is made; those after it are there.
    await (await fetch(`http://127.0.0.1:${port}/openapi.json`)).text()
  })
  afterAll(() => impatient.close())

  const head = 'POST /collateral/common/auth/login/user HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  test.each([
    ['sends nothing', '', ''],
    ['sends half a header', head, ''],
    ['sends a header byte by byte', head, 'X'],
    ['sends half a body', `${head}Content-Length: 100\r\n\r\n{"a`, ''],
    ['sends a body byte by byte', `${head}Content-Length: 10000\r\n\r\n{"a`, ' '],
  ])('that %s is closed, and others are served meanwhile', async (_name, first, drip) => {
    const from = performance.now()
    const socket = openSocket(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    let isOver = false
    const over = new Promise<void>((resolve) => {
      socket.once('close', () => {
        isOver = true
        resolve()
      })
    })
    if (first !== '') socket.write(first)
    const dripping = setInterval(() => drip !== '' && socket.write(drip), 20)
    const { status } = await fetch(`http://127.0.0.1:${port}/openapi.json`)
    expect([status, isOver]).toEqual([200, false])
    await over
    clearInterval(dripping)
    expect(performance.now() - from).toBeGreaterThan(300)
  })
})
