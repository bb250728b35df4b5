import type { Login } from '#contract/people/auth.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { pino } from 'pino'
import type { OrganisationKind, Role } from '#contract/people/roles.ts'
import { machineNow } from '../clock.ts'
import { createSecurityLog } from '../auth/securityLog.ts'
import { createSessions } from '../auth/sessions.ts'
import { findLogin } from '../db/auth/logins.ts'
import type { Sql } from '../db/connect.ts'
import type { TestDatabase } from './testDatabase.ts'
import { createEvents } from '../events.ts'
import { addDemoProject } from '../demo/demoAccounts.ts'
import { cancelPendingEscalations } from '../resources/duty/planAlerts.ts'
import { raiseRegistration } from '../resources/office/tickets/tickets.ts'
import { insertOrganisation } from '../resources/people/organisations.ts'
import { insertUser } from '../resources/people/users.ts'
import { worldPasswordHash } from './testWorld.ts'
import { message, openTestApp, place, testStart, type TestApp } from './testApp.ts'

const minuteMs = 60_000
const minutes = 12
/** Herd time at the end of the scene, epoch ms. */
export const sceneEnd = testStart + minutes * minuteMs

/** Organisations after the demo's five, by kind, name, credit code and status; their ids are 6 to 9. */
const organisations = [
  ['BANK', '呼伦贝尔农商银行', '91152502MA0N5D3C4Q', 'DISABLED'],
  ['SUPERVISOR', '北方牲畜托管公司', '91152502MA0N5D3C5U', 'PENDING_APPROVAL'],
  ['BORROWER', '巴音育肥场', '91152502MA0N5D3C6Y', 'PENDING_APPROVAL'],
  ['BORROWER', '西林牧场', '91152502MA0N5D3C72', 'PENDING_ACTIVATION'],
] as const satisfies readonly (readonly [OrganisationKind, string, string, string])[]

/** Users after the demo's six, by name, name shown, role and organisation; their ids are 7 to 14. */
const users = [
  ['otgon', '敖特根', 'ADMIN_BORROWER', 5],
  ['naran', '娜仁', 'SUPERVISOR_USER', 3],
  ['chen.wei', '陈伟', 'BANK_USER', 2],
  ['li.na', '李娜', null, 2],
  ['north.admin', '高娃', 'ADMIN_SUPERVISOR', 7],
  ['bayan.admin', '巴音', 'ADMIN_BORROWER', 8],
  ['xilin.admin', '西林', 'ADMIN_BORROWER', 9],
  ['hulun.admin', '王芳', 'ADMIN_BANK', 6],
] as const satisfies readonly (readonly [string, string, Role | null, number])[]

/** The answers to sign-ins, by user name. */
export type Logins = Record<string, Login>

/**
 * Fills a migrated, empty database with the data of the console's tests: a farm of two pens and three animals, the third
 * outside its pen, a project on the farm, organisations and users in every status, and 1,200 security events. Leaves no
 * connection open.
 * @returns the sign-ins of everybody who can sign in
 */
export async function makeScene(database: TestDatabase): Promise<Logins> {
  const app = await openTestApp({ database, isSeeding: true })
  await addDemoProject(app.sql, { bank: 2, supervisor: 3, borrowers: [4, 5] }, [app.farmId], testStart)
  await addPeople(app.sql)
  const logins = await signInAll(app.sql)
  await rejectRegistration(app, logins['platform']?.token ?? '', '巴音育肥场')
  await app.app.recordsChanged()
  await sendReadings(app)
  await app.stop()
  await cancelPendingEscalations(database.sql, sceneEnd)
  await database.sql.end()
  return logins
}

async function addPeople(sql: Sql): Promise<void> {
  const passwordHash = await worldPasswordHash()
  for (const [place, [kind, name, creditCode, status]] of organisations.entries()) {
    const details = {
      creditCode,
      contact: name,
      telephone: `+861390000000${place}`,
      email: `office${place}@example.com`,
      address: '内蒙古锡林浩特市',
    }
    const id = await insertOrganisation(sql, { kind, name, registeredAt: testStart, details })
    await sql`update organisations set status = ${status} where id = ${id}`
  }
  for (const [place, [userName, displayName, role, organisationId]] of users.entries()) {
    const telephone = `+861380000010${place}`
    const email = `${userName}@example.com`
    const id = await insertUser(sql, {
      userName,
      passwordHash,
      role,
      organisationId,
      displayName,
      telephone,
      email,
      createdAt: testStart,
    })
    const isRegistrant = organisations[organisationId - 6]?.[3] === 'PENDING_APPROVAL'
    if (isRegistrant)
      await sql.begin((transaction) =>
        raiseRegistration(transaction, { organisationId, userId: id, language: 'zh-CN', at: testStart }),
      )
  }
  await sql`update users set status = 'DISABLED' where user_name = 'chen.wei'`
  await sql`update users set status = 'PENDING_ACTIVATION' where user_name = 'xilin.admin'`
  // Gives a list more rows than a page holds.
  await sql`
    insert into security_events (at, kind, user_name, what)
    select ${testStart}, 'COMMAND', 'robot ' || n, 'made' from generate_series(1, 1200) as n`
}

async function signInAll(sql: Sql): Promise<Logins> {
  const log = pino({ level: 'silent' })
  const sessions = createSessions({ sql, events: createEvents(log), securityLog: createSecurityLog({ sql, log }) })
  const logins: Logins = {}
  for (const { userName } of await sql<{ userName: string }[]>`select user_name as "userName" from users`) {
    const login = await findLogin(sql, userName)
    const token = login && (await sessions.start({ ...login, autoLogin: false }))
    if (!token) continue
    const { role, organisationId, organisationKind, organisationName } = login
    logins[userName] = {
      token,
      role,
      userOrgId: organisationId,
      organizationRole: organisationKind,
      organizationName: organisationName,
    }
  }
  // Re-authentication never expires here; tests about it reset `proven_at`.
  await sql`update sessions set proven_at = 'infinity'`
  return logins
}

async function rejectRegistration({ app, sql }: TestApp, token: string, subject: string): Promise<void> {
  const [ticket] = await sql<
    { ticketId: number }[]
  >`select id as "ticketId" from tickets where subject_name = ${subject}`
  const response = await fetch(new URL(endpoints.tickets.approve.path, app.url), {
    method: endpoints.tickets.approve.method,
    headers: { 'content-type': 'application/json', 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) },
    body: JSON.stringify({ ...ticket, decision: 'REJECTED', comment: '营业执照不清晰' }),
  })
  if (!response.ok) throw new Error(`${subject} is not rejected: ${await response.text()}`)
  // A test begins with an empty outbox.
  await sql`delete from outbox`
}

/** Sends a reading of every animal each minute; the third animal is outside from the second minute on. */
async function sendReadings({ clock, ingest }: TestApp): Promise<void> {
  for (let minute = 0; minute <= minutes; minute++) {
    const at = testStart + minute * minuteMs
    await clock.moveTo(at)
    const reading = { at, rssi: -67, battery: 82, temperatureC: 38.4, accuracyM: 2 }
    const places = [place(20 + minute, 30), place(60, 40 + minute), minute < 2 ? place(80, 8) : place(80, -20 - minute)]
    const { status } = await ingest(
      'json',
      message(
        at,
        places.map((where, index) => ({ ...reading, ...where, index })),
      ),
    )
    if (status !== 200) throw new Error(`the readings are answered with ${status}`)
  }
}
