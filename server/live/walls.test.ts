import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Alert } from '#contract/alerts/alerts.ts'
import { livePath, type ClientEvents, type ServerEvents } from '#contract/live/live.ts'
import { machineNow } from '../clock.ts'
import { demoPassword } from '../demo/demoAccounts.ts'
import { openTestApp, testStart, type TestApp } from '../testing/testApp.ts'

type Wall = Socket<ServerEvents, ClientEvents>

const minuteMs = 60_000
/** Maximum time until a wall's report is stored, ms. */
const storedMs = 9000
let app: TestApp
let now = testStart
const sockets: Wall[] = []
beforeAll(async () => {
  app = await openTestApp()
}, 60_000)
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app.close()
})

const advance = (minutes: number) => app.clock.moveTo((now += minutes * minuteMs))

async function ask<T>(method: string, path: string, body: object, schema: z.ZodType<T>, token: string): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    'x-auth-token': token,
    'x-auth-timestamp': String(machineNow()),
  }
  const response = await fetch(new URL(path, app.app.url), {
    method,
    headers,
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
  })
  return z.object({ data: schema }).parse(await response.json()).data
}
const signIn = async (userName: string) =>
  (
    await ask(
      'POST',
      '/collateral/common/auth/login/user',
      { type: 'account', userName, password: demoPassword },
      z.object({ token: z.string() }),
      '',
    )
  ).token
