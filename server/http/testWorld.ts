import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Alert } from '#contract/alerts.ts'
import type { Polygon } from '#contract/geo.ts'
import type { Notice, NoticeCounts } from '#contract/notices.ts'
import type { OrganisationKind, Role } from '#contract/roles.ts'
import { createClock, machineNow } from '../clock.ts'
import type { Context, HerdView } from '../context.ts'
import type { Sql } from '../db/connect.ts'
import { openTestDatabase } from '../db/testDatabase.ts'
import { insertOrganisation } from '../resources/people/organisations.ts'
import { findLogin } from '../db/auth/logins.ts'
import { insertUser } from '../resources/people/users.ts'
import { createSecrets } from '../secrets.ts'
import { createSessions, type Sessions } from '../auth/sessions.ts'
import { readSettings } from '../settings.ts'
import { createHttpServer } from './server.ts'

/** A pen-sized square around a place. */
export function square(longitude: number, latitude: number, half = 0.001): Polygon {
  const [west, east] = [longitude - half, longitude + half]
  const [south, north] = [latitude - half, latitude + half]
  return { type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] }
}

export interface Answer<T = Record<string, never>> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  data: T
  error: { code: string; message: string; fields?: Record<string, string> }
}

export interface ToldNotices {
  userId: number
  counts: NoticeCounts
  notice: Notice | null
}

export interface World {
  sql: Sql
  context: Context
  server: FastifyInstance
  sessions: Sessions
  /** What the handlers told the rest of the server. */
  told: { alerts: Alert[][]; rules: number; records: number; ended: [string, string][]; accounts: number[]; notices: ToldNotices[] }
  organisation(kind: OrganisationKind, name: string): Promise<number>
  /** Adds a user who is signed in. @returns the token */
  user(userName: string, role: Role | null, organisationId: number | null): Promise<string>
  call<T = Record<string, never>>(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Answer<T>>
  close(): Promise<void>
}

/** The password of every user of a world. */
export const worldPassword = 'Herd2026x'

/** The web server on a database of its own, with nothing but the herd's memory left out. */
export async function openWorld(herd: Partial<HerdView> = {}, settings = readSettings({})): Promise<World> {
  const database = await openTestDatabase()
  const { sql } = database
  const told: World['told'] = { alerts: [], rules: 0, records: 0, ended: [], accounts: [], notices: [] }
  const clock = createClock()
  clock.hold(Date.UTC(2026, 4, 1, 12))
  const context: Context = {
    settings,
    sql,
    clock,
    log: pino({ level: 'silent' }),
    secrets: createSecrets(randomBytes(32)),
    publicUrl: () => 'https://drover.test',
    herd: {
      neckband: () => undefined,
      gateway: () => undefined,
      headcount: () => undefined,
      recordsChanged: () => void told.records++,
      ...herd,
    },
    rulesChanged: () => void told.rules++,
    alertsChanged: (alerts) => void told.alerts.push(alerts),
    sessionEnded: (hash, reason) => void told.ended.push([hash, reason]),
    accountsChanged(userIds) {
      told.accounts.push(...userIds)
      sessions.forgetUsers(userIds)
    },
    noticesChanged: (userId, counts, notice) => void told.notices.push({ userId, counts, notice }),
  }
  const sessions = createSessions(context)
  const server = await createHttpServer(context, { distDir: '/nonexistent', sessions })
  return {
    sql,
    context,
    server,
    sessions,
    told,
    organisation: (kind, name) => insertOrganisation(sql, { kind, name, registeredAt: clock.now() }),
    async user(userName, role, organisationId) {
      await insertUser(sql, { userName, password: worldPassword, role, organisationId, displayName: userName, createdAt: clock.now() })
      const login = await findLogin(sql, userName)
      const token = login && (await sessions.start({ ...login, autoLogin: false }))
      if (!token) throw new Error(`${userName} can't sign in`)
      return token
    },
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
      clock.stop()
      await database.close()
    },
  }
}
