import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { livePath, type ClientEvents, type ServerEvents } from '#contract/live/live.ts'
import { machineNow } from '../../clock.ts'
import { clearAlerts, raiseAlerts } from '../../db/alerts.ts'
import { demoPassword } from '../../demo/demoAccounts.ts'
import { insertProject } from '../herd/projects.ts'
import { insertOrganisation } from '../people/organisations.ts'
import { insertUser } from '../people/users.ts'
import { pledgeHerd } from '../projects/pledgeHerd.ts'
import { message, openTestApp, place, testStart, type TestApp } from '../../testing/testApp.ts'

const farmBoundary = {
  type: 'Polygon',
  coordinates: [
    [
      [116, 44],
      [116.01, 44],
      [116.01, 44.01],
      [116, 44.01],
      [116, 44],
    ],
  ],
}
const minuteMs = 60_000
let app: TestApp
let now = testStart
/** Two banks that lend on the herd of one farm, and its supervisor. */
const tokens: Record<'first' | 'second' | 'supervisor', string> = { first: '', second: '', supervisor: '' }
const projectIds: Record<'first' | 'second', number> = { first: 0, second: 0 }
let secondFarmId = 0
const sockets: Socket[] = []

async function ask<T>(
  who: keyof typeof tokens | null,
  method: 'GET' | 'POST',
  path: string,
  body: object | null,
  schema: z.ZodType<T>,
): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    'x-auth-token': who === null ? '' : tokens[who],
    'x-auth-timestamp': String(machineNow()),
  }
  const response = await fetch(new URL(path, app.app.url), {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  return z.object({ data: schema }).parse(await response.json()).data
}

beforeAll(async () => {
  app = await openTestApp({ animals: 8 })
  const { sql, farmId } = app
  const [parties] = await sql<{ borrower: number; supervisor: number; hash: string }[]>`
    select (select min(id) from organisations where kind = 'BORROWER') as borrower, (select supervisor_org_id from farms where id = ${farmId}) as supervisor,
      (select password_hash from users where user_name = 'bank') as hash`
  if (!parties) throw new Error('no parties')
  secondFarmId = (
    await app.data(
      'PUT',
      '/collateral/web/farm/addOrEdit',
      { name: 'second', boundary: farmBoundary },
      z.object({ id: z.number() }),
    )
  ).id
  for (const [place, name] of (['first', 'second'] as const).entries()) {
    const bankOrgId = await insertOrganisation(sql, { kind: 'BANK', name, registeredAt: testStart })
    await insertUser(sql, {
      userName: name,
      passwordHash: parties.hash,
      role: 'ADMIN_BANK',
      organisationId: bankOrgId,
      displayName: name,
      createdAt: testStart,
    })
    projectIds[name] = await insertProject(sql, {
      code: name.toUpperCase(),
      name,
      bankOrgId,
      borrowerOrgId: parties.borrower,
      supervisorOrgId: parties.supervisor,
      contractHeadcount: 4,
      loanAmount: place === 0 ? '4000.00' : '2000.00',
      status: 'ACTIVE',
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      farmIds: place === 0 ? [farmId] : [farmId, secondFarmId],
      createdAt: testStart,
    })
    // The first four heads are pledged to the first bank, the others to the second.
    await sql`update animals set in_herd_to = case when (id = any(${app.animalIds.slice(4)}::bigint[])) = ${place === 0} then now() end`
    await pledgeHerd(sql, {
      projectId: projectIds[name],
      farmIds: [farmId],
      prices: {},
      defaultPrice: { unitPrice: '1000.00', haircut: '0' },
      priceSource: 'Market',
      reason: 'opened',
      at: testStart,
    })
  }
  await sql`update animals set in_herd_to = null`
  await app.restart()
  for (const who of ['first', 'second'] as const) {
    tokens[who] = (
      await ask(
        null,
        'POST',
        '/collateral/common/auth/login/user',
        { type: 'account', userName: who, password: demoPassword },
        z.object({ token: z.string() }),
      )
    ).token
  }
  tokens.supervisor = app.token
}, 60_000)
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await app.close()
})

const alertSchema = z.object({
  id: z.number(),
  kind: z.string(),
  subjectType: z.string(),
  subjectName: z.string(),
  farmId: z.number(),
  detail: z.record(z.string(), z.unknown()),
})
const listed = async (who: keyof typeof tokens, filters: object = {}) =>
  (
    await ask(
      who,
      'POST',
      '/collateral/web/alert/list',
      { state: 'ACTIVE', pageSize: 100, sort: { field: 'id', order: 'asc' }, ...filters },
      z.object({ list: z.array(alertSchema) }),
    )
  ).list