async function connect(token: string): Promise<Wall> {
  const socket: Wall = io(app.app.url, {
    path: livePath,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  sockets.push(socket)
  await new Promise<void>((resolve) => void socket.once('connect', resolve))
  return socket
}
async function pairWall(name: string, by = app.token): Promise<{ id: number; token: string }> {
  const { code, secret } = await ask(
    'POST',
    '/collateral/common/display/code',
    {},
    z.object({ code: z.string(), secret: z.string() }),
    '',
  )
  const { id } = await ask('PUT', '/collateral/web/display/pair', { code, name }, z.object({ id: z.number() }), by)
  const { login } = await ask(
    'POST',
    '/collateral/common/display/claim',
    { secret },
    z.object({ login: z.object({ token: z.string() }) }),
    '',
  )
  return { id, token: login.token }
}
const paintedAt = async (id: number) =>
  (await app.sql<{ at: number | null }[]>`select painted_at as at from displays where id = ${id}`)[0]?.at ?? null
async function paint(socket: Wall, id: number) {
  socket.emit('wall', true)
  await expect.poll(() => paintedAt(id), { timeout: storedMs }).toBe(now)
}
type WallAlert = Pick<
  Alert,
  'id' | 'subjectId' | 'subjectName' | 'farmId' | 'severity' | 'sinceAt' | 'clearedAt' | 'detail'
>
const alertList = z.object({ list: z.array(z.custom<WallAlert>()) })
const silent = async (state: 'ACTIVE' | 'CLEARED' = 'ACTIVE', token = app.token) =>
  (await ask('POST', '/collateral/web/alert/list', { kind: 'WALL_SILENT', state }, alertList, token)).list

test('raises an alert for a silent wall until it paints or ends', { tags: 'long', timeout: 90_000 }, async () => {
  const [hall, gate, unused] = [await pairWall('Hall'), await pairWall('Gate'), await pairWall('Unused')]
  const [atHall, atGate] = [await connect(hall.token), await connect(gate.token), await connect(unused.token)]
  await paint(atHall, hall.id)
  await paint(atGate, gate.id)
  await advance(4)
  await paint(atGate, gate.id)
  expect(await silent()).toEqual([])

  // The connection of the hall's wall is alive, but it paints nothing.
  await advance(2)
  await app.app.alertsSettled()
  const [alert, ...others] = await silent()
  expect(others).toEqual([])
  expect(alert).toMatchObject({
    subjectId: hall.id,
    subjectName: 'Hall',
    farmId: app.farmId,
    severity: 'MAJOR',
    sinceAt: new Date(testStart).toISOString(),
    detail: { silentMinutes: 5 },
  })
  // Its operator is notified as for every other alert.
  const deliveries = () =>
    app.sql<{ channel: string }[]>`select channel from alert_deliveries where alert_id = ${alert?.id ?? 0}`
  await expect.poll(async () => (await deliveries()).length, { timeout: 5000 }).toBeGreaterThan(0)

  // No wall could report during the stop: the silent one stays silent, and no other alert is raised at once.
  await app.restart(10 * minuteMs)
  now = app.clock.now()
  await advance(4)
  expect((await silent()).map(({ subjectName }) => subjectName)).toEqual(['Hall'])
  const backAtHall = await connect(hall.token)
  await paint(backAtHall, hall.id)
  await advance(0.2)
  await app.app.alertsSettled()
  expect(await silent()).toEqual([])
  expect((await silent('CLEARED')).map(({ subjectName, detail }) => [subjectName, detail['clearedBecause']])).toEqual([
    ['Hall', undefined],
  ])
  // The other one did not come back.
  await advance(2)
  await app.app.alertsSettled()
  expect((await silent()).map(({ subjectName }) => subjectName)).toEqual(['Gate'])

  // Ending a wall clears its alert with a reason.
  expect((await app.call('DELETE', `/collateral/web/display/del/${gate.id}`)).status).toBe(200)
  await expect
    .poll(
      async () => {
        await advance(0.1)
        await app.app.alertsSettled()
        return (await silent()).length
      },
      { timeout: storedMs, interval: 500 },
    )
    .toBe(0)
  expect((await silent('CLEARED')).find(({ subjectName }) => subjectName === 'Gate')?.detail).toMatchObject({
    clearedBecause: 'WALL_ENDED',
  })

  // A wall that was left for another page or signed out raises nothing.
  backAtHall.emit('wall', false)
  await expect.poll(() => paintedAt(hall.id), { timeout: storedMs }).toBeNull()
  await advance(30)
  await app.app.alertsSettled()
  expect(await silent()).toEqual([])
})

test('shows the alert of a silent wall to its supervisor only', async () => {
  await app.sql`update farms set borrower_org_id = (select organisation_id from users where user_name = 'borrower')`
  await app.app.recordsChanged()
  const borrower = await signIn('borrower')
  const wall = await pairWall('Office')
  const [atWall, atBorrower, own] = [await connect(wall.token), await connect(borrower), await connect(app.token)]
  const heard: { who: string; kinds: string[] }[] = []
  atBorrower.on('alerts', (alerts) => void heard.push({ who: 'borrower', kinds: alerts.map(({ kind }) => kind) }))
  own.on('alerts', (alerts) => void heard.push({ who: 'supervisor', kinds: alerts.map(({ kind }) => kind) }))
  own.emit('wall', true)
  await paint(atWall, wall.id)
  // A borrower's wall has no supervisor on shift and raises nothing.
  const theirs = await pairWall('Theirs', borrower)
  await paint(await connect(theirs.token), theirs.id)
  await advance(6)
  await app.app.alertsSettled()
  expect((await silent()).map(({ subjectName }) => subjectName)).toEqual(['Office'])
  await expect.poll(() => heard).toEqual([{ who: 'supervisor', kinds: ['WALL_SILENT'] }])
  expect(await silent('ACTIVE', borrower)).toEqual([])
  expect((await atBorrower.emitWithAck('alertsSince', '')).alerts).toEqual([])
  expect((await own.emitWithAck('alertsSince', '')).alerts.map(({ kind }) => kind)).toEqual(['WALL_SILENT'])
  const id = (await silent())[0]?.id
  const answer = await fetch(new URL(`/collateral/web/alert/detail/${id}`, app.app.url), {
    headers: { 'x-auth-token': borrower, 'x-auth-timestamp': String(machineNow()) },
  })
  expect(answer.status).toBe(404)
}, 60_000)
