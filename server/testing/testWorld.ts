import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { maxImportRows } from '#contract/calls/imports.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { OrganisationKind, Role } from '#contract/people/roles.ts'
import { createTextCleaner } from '../cleaner/textCleaner.ts'
import { createClock, machineNow } from '../clock.ts'
import type { Context } from '../context.ts'
import { connect, type ConnectOptions, type Sql } from '../db/connect.ts'
import { createCountedHeads } from '../db/projects/countedHeads.ts'
import { createEvents, type EventName, type EventPayloads } from '../events.ts'
import { createFileStore } from '../files/fileStore.ts'
import type { HerdView } from '../herd/herdView.ts'
import { createSheetReader } from '../imports/sheetReader.ts'
import { createCameraFetch } from '../media/cameraFetch.ts'
import { createNetworkGuard } from '../media/networks.ts'
import { createImporter } from '../records/import/importer.ts'
import { createRehearser } from '../rehearsal/rehearser.ts'
import { herdImports } from '../resources/herd/imports/herdImports.ts'
import { openTestDatabase } from './testDatabase.ts'
import { insertOrganisation } from '../resources/people/organisations.ts'
import { findLogin } from '../db/auth/logins.ts'
import { insertUser } from '../resources/people/users.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { createAuthService } from '../auth/authService.ts'
import { createPasswords } from '../auth/passwords.ts'
import { createSecurityLog } from '../auth/securityLog.ts'
import { createSessions, type Sessions } from '../auth/sessions.ts'
import { countStatements } from './testStatements.ts'
import { readSettings, type Settings } from '../settings.ts'
import { createHttpServer } from '../http/server.ts'

/** A pen-sized square around a place. */
export function square(longitude: number, latitude: number, half = 0.001): Polygon {
  const [west, east] = [longitude - half, longitude + half]
  const [south, north] = [latitude - half, latitude + half]
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  }
}

export interface Answer<T = Record<string, never>> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  data: T
  error: {
    code: string
    message: string
    fields?: Record<string, string>
    details?: Record<string, string | null>
    current?: unknown
  }
}