const loansOf = async (who: keyof typeof tokens, filters: object = {}) =>
  (await listed(who, filters))
    .filter(({ kind }) => kind !== 'SITE_OUTAGE' && kind !== 'GATEWAY_OFFLINE')
    .map(({ kind, subjectName }) => `${kind} ${subjectName}`)
    .toSorted()
async function connect(who: keyof typeof tokens): Promise<Socket<ServerEvents, ClientEvents>> {
  const socket: Socket<ServerEvents, ClientEvents> = io(app.app.url, {
    path: livePath,
    transports: ['websocket'],
    auth: { token: tokens[who] },
    reconnection: false,
    forceNew: true,
  })
  sockets.push(socket)
  await new Promise<void>((resolve) => void socket.once('connect', resolve))
  return socket
}
const advance = async (minutes: number) => {
  await app.clock.moveTo((now += minutes * minuteMs))
  await app.app.alertsSettled()
}

test('sends each bank only alerts of its loan, the supervisor all', async () => {
  const heard = { first: [] as string[], second: [] as string[], supervisor: [] as string[] }
  for (const who of ['first', 'second', 'supervisor'] as const) {
    ;(await connect(who)).on('alerts', (alerts) =>
      heard[who].push(
        ...alerts
          .filter(({ subjectType }) => subjectType === 'PROJECT')
          .map(({ kind, subjectName }) => `${kind} ${subjectName}`),
      ),
    )
  }
  // Yesterday's log is missing after 20:00; the first loan has a coverage of one, the second of two.
  await advance(1)
  const own = {
    first: ['COVERAGE_LOW FIRST', 'DAILY_LOG_MISSING FIRST'],
    second: ['DAILY_LOG_MISSING SECOND', 'DAILY_LOG_MISSING SECOND'],
  }
  const all = [...own.first, ...own.second].toSorted()
  expect(await Promise.all((['first', 'second', 'supervisor'] as const).map((who) => loansOf(who)))).toEqual([
    own.first,
    own.second,
    all,
  ])
  await expect.poll(() => Object.values(heard).map((kinds) => kinds.toSorted())).toEqual([own.first, own.second, all])
  expect(new Set((await listed('second', { kind: 'DAILY_LOG_MISSING' })).map(({ farmId }) => farmId))).toEqual(
    new Set([app.farmId, secondFarmId]),
  )
  // A project's page lists only that project's alerts, for any caller.
  expect(await loansOf('supervisor', { projectId: projectIds.first })).toEqual(own.first)

  const counts = async (who: keyof typeof tokens) =>
    (await ask(who, 'POST', '/collateral/web/alert/counts', {}, z.object({ counts: z.object({ ALL: z.number() }) })))
      .counts.ALL
  expect(await counts('second')).toBe((await listed('second', { state: 'ALL' })).length)
  const [foreign] = await listed('first', { kind: 'COVERAGE_LOW' })
  for (const path of ['detail/ID', 'ID/timeline', 'ID/related']) {
    const answer = await fetch(
      new URL(`/collateral/web/alert/${path.replace('ID', String(foreign?.id))}`, app.app.url),
      { headers: { 'x-auth-token': tokens.second, 'x-auth-timestamp': String(machineNow()) } },
    )
    expect([path, answer.status]).toEqual([path, 404])
  }
  const again = await connect('second')
  expect(
    (await again.emitWithAck('alertsSince', '')).alerts
      .filter(({ subjectType }) => subjectType === 'PROJECT')
      .map(({ subjectName }) => subjectName),
  ).toEqual(['SECOND', 'SECOND'])
  const [site] = await raiseAlerts(app.sql, [
    {
      kind: 'SITE_OUTAGE',
      severity: 'MAJOR',
      subjectType: 'FARM',
      subjectId: app.farmId,
      subjectName: 'x',
      farmId: app.farmId,
      penId: null,
      animalId: null,
      raisedAt: now,
      sinceAt: now,
      detail: {},
    },
  ])
  const related = async (who: keyof typeof tokens) =>
    (
      await ask(
        who,
        'GET',
        `/collateral/web/alert/${site?.id}/related`,
        null,
        z.object({
          related: z.array(z.object({ alert: z.object({ subjectName: z.string(), subjectType: z.string() }) })),
        }),
      )
    ).related
  expect(
    (await related('second'))
      .filter(({ alert }) => alert.subjectType === 'PROJECT')
      .map(({ alert }) => alert.subjectName),
  ).toEqual(['SECOND'])
  await clearAlerts(app.sql, [{ id: site?.id ?? 0, at: now, because: null }])
}, 60_000)

