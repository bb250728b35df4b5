import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { machineNow } from '../clock.ts'
import { insertProject } from '../resources/herd/projects.ts'
import { pledgeHerd } from '../resources/projects/pledgeHerd.ts'
import { gatewayMac, message, openTestApp, place, testStart, type TestApp } from '../testing/testApp.ts'
import { countStatements } from '../testing/testStatements.ts'

const minuteMs = 60_000
/** A word found in only one of the statements that read the herd's layout, and of those that read its finance. */
const layOutWords = ['"supervisorOrgId", boundary', '"isLaterClaim" from neckbands', '"secretHash"', '"pairedAt"']
const financeWords = {
  projects: 'from project_farms pf join projects',
  insured: 'from policy_animals pa join',
  pledged: 'as "animalIds" from animals a join',
}

let app: TestApp
let now = testStart
let projectId = 0
let statements: string[] = []
/** What finance is read after. */
let gate: Promise<void> | null = null

const noteStatement = (text: string) => {
  statements.push(text)
  return Object.values(financeWords).some((word) => text.includes(word)) ? gate : null
}

beforeAll(async () => {
  app = await openTestApp({ animals: 3, wrap: (sql) => countStatements(sql, noteStatement).sql })
  const organisation = async (kind: string) =>
    (await app.sql<{ id: number }[]>`select min(id) as id from organisations where kind = ${kind}`)[0]?.id ?? 0
  projectId = await insertProject(app.sql, {
    code: 'P1',
    name: 'P1',
    bankOrgId: await organisation('BANK'),
    borrowerOrgId: await organisation('BORROWER'),
    supervisorOrgId: await organisation('SUPERVISOR'),
    contractHeadcount: 3,
    loanAmount: '1000.00',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [app.farmId],
    createdAt: testStart,
  })
  await pledgeHerd(app.sql, {
    projectId,
    farmIds: [app.farmId],
    prices: {},
    defaultPrice: { unitPrice: '1000.00', haircut: '0' },
    priceSource: 'Market',
    reason: 'opened',
    at: testStart,
  })
  await app.app.recordsChanged()
}, 60_000)
afterAll(() => app.close())
beforeEach(() => void (statements = []))

const any = z.object({ id: z.number() })
const alertsOf = async (kind: string) =>
  (
    await app.data(
      'POST',
      '/collateral/web/alert/list',
      { kind, state: 'ACTIVE' },
      z.object({ list: z.array(z.object({ detail: z.record(z.string(), z.unknown()) })) }),
    )
  ).list
const read = (words: readonly string[]) => words.filter((word) => statements.some((text) => text.includes(word)))
const hear = async (index: number) => {
  now += minuteMs
  await app.clock.moveTo(now)
  return (await app.ingest('json', message(now, [{ index, ...place(20, 50) }]))).status
}

const insure = async () => {
  const { id } = await app.data(
    'PUT',
    '/collateral/web/insurance/addOrEdit',
    {
      farmId: app.farmId,
      insurer: 'PICC',
      number: 'N1',
      startsOn: '2026-01-01',
      endsOn: '2026-05-03',
      sumPerHead: '12000',
    },
    any,
  )
  await app.data(
    'PUT',
    '/collateral/web/insured/add',
    { policyId: id, ids: app.animalIds },
    z.object({ changed: z.literal(3) }),
  )
}
const log = () =>
  app.data(
    'POST',
    `/collateral/common/project/${projectId}/dailylog/new`,
    {
      key: randomUUID(),
      farmId: app.farmId,
      day: '2026-05-01',
      monitorStatus: 'NORMAL',
      handCount: 3,
      counts: [],
      text: '',
      photos: [],
      writtenAt: now,
      correctsId: null,
    },
    any,
  )
const owe = async () => {
  const bank = await fetch(new URL('/collateral/common/auth/login/user', app.app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'account', userName: 'bank', password: 'Demo2026' }),
  })
  const { data } = z.object({ data: z.object({ token: z.string() }) }).parse(await bank.json())
  const answer = await fetch(new URL(`/collateral/common/project/${projectId}/balance/new`, app.app.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-auth-token': data.token,
      'x-auth-timestamp': String(machineNow()),
    },
    body: JSON.stringify({ balance: '9000.00', asOf: '2026-05-01', source: 'a statement' }),
  })
  expect(answer.status).toBe(200)
}

test.each([
  ['an insurance policy', insure, ['insured'], 'INSURANCE_EXPIRING', [], [{ detail: { heads: 3 } }]],
  ['a daily log', log, ['projects'], 'DAILY_LOG_MISSING', [{ detail: { day: '2026-04-30' } }], []],
  ['a balance of a loan', owe, ['projects'], 'COVERAGE_LOW', [], [{ detail: { state: 'BELOW_MINIMUM' } }]],
] as const)(
  'rereads only its own part after saving %s, without delaying readings',
  async (_name, save, parts, kind, before, after) => {
    await app.clock.moveTo((now += minuteMs))
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    await save()
    // While that part can't be read at all.
    expect(await hear(0)).toBe(200)
    expect(await hear(1)).toBe(200)
    expect(read(layOutWords)).toEqual([])
    expect(read(Object.values(financeWords))).toEqual(parts.map((part) => financeWords[part]))
    expect(await alertsOf(kind)).toMatchObject(before)
    open()
    gate = null
    await expect
      .poll(async () => {
        await hear(2)
        return alertsOf(kind)
      })
      .toMatchObject(after)
    expect(read(layOutWords)).toEqual([])
  },
)

test('rereads the herd’s layout after a gateway change, before the next reading', async () => {
  await app.data(
    'PUT',
    '/collateral/web/gateway/addOrEdit',
    {
      id: app.gatewayId,
      mac: gatewayMac,
      farmId: app.farmId,
      farmSlotId: app.penIds[0],
      name: 'North',
      ...place(50, 50),
    },
    any,
  )
  expect(await hear(0)).toBe(200)
  expect(read(layOutWords)).toEqual(layOutWords)
})