export interface World {
  /** Connects as the database's owner; the server itself, `context.sql`, has the rights of its role. */
  sql: Sql
  /** The address of its database. */
  target: ConnectOptions['target']
  context: Context
  server: FastifyInstance
  sessions: Sessions
  /** Returns the number of statements, and pieces of them, that calls have made so far. */
  statements(): number
  /** Events emitted so far, by name. */
  emitted: { [N in EventName]: EventPayloads[N][] }
  organisation(kind: OrganisationKind, name: string): Promise<number>
  /** Adds a user who is signed in. @returns the token */
  user(userName: string, role: Role | null, organisationId: number | null): Promise<string>
  /** Signs a user in again. @returns the token */
  signIn(userName: string): Promise<string>
  /** Returns the id of a user; 0 when no user has this name. */
  idOf(userName: string): Promise<number>
  call<T = Record<string, never>>(
    token: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<Answer<T>>
  close(): Promise<void>
}

/** The password of every user of a world. */
export const worldPassword = 'Herd2026x'
let worldHash: Promise<string> | undefined
/** Returns a hash of `worldPassword` as the product makes it, computed once per worker. */
export const worldPasswordHash = (): Promise<string> => (worldHash ??= createPasswords().hash(worldPassword))

/** Opens the web server on its own database, without the herd's memory. */
export async function openWorld(herd: Partial<HerdView> = {}, given?: Settings): Promise<World> {
  const dataDir = given?.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'drover world ')))
  const settings = given ?? readSettings({ DATA_DIR: dataDir })
  const database = await openTestDatabase()
  const sql = connect({ target: database.target, connections: 4 })
  const log = pino({ level: 'silent' })
  const events = createEvents(log)
  const emitted: World['emitted'] = {
    recordsChanged: [],
    rulesChanged: [],
    alertsChanged: [],
    sessionEnded: [],
    accountsChanged: [],
    noticesChanged: [],
    healthChanged: [],
  }
  const record = <N extends EventName>(name: N, list: EventPayloads[N][]) =>
    events.on(name, (payload) => void list.push(payload))
  record('recordsChanged', emitted.recordsChanged)
  record('rulesChanged', emitted.rulesChanged)
  record('alertsChanged', emitted.alertsChanged)
  record('sessionEnded', emitted.sessionEnded)
  record('accountsChanged', emitted.accountsChanged)
  record('noticesChanged', emitted.noticesChanged)
  record('healthChanged', emitted.healthChanged)
  const clock = createClock()
  clock.hold(Date.UTC(2026, 4, 1, 12))
  const secrets = createSecrets(randomBytes(32))
  const passwords = createPasswords()
  const securityLog = createSecurityLog({ sql, log })
  const sessions = createSessions({ sql, events, securityLog })
  const imports = createImporter({
    sql,
    reader: createSheetReader({ log, maxRows: maxImportRows }),
    events,
    clock,
    log,
    nouns: herdImports,
    context: () => context,
  })
  const rehearser = createRehearser({ sql, target: database.target, log })
  const statements = countStatements(sql)
  const context: Context = {
    settings,
    sql: statements.sql,
    clock,
    log,
    secrets,
    sessions,
    passwords,
    securityLog,
    auth: createAuthService({ sql, secrets, log, sessions, passwords, securityLog }),
    publicUrl: 'https://drover.test',
    herd: {
      neckbands: async () => new Map(),
      gateways: async () => new Map(),
      bandsHeard: async () => new Map(),
      headcounts: async () => new Map(),
      heads: async ({ animalIds: { length } }) => ({
        codes: new Uint8Array(length),
        heardAt: new Float64Array(length).fill(Number.NaN),
        gatewayIds: new Uint32Array(length),
      }),
      heardInPens: async () => new Map(),
      ...herd,
    },
    countedHeads: createCountedHeads(),
    events,
    files: createFileStore({ dataDir, log }),
    cameraFetch: createCameraFetch(createNetworkGuard(settings.CAMERA_NETWORKS)),
    cleaner: createTextCleaner({ log }),
    imports,
    rehearser,
  }
  const server = await createHttpServer(context, { distDir: '/nonexistent' })
  const signIn = async (userName: string) => {
    const login = await findLogin(sql, userName)
    const token = login && (await sessions.start({ ...login, autoLogin: false }))
    if (!token) throw new Error(`${userName} can't sign in`)
    // Re-authentication never expires here; tests about it reset `proven_at`.
    await sql`update sessions set proven_at = 'infinity' where user_id = ${login.userId}`
    return token
  }
  return {
    sql: database.sql,
    target: database.target,
    context,
    server,
    sessions,
    statements: statements.made,
    emitted,
    organisation: (kind, name) => insertOrganisation(sql, { kind, name, registeredAt: clock.now() }),
    async user(userName, role, organisationId) {
      await insertUser(sql, {
        userName,
        passwordHash: await worldPasswordHash(),
        role,
        organisationId,
        displayName: userName,
        createdAt: clock.now(),
      })
      return signIn(userName)
    },
    signIn,
    idOf: async (userName) =>
      (await sql<{ id: number }[]>`select id from users where user_name = ${userName}`)[0]?.id ?? 0,
    async call<T>(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
      const response = await server.inject({
        method,
        url,
        headers: { 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) },
        ...(body === undefined ? {} : { payload: body }),
      })
      const envelope = response.json<Pick<Answer<T>, 'data' | 'error'>>()
      return { status: response.statusCode, headers: response.headers, data: envelope.data, error: envelope.error }
    },
    async close() {
      await server.close()
      await rehearser.close()
      await imports.close()
      context.cleaner.close()
      clock.stop()
      await sql.end({ timeout: 2 })
      await database.close()
      if (given === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