test('counts missing heads per loan', { tags: 'long', timeout: 60_000 }, async () => {
  const hear = async (heads: number) => {
    const readings = Array.from({ length: heads }, (_, index) => ({ index, ...place(20 + index, 50) }))
    expect((await app.ingest('json', message(now, readings))).status).toBe(200)
  }
  for (let passed = 0; passed < 150; passed += 10) {
    await hear(passed < 20 ? 8 : 6)
    await advance(10)
  }
  expect(
    (await listed('second', { kind: 'HEADCOUNT_DROP' })).map(({ subjectName, detail }) => [subjectName, detail]),
  ).toEqual([['SECOND', { unexplained: 2, heard: 2, ledger: 4 }]])
  expect([
    await listed('first', { kind: 'HEADCOUNT_DROP' }),
    (await listed('supervisor', { kind: 'HEADCOUNT_DROP' })).length,
  ]).toEqual([[], 1])
})

test('raises a whole-project alert once, on the first of its farms', async () => {
  const project = projectIds.second
  const coverageAlerts = async (state: string) =>
    (await listed('supervisor', { kind: 'COVERAGE_LOW', state }))
      .filter(({ subjectName }) => subjectName === 'SECOND')
      .map(({ farmId, detail }) => [farmId, detail['state'], detail['clearedBecause']])
  const change = async (work: Promise<unknown>) => {
    await work
    await app.app.recordsChanged()
    await advance(1)
  }
  await change(
    app.sql`insert into loan_balances (project_id, balance, as_of, note, recorded_at) values (${project}, 90000, '2026-05-01', 'a statement', now())`,
  )
  expect(await coverageAlerts('ACTIVE')).toEqual([[app.farmId, 'BELOW_MINIMUM', undefined]])
  await change(app.sql`delete from project_farms where project_id = ${project} and farm_id = ${app.farmId}`)
  expect([await coverageAlerts('ACTIVE'), await coverageAlerts('CLEARED')]).toEqual([
    [[secondFarmId, 'BELOW_MINIMUM', undefined]],
    [[app.farmId, 'BELOW_MINIMUM', 'NO_RUNNING_PROJECT']],
  ])
  await change(app.sql`insert into project_farms (project_id, farm_id) values (${project}, ${app.farmId})`)
  expect([await coverageAlerts('ACTIVE'), (await coverageAlerts('CLEARED')).at(-1)]).toEqual([
    [[app.farmId, 'BELOW_MINIMUM', undefined]],
    [secondFarmId, 'BELOW_MINIMUM', 'TOLD_BY_PROJECT'],
  ])
}, 60_000)

test('shows old whole-farm loan alerts to users seeing all loans, then clears them', async () => {
  const [old] = await raiseAlerts(app.sql, [
    {
      kind: 'COVERAGE_LOW',
      severity: 'MAJOR',
      subjectType: 'FARM',
      subjectId: app.farmId,
      subjectName: 'farm',
      farmId: app.farmId,
      penId: null,
      animalId: null,
      raisedAt: now,
      sinceAt: now,
      detail: { projects: 'FIRST\nSECOND', ratio: '1.0000', state: 'BELOW_WARNING' },
    },
  ])
  const sees = async (who: keyof typeof tokens) =>
    (await listed(who, { state: 'ALL', kind: 'COVERAGE_LOW' })).some(({ id }) => id === old?.id)
  expect([await sees('first'), await sees('second'), await sees('supervisor')]).toEqual([false, false, true])
  const first = await connect('first')
  const subjectTypes: string[] = []
  first.on('alerts', (alerts) => subjectTypes.push(...alerts.map(({ subjectType }) => subjectType)))
  await app.restart()
  tokens.supervisor = app.token
  await advance(1)
  expect(
    (await listed('supervisor', { state: 'CLEARED', kind: 'COVERAGE_LOW' })).find(({ id }) => id === old?.id)?.detail,
  ).toMatchObject({ clearedBecause: 'TOLD_BY_PROJECT' })
  expect(subjectTypes).toEqual([])
  await app.sql`update projects set status = 'DRAFT' where id = ${projectIds.second}`
  expect([await sees('first'), await sees('second')]).toEqual([true, false])
}, 60_000)
