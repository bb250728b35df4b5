import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { createClock } from '../clock.ts'
import { copyTemplate, type TestDatabase } from './testDatabase.ts'
import { startTestServer } from './testApp.ts'
import { makeScene, sceneEnd, type Logins } from './testScene.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address at which the console's tests request their own servers (see src/testBackend.ts). */
    testBackend: string
  }
}

/** A server on a copy of the scene, with its clock held. */
interface SceneServer {
  url: string
  outboxKey: string | null
  moveTo(at: number): Promise<void>
  holdAt(at: number): void
  close(): Promise<void>
}

let scene: TestDatabase | undefined
let logins: Logins = {}
let control: Server | undefined
let open: () => Promise<SceneServer>
/** Opened before it is requested, so that a test file does not wait. */
let next: Promise<SceneServer>
const servers = new Map<string, SceneServer>()
const closing = new Set<Promise<void>>()

/** Vitest calls this once before all tests of the console, after `testGlobalSetup.ts`. */
export async function setup(project: TestProject): Promise<void> {
  const { testServer } = project.getProvidedContext()
  const database = await copyTemplate(testServer)
  scene = database
  logins = await makeScene(database)
  open = () => openServer({ ...testServer, template: database.target.database })
  next = open()
  control = createServer((request, response) => {
    answer(request).then(
      (data) => reply(response, 200, data),
      (error: unknown) => reply(response, 500, String(error)),
    )
  })
  await new Promise<void>((resolve) => control?.listen(0, '127.0.0.1', resolve))
  project.provide('testBackend', `http://127.0.0.1:${(control.address() as AddressInfo).port}`)
}

/** Vitest calls this once after all of them. */
export async function teardown(): Promise<void> {
  await new Promise((resolve) => control?.close(resolve))
  servers.set('next', await next)
  await Promise.all([...closing, ...[...servers.values()].map((server) => server.close())])
  await scene?.close()
}

/** POST / opens a server, PUT /:id moves its clock to the epoch ms in the body, PATCH /:id holds it there, DELETE /:id closes it. */
async function answer(request: IncomingMessage): Promise<unknown> {
  const id = request.url?.slice(1) ?? ''
  if (request.method === 'POST') {
    // Replaced before awaiting, so that concurrent requests get different servers.
    const mine = next
    next = open()
    const server = await mine
    const key = new URL(server.url).port
    servers.set(key, server)
    return { id: key, url: server.url, outboxKey: server.outboxKey, now: sceneEnd, logins }
  }
  const server = servers.get(id)
  if (!server) throw new Error(`there is no server ${id}`)
  if (request.method === 'PUT' || request.method === 'PATCH') {
    const at = Number(
      await request
        .setEncoding('utf8')
        .toArray()
        .then((parts) => parts.join('')),
    )
    if (request.method === 'PUT') await server.moveTo(at)
    else server.holdAt(at)
  } else {
    servers.delete(id)
    const done = server.close().finally(() => closing.delete(done))
    closing.add(done)
  }
  return {}
}

function reply(response: ServerResponse, status: number, data: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
}

async function openServer(template: Parameters<typeof copyTemplate>[0]): Promise<SceneServer> {
  const database = await copyTemplate(template)
  const clock = createClock()
  clock.hold(sceneEnd)
  const { app, sql } = await startTestServer(database, clock, {})
  return {
    url: app.url,
    outboxKey: app.outboxKey,
    moveTo: (at) => clock.moveTo(at),
    holdAt: (at) => clock.hold(at),
    async close() {
      await app.stop()
      clock.stop()
      await sql.end()
      await database.close()
    },
  }
}
