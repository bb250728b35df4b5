import { pino } from 'pino'
import { connectAsync } from 'mqtt'
import { z } from 'zod'
import { startApp } from '../app/app.ts'
import type { App, AppParts } from '../app/app.ts'
import { createClock, machineNow } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { connect } from '../db/connect.ts'
import type { Sql } from '../db/connect.ts'
import { openTestDatabase } from './testDatabase.ts'
import type { TestDatabase } from './testDatabase.ts'
import { addDemoAccounts, demoPassword, demoSource } from '../demo/demoAccounts.ts'
import { readSettings } from '../settings.ts'

/** A place away from all default positions, and an instant that no other test uses. */
export const origin = [116.08, 43.94] as const
export const testStart = Date.UTC(2026, 4, 1, 2)

/** The whole server on a database of its own, its clock held, with a farm of two pens side by side. */
export interface TestApp {
  app: App
  clock: Clock
  database: TestDatabase
  /** Connects as the database's owner; the server itself has the rights of its role. */
  sql: Sql
  farmId: number
  penIds: [number, number]
  gatewayId: number
  neckbandIds: number[]
  animalIds: number[]
  call: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>
  /** Makes a call that must succeed. @returns its data */
  data: <T>(method: string, path: string, body: unknown, schema: z.ZodType<T>) => Promise<T>
  ingest: (adapter: string, body: string, secret?: string) => Promise<{ status: number; body: unknown }>
  publish: (messages: { topic: string; body: string }[]) => Promise<void>
  token: string
  /** Stops the server, and starts another on the same database after a span of herd time. */
  restart: (awayMs?: number) => Promise<void>
  /** Starts another server as after a kill: what the first one has not written is lost. */
  crash: () => Promise<void>
  /** Stops the server; the database stays. */
  stop: () => Promise<void>
  close: () => Promise<void>
}

export const gatewayMac = 'AC233F000001'
export const deviceId = (index: number) => `AC233F1${String(index).padStart(5, '0')}`

/** Metres from the origin as degrees. */
export function place(eastMetres: number, northMetres: number): { longitude: number; latitude: number } {
  const cosine = Math.cos((origin[1] * Math.PI) / 180)
  return { longitude: origin[0] + eastMetres / (111_320 * cosine), latitude: origin[1] + northMetres / 111_320 }
}

function square(east: number, north: number, side: number) {
  const corners = [
    [east, north],
    [east + side, north],
    [east + side, north + side],
    [east, north + side],
    [east, north],
  ] as const
  return { type: 'Polygon', coordinates: [corners.map(([x, y]) => Object.values(place(x, y)))] }
}

export interface TestOptions extends Pick<AppParts, 'queue' | 'isSeeding'> {
  /** Settings in addition to those of every test. */
  environment?: Record<string, string>
  /** Wraps the server's connection to its database. */
  wrap?: (sql: Sql) => Sql
}

interface TestAppOptions extends TestOptions {
  animals?: number
  /** By default a new database, migrated and empty. */
  database?: TestDatabase
}

const idReply = z.object({ id: z.number() })

export async function openTestApp({ animals = 3, database: given, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const database = given ?? (await openTestDatabase())
  await addDemoAccounts(database.sql, testStart)
  const clock = createClock()
  clock.hold(testStart)
  let { app, sql } = await startTestServer(database, clock, options)
  let token = await signIn(app)

  const call: TestApp['call'] = async (method, path, body) => {
    const response = await fetch(new URL(path, app.url), {
      method,
      headers: { 'content-type': 'application/json', 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const data: TestApp['data'] = async (method, path, body, schema) => {
    const answer = await call(method, path, body)
    return z.object({ success: z.literal(true), data: schema }).parse(answer.body).data
  }
  const put = async (noun: string, body: unknown) =>
    (await data('PUT', `/collateral/web/${noun}/addOrEdit`, body, idReply)).id

  const farmId = await put('farm', { name: '敖包牧场', boundary: square(-200, -200, 800) })
  const penIds: [number, number] = [
    await put('farmSlot', { farmId, name: '1 号圈', polygon: square(0, 0, 100) }),
    await put('farmSlot', { farmId, name: '2 号圈', polygon: square(110, 0, 100) }),
  ]
  const gatewayId = await put('gateway', { mac: gatewayMac, farmId, farmSlotId: penIds[0], ...place(50, 50) })
  const animalIds: number[] = []
  const neckbandIds: number[] = []
  for (let i = 0; i < animals; i++) {
    animalIds.push(await put('animal', { visualTag: `0${i + 1}`, farmId, farmSlotId: penIds[0] }))
    neckbandIds.push(await put('neckband', { deviceId: deviceId(i), animalId: animalIds[i] }))
  }
  await app.recordsChanged()
  const stop = async () => {
    await app.stop()
    clock.stop()
    await sql.end()
  }

  return {
    get app() {
      return app
    },
    sql: database.sql,
    get token() {
      return token
    },
    clock,
    database,
    farmId,
    penIds,
    gatewayId,
    neckbandIds,
    animalIds,
    call,
    data,
    async ingest(adapter, body, secret = demoPassword) {
      const response = await fetch(new URL(`/ingest/${adapter}`, app.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body,
      })
      return { status: response.status, body: await response.json() }
    },
    async publish(messages) {
      const client = await connectAsync(app.mqttUrl, {
        username: demoSource,
        password: demoPassword,
        reconnectPeriod: 0,
      })
      await Promise.all(messages.map(({ topic, body }) => client.publishAsync(topic, body, { qos: 1 })))
      await client.endAsync()
    },
    async restart(awayMs = 0) {
      await app.stop()
      await sql.end()
      await clock.moveTo(clock.now() + awayMs)
      ;({ app, sql } = await startTestServer(database, clock, options))
      token = await signIn(app)
    },
    async crash() {
      const before = { app, sql }
      // Waits a second: ending a connection while it is being opened would cause an unhandled error.
      await before.sql.end({ timeout: 1 })
      ;({ app, sql } = await startTestServer(database, clock, options))
      token = await signIn(app)
      await before.app.stop()
    },
    stop,
    async close() {
      await stop()
      await database.close()
    },
  }
}

/** Starts the server for tests: without external services or logs, on free ports. */
export async function startTestServer(
  database: TestDatabase,
  clock: Clock,
  { environment, wrap = (sql) => sql, ...parts }: TestOptions,
): Promise<{ app: App; sql: Sql }> {
  const settings = readSettings({ PORT: '0', MQTT_PORT: '0', DATA_DIR: '/tmp', LOG_LEVEL: 'silent', ...environment })
  const sql = wrap(connect({ target: database.target, connections: 4 }))
  const app = await startApp({
    settings,
    sql,
    database,
    clock,
    log: pino({ level: 'silent' }),
    distDir: '/nonexistent',
    ...parts,
  })
  return { app, sql }
}

async function signIn(app: App): Promise<string> {
  const response = await fetch(new URL('/collateral/common/auth/login/user', app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'account', userName: 'pm', password: demoPassword }),
  })
  return z.object({ data: z.object({ token: z.string() }) }).parse(await response.json()).data.token
}

/** Returns a message in our JSON format. Each reading has a neckband's index and further fields. */
export function message(
  at: number,
  readings: { index: number; at?: number | string; [field: string]: unknown }[],
  gateway = gatewayMac,
): string {
  return JSON.stringify({
    gateway,
    sentAt: at,
    readings: readings.map(({ index, ...fields }) => ({ neckband: deviceId(index), at, ...fields })),
  })
}
