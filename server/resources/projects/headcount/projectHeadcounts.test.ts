import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DayClose } from '#contract/projects/days/dayCloses.ts'
import type { LoanBalance } from '#contract/projects/loanBalances.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import type { HeadDetail, ProjectHead } from '#contract/projects/projectHeads.ts'
import type { ProjectHeadcount, projectHeadcountEndpoints } from '#contract/projects/projectHeadcounts.ts'
import type { pledgeEndpoints } from '#contract/projects/pledges.ts'
import type { Reply } from '#contract/calls/endpoint.ts'
import { toInstant } from '../../../clock.ts'
import { headCodes } from '../../../herd/headcount.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { clearAlerts, raiseAlerts } from '../../../db/alerts.ts'
import { audit } from '../../../records/audit.ts'
import { closeCollateral } from '../collateral/opening.ts'
import { sampleProjects, thinSamples } from './projectSamples.ts'
import { addDocument, addTestProject, type TestProject } from '../testLedger.ts'

const minute = 60_000
let world: World
let project: TestProject
let gatewayId: number
/** Last reading of each neckband that was heard, by its id. */
const heard = new Map<number, { code: number; heardAt: number; gatewayId: number }>()
const bands: number[] = []
/** Heads that the live herd keeps on each farm; null: it does not know the farm yet. */
let liveHeads: number | null = null

const address = (call: string, of = project) => `/collateral/common/project/${of.id}/${call}`
const numbers = async (of = project) =>
  (await world.call<ProjectHeadcount>(of.bank, 'GET', address('headcount', of))).data
const coverage = async (of = project) =>
  (await world.call<ProjectCoverage>(of.bank, 'GET', address('coverage', of))).data
const heads = async (body: object = {}, of = project) =>
  (await world.call<{ list: ProjectHead[]; total: number }>(of.bank, 'POST', address('headcount/list', of), body)).data
const close = (day: string, of = project, note = '') =>
  world.call<DayClose>(of.pm, 'POST', address('dayClose/new', of), { day, note })
const setStatus = (of: TestProject, ids: number[], status: string, documentId?: string) =>
  world.call(of.pm, 'PUT', '/collateral/web/animal/status', {
    ids,
    status,
    reason: 'r',
    ...(status !== 'IN_HERD' && { leftOn: '2026-05-01' }),
    ...(documentId !== undefined && { documentId }),
  })

beforeAll(async () => {
  world = await openWorld({
    headcounts: async (ids) =>
      new Map(
        liveHeads === null
          ? []
          : ids.map((farmId) => [
              farmId,
              {
                farmId,
                ledger: liveHeads ?? 0,
                heard: 0,
                unverified: 0,
                unaccounted: 0,
                lowBattery: 0,
                neckbands: 0,
                lastHeardAt: null,
                windowMinutes: 60,
                at: 0,
              },
            ]),
      ),
    async heads({ animalIds }) {
      const worn = new Map(
        (
          await world.sql<
            { id: number; bandId: number }[]
          >`select animal_id as id, neckband_id as "bandId" from pairings where to_at is null`
        ).map(({ id, bandId }) => [id, heard.get(bandId)]),
      )
      return {
        codes: Uint8Array.from(animalIds, (id) => worn.get(id)?.code ?? headCodes.unaccounted),
        heardAt: Float64Array.from(animalIds, (id) => worn.get(id)?.heardAt ?? Number.NaN),
        gatewayIds: Uint32Array.from(animalIds, (id) => worn.get(id)?.gatewayId ?? 0),
      }
    },
  })
  project = await addTestProject(world, 'A')
  const { pm, farmId, animalIds } = project
  gatewayId = (
    await world.call<{ id: number }>(pm, 'PUT', '/collateral/web/gateway/addOrEdit', {
      mac: 'AC233F000001',
      farmId,
      longitude: 116,
      latitude: 44,
    })
  ).data.id
  for (const [place, animalId] of animalIds.slice(0, 5).entries()) {
    bands.push(
      (
        await world.call<{ id: number }>(pm, 'PUT', '/collateral/web/neckband/addOrEdit', {
          deviceId: `AC233F0000A${place}`,
          animalId,
        })
      ).data.id,
    )
  }
  // Three are heard, one is explained by an outage, one is silent, and the last wears no neckband.
  const now = world.context.clock.now()
  for (const [place, code] of [
    headCodes.heard,
    headCodes.heard,
    headCodes.heard,
    headCodes.unverified,
    headCodes.unaccounted,
  ].entries()) {
    heard.set(bands[place] ?? 0, {
      code,
      heardAt: now - (code === headCodes.heard ? place : 100 + place) * minute,
      gatewayId,
    })
  }
})
afterAll(() => world.close())

describe('a headcount', () => {
  test('splits the ledger into heard, unverified and unaccounted heads', async () => {
    expect(await numbers()).toEqual({
      contracted: 6,
      ledger: 6,
      heard: 3,
      unverified: 1,
      unaccounted: 2,
      windowMinutes: 60,
      missing: 0,
      at: '2026-05-01T12:00:00.000Z',
      lastHeardAt: '2026-05-01T12:00:00.000Z',
      unverifiedValue: '5000.00',
      unaccountedValue: '10000.00',
      changeToday: 6,
      gainedToday: 6,
      lostToday: 0,
      outside: 0,
      change30Days: 6,
      day: '2026-05-01',
      timeZone: 'Asia/Shanghai',
      closedAt: null,
      unexplained: 2,
      farmIds: [project.farmId],
      handCount: null,
    })
  })

  test('says how many heard heads are outside the farm', async () => {
    const now = world.context.clock.now()
    const leave = (animalId = 0) => ({
      kind: 'LEFT_FARM' as const,
      severity: 'CRITICAL' as const,
      subjectType: 'ANIMAL' as const,
      subjectId: animalId,
      subjectName: 'A',
      farmId: project.farmId,
      penId: null,
      animalId,
      raisedAt: now,
      sinceAt: now,
      detail: {},
    })
    // The first is heard, the fifth is silent.
    const raised = await raiseAlerts(world.sql, [leave(project.animalIds[0]), leave(project.animalIds[4])])
    expect(await numbers()).toMatchObject({ heard: 3, outside: 1 })
    await clearAlerts(
      world.sql,
      raised.map(({ id }) => ({ id, at: now, because: null })),
    )
    expect(await numbers()).toMatchObject({ heard: 3, outside: 0 })
  })

  test('lists the heads of each state, longest silent first', async () => {
    const all = await heads()
    expect([all.total, all.list.map(({ visualTag, state }) => `${visualTag} ${state}`)]).toEqual([
      6,
      ['A-5 UNACCOUNTED', 'A-4 UNACCOUNTED', 'A-3 UNVERIFIED', 'A-2 HEARD', 'A-1 HEARD', 'A-0 HEARD'],
    ])
    const unaccounted = await heads({ state: ['UNACCOUNTED'], sort: { field: 'visualTag', order: 'asc' }, pageSize: 1 })
    expect(unaccounted).toMatchObject({
      total: 2,
      list: [
        {
          visualTag: 'A-4',
          state: 'UNACCOUNTED',
          lastHeardAt: '2026-05-01T10:16:00.000Z',
          gatewayMac: 'AC233F000001',
          value: '5000.00',
          farmName: 'A farm',
          explanation: null,
        },
      ],
    })
    expect((await heads({ tag: 'a-3' })).list).toMatchObject([{ visualTag: 'A-3' }])
  })

  test('shows a head with its readings and decisions', async () => {
    const now = world.context.clock.now()
    const animalId = project.animalIds[4] ?? 0
    await world.sql.unsafe(
      `create table readings_20260501 partition of readings for values from ('2026-05-01Z') to ('2026-05-02Z')`,
    )
    for (const minutes of [104, 110]) {
      await world.sql`insert into readings (at, received_at, neckband_id, gateway_id, source_id, discriminator, rssi) values (${now - minutes * minute}, ${now}, ${bands[4] ?? 0}, ${gatewayId}, 1, 0, -92)`
    }
    await world.sql`update pairings set from_at = ${now - 200 * minute}`
    const [alert] = await raiseAlerts(world.sql, [
      {
        kind: 'LEFT_PEN',
        severity: 'MAJOR',
        subjectType: 'ANIMAL',
        subjectId: animalId,
        subjectName: 'A-4',
        farmId: project.farmId,
        penId: null,
        animalId,
        raisedAt: now - 90 * minute,
        sinceAt: now - 90 * minute,
        detail: {},
      },
    ])
    await world.call(project.pm, 'POST', `/collateral/web/alert/${alert?.id ?? 0}/acknowledge`, {
      comment: 'the west fence is broken',
    })
    const { data } = await world.call<HeadDetail>(project.bank, 'GET', address(`headcount/head/${animalId}`))
    expect(data).toMatchObject({
      visualTag: 'A-4',
      alertKind: 'LEFT_PEN',
      rssi: -92,
      readings: [{ at: '2026-05-01T10:16:00.000Z', gatewayMac: 'AC233F000001' }, { rssi: -92 }],
    })
    expect(
      data.decisions.map(({ kind, alertKind, entryKind, by, comment }) => [kind, alertKind ?? entryKind, by, comment]),
    ).toEqual(
      expect.arrayContaining([
        ['ACKNOWLEDGED', 'LEFT_PEN', 'A.pm', 'the west fence is broken'],
        ['ALERT', 'LEFT_PEN', null, null],
        ['LEDGER', 'OPENING', null, 'opened'],
      ]),
    )
    expect((await world.call(project.bank, 'GET', address('headcount/head/999999'))).status).toBe(404)
  })
})

describe('coverage', () => {
  test('divides the value of counted heads by the balance', async () => {
    expect(await coverage()).toMatchObject({
      value: '42000.00',
      ratio: '1.4000',
      state: 'OK',
      headsToCure: null,
      cashToCure: null,
      balance: '30000.00',
      balanceAsOf: null,
      warningLine: '1.2000',
      minimumLine: '1.0000',
      lines: [
        { lineId: project.lineIds[0], heads: 3, value: '27000.00' },
        { lineId: project.lineIds[1], heads: 3, value: '15000.00' },
      ],
    })
    expect((await world.call(project.bank, 'GET', address('coverage/gateways'))).data).toEqual({
      gateways: [
        {
          id: gatewayId,
          mac: 'AC233F000001',
          lines: [
            { lineId: project.lineIds[0], heads: 3 },
            { lineId: project.lineIds[1], heads: 2 },
          ],
        },
      ],
    })
  })

  test('excludes missing heads that are still in the ledger', async () => {
    await setStatus(project, project.animalIds.slice(0, 1), 'MISSING')
    expect(await coverage()).toMatchObject({
      value: '33000.00',
      ratio: '1.1000',
      state: 'BELOW_WARNING',
      headsToCure: { lineId: project.lineIds[0], heads: 1 },
      cashToCure: '2500.00',
    })
    expect(await numbers()).toMatchObject({ ledger: 6, missing: 1, heard: 2, unaccounted: 3 })
    await setStatus(project, project.animalIds.slice(0, 1), 'IN_HERD')
    await world.sql`insert into pairings (neckband_id, animal_id, from_at) values (${bands[0] ?? 0}, ${project.animalIds[0] ?? 0}, now())`
  })

  test('uses the balance of the newest day until another corrects it', async () => {
    const balance = (amount: string, extra: object = {}, token = project.bank) =>
      world.call<LoanBalance>(token, 'POST', address('balance/new'), {
        balance: amount,
        asOf: '2026-04-30',
        source: 'a statement',
        ...extra,
      })
    expect((await balance('1', { asOf: '2026-05-02' })).error.fields).toEqual({ asOf: 'future' })
    expect((await balance('1', { documentId: await addDocument(world, 'A.pm') })).error.fields).toEqual({
      documentId: 'unknown',
    })
    expect((await balance('1', {}, project.pm)).status).toBe(403)
    world.emitted.recordsChanged.length = 0
    expect((await balance('50000')).data).toMatchObject({ balance: '50000.00', recordedBy: 'A.bank', isCounted: true })
    expect(world.emitted.recordsChanged).toMatchObject([
      { noun: 'loanBalances', ids: [project.id], farmIds: [project.farmId] },
    ])
    expect(await coverage()).toMatchObject({
      balance: '50000.00',
      balanceAsOf: '2026-04-30',
      ratio: '0.8400',
      state: 'BELOW_MINIMUM',
      headsToCure: { heads: 2 },
      cashToCure: '15000.00',
    })
    expect((await balance('10', { asOf: '2026-04-29', source: 'found later' })).data.isCounted).toBe(false)
    expect(await coverage()).toMatchObject({ balance: '50000.00', balanceAsOf: '2026-04-30' })
    const wrong = await world.sql<{ id: number }[]>`select id from loan_balances where balance = 50000`
    const correction = { asOf: '2026-04-29', source: 'a slip of the pen', correctsId: wrong[0]?.id ?? 0 }
    expect((await balance('30000', correction)).data).toMatchObject({ correctsId: wrong[0]?.id, isCounted: true })
    expect((await balance('30000', correction)).error.fields).toEqual({ correctsId: 'corrected' })
    expect((await balance('30000', { correctsId: 999_999 })).error.fields).toEqual({ correctsId: 'unknown' })
    const { list } = (await world.call<{ list: LoanBalance[] }>(project.borrower, 'POST', address('balance/list'), {}))
      .data
    expect(list.map(({ balance: amount, source, isCounted }) => [amount, source, isCounted])).toEqual([
      ['30000.00', 'a slip of the pen', true],
      ['10.00', 'found later', false],
      ['50000.00', 'a statement', false],
    ])
    await expect(world.sql`update loan_balances set balance = 0`).rejects.toMatchObject({ code: 'DR004' })
  })
})

describe('closing a day', () => {
  test('is rejected while a head is unexplained', async () => {
    expect(await close('2026-05-01')).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', fields: { day: 'unexplained' }, details: { heads: '2' } },
    })
    const explain = (animalIds: number[]) =>
      world.call(project.pm, 'POST', address('headcount/explain'), { animalIds, explanation: 'seen at the trough' })
    expect((await explain(project.animalIds.slice(4, 5))).data).toEqual({ explained: 1 })
    // Explaining a heard head does not make up for an unexplained one.
    await explain(project.animalIds.slice(0, 1))
    expect(await close('2026-05-01')).toMatchObject({ error: { details: { heads: '1' } } })
    expect(
      (await heads({ state: ['UNACCOUNTED'] })).list.map(({ explanation, explainedBy }) => [explanation, explainedBy]),
    ).toEqual([
      [null, null],
      ['seen at the trough', 'A.pm'],
    ])
    expect((await explain([999_999])).error.fields).toEqual({ animalIds: 'unknown' })
    await explain(project.animalIds.slice(5))
    expect(await numbers()).toMatchObject({ unaccounted: 2, unexplained: 0 })
  })

  test('rejects closing any day but today', async () => {
    expect((await close('2026-04-30')).error.fields).toEqual({ day: 'not_today' })
  })

  test('succeeds once of fifty concurrent calls and freezes the numbers', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => close('2026-05-01')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(answers.find(({ status }) => status === 409)?.error.fields).toEqual({ day: 'closed' })
    await setStatus(project, project.animalIds.slice(5), 'DEAD')
    const { list } = (await world.call<{ list: DayClose[] }>(project.borrower, 'POST', address('dayClose/list'), {}))
      .data
    expect(list).toMatchObject([
      {
        day: '2026-05-01',
        ledger: 6,
        heard: 3,
        unverified: 1,
        unaccounted: 2,
        contracted: 6,
        eligibleValue: '42000.00',
        balance: '30000.00',
        ratio: '1.4000',
        closedBy: 'A.pm',
      },
    ])
    expect(await numbers()).toMatchObject({ ledger: 5, closedAt: '2026-05-01T12:00:00.000Z' })
    await expect(world.sql`update day_closes set heard = 0`).rejects.toMatchObject({ code: 'DR004' })
    await expect(world.sql`delete from head_explanations`).rejects.toMatchObject({ code: 'DR004' })
    await setStatus(project, project.animalIds.slice(5), 'IN_HERD')
  })
})

test('shows the newest manual count and stores the day’s on closing', async () => {
  const herd = await addTestProject(world, 'C', { heads: 2 })
  const explain = (of: TestProject) =>
    world.call(of.pm, 'POST', address('headcount/explain', of), {
      animalIds: of.animalIds,
      explanation: 'in the hills',
    })
  const log = async (handCount: number, day: string) => {
    const body = {
      key: randomUUID(),
      farmId: herd.farmId,
      day,
      monitorStatus: 'NORMAL',
      handCount,
      counts: [],
      text: '',
      photos: [],
      writtenAt: 0,
      correctsId: null,
    }
    expect((await world.call(herd.pm, 'POST', address('dailylog/new', herd), body)).status).toBe(200)
  }
  await explain(herd)
  await log(3, '2026-04-30')
  expect((await numbers(herd)).handCount).toEqual({ heads: 3, day: '2026-04-30', farms: 1, kept: null })
  liveHeads = 4
  expect((await numbers(herd)).handCount?.kept).toBe(4)
  expect((await close('2026-05-01', herd)).data).toMatchObject({ handCount: null })
  const other = await addTestProject(world, 'D', { heads: 2 })
  await world.call(other.pm, 'POST', address('dailylog/new', other), {
    key: randomUUID(),
    farmId: other.farmId,
    day: '2026-05-01',
    monitorStatus: 'NORMAL',
    handCount: 1,
    counts: [],
    text: '',
    photos: [],
    writtenAt: 0,
    correctsId: null,
  })
  await explain(other)
  // A count that contradicts the ledger needs an explanation.
  const unexplained = await close('2026-05-01', other)
  expect([unexplained.status, unexplained.error.fields, unexplained.error.details]).toEqual([
    409,
    { note: 'count_differs' },
    { heads: '-1' },
  ])
  expect((await close('2026-05-01', other, 'one is at the vet')).data).toMatchObject({ handCount: 1, ledger: 2 })
})

test('thins samples of old days to the last one', async () => {
  const herd = await addTestProject(world, 'S', { heads: 2 })
  const at = (day: string) => `${day}Z`
  for (const one of [
    '2026-01-01T10:00',
    '2026-01-01T23:45',
    '2026-01-02T00:00',
    '2026-03-01T00:00',
    '2026-03-01T00:15',
  ]) {
    await world.sql`insert into project_samples (project_id, at, window_minutes, ledger, heard, unverified, eligible_value, ratio) values (${herd.id}, ${at(one)}::timestamptz, 60, 0, 0, 0, 0, null)`
  }
  const samples = async () =>
    (
      await world.sql<
        { at: string }[]
      >`select to_char(at at time zone 'UTC', 'MM-DD HH24:MI') as at from project_samples where project_id = ${herd.id} order by at`
    ).map((row) => row.at)
  const later = Date.UTC(2026, 8, 1)
  // The clock is ahead of every sample: nothing counts as old.
  await thinSamples(world.context.sql, later)
  expect(await samples()).toHaveLength(5)
  await world.sql`insert into project_samples (project_id, at, window_minutes, ledger, heard, unverified, eligible_value, ratio) values (${herd.id}, '2026-05-15Z', 60, 0, 0, 0, 0, null)`
  await thinSamples(world.context.sql, later)
  // In the farm’s time zone a day ends at 16:00 UTC.
  expect(await samples()).toEqual(['01-01 10:00', '01-02 00:00', '03-01 00:00', '03-01 00:15', '05-15 00:00'])
})

test('returns the trend with samples, gaps and outages', async () => {
  const { clock } = world.context
  const start = clock.now()
  for (const minutes of [0, 15, 45]) await sampleProjects(world.context, start + minutes * minute)
  await sampleProjects(world.context, start)
  await raiseAlerts(world.sql, [
    {
      kind: 'SITE_OUTAGE',
      severity: 'CRITICAL',
      subjectType: 'FARM',
      subjectId: project.farmId,
      subjectName: 'x',
      farmId: project.farmId,
      penId: null,
      animalId: null,
      raisedAt: start + 20 * minute,
      sinceAt: start + 16 * minute,
      detail: {},
    },
  ])
  await clock.moveTo(start + 60 * minute)
  const trend = async (days: number) =>
    (
      await world.call<Reply<typeof projectHeadcountEndpoints.trend>>(
        project.bank,
        'GET',
        address(`headcount/trend?days=${days}`),
      )
    ).data
  expect(await trend(1)).toMatchObject({
    stepMinutes: 15,
    windowMinutes: 60,
    at: [0, 15, 45].map((minutes) => start + minutes * minute),
    ledger: [6, 6, 6],
    heard: [3, 3, 3],
    unverified: [1, 1, 1],
    ratio: ['1.4000', '1.4000', '1.4000'],
    outages: [{ from: start + 16 * minute, to: null }],
  })
  expect(await trend(90)).toMatchObject({ stepMinutes: 180, at: [start] })
})

test('hides farm counts, outages and animal changes after closing', async () => {
  const {
    sql,
    context: { clock },
  } = world
  const herd = await addTestProject(world, 'E', { heads: 2 })
  // Decisions use machine time, which is years after the herd time of replayed data.
  const [closedAt, decidedAt] = [clock.now() + 30 * minute, clock.now() + 10 * 365 * 24 * 60 * minute]
  await sampleProjects(world.context, clock.now())
  await world.call(herd.pm, 'POST', address('dailylog/new', herd), {
    key: randomUUID(),
    farmId: herd.farmId,
    day: '2026-05-01',
    monitorStatus: 'NORMAL',
    handCount: 2,
    counts: [],
    text: '',
    photos: [],
    writtenAt: 0,
    correctsId: null,
  })
  const outage = (from: number) =>
    ({
      kind: 'SITE_OUTAGE',
      severity: 'CRITICAL',
      subjectType: 'FARM',
      subjectId: herd.farmId,
      subjectName: 'x',
      farmId: herd.farmId,
      penId: null,
      animalId: null,
      raisedAt: from,
      sinceAt: from,
      detail: {},
    }) as const
  await raiseAlerts(sql, [outage(closedAt - 20 * minute)])
  await sql`update alerts set cleared_at = ${closedAt + 10 * minute} where kind = 'SITE_OUTAGE' and farm_id = ${herd.farmId}`
  await raiseAlerts(sql, [outage(closedAt + 20 * minute)])
  liveHeads = 4
  expect((await numbers(herd)).handCount?.kept).toBe(4)
  await sql`update projects set status = 'CLOSED' where id = ${herd.id}`
  const [ticket] = await sql<{ id: number }[]>`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at, state, decided_at)
    select 'PROJECT_CLOSE', 'PROJECT', ${herd.id}, 'E', '{}', u.id, u.organisation_id, ${decidedAt}, 'APPROVED', ${decidedAt} from users u where user_name = 'E.pm' returning id`
  await sql.begin((one) =>
    closeCollateral(
      {
        sql: one,
        caller: { userId: 0, address: '' },
        context: world.context,
        now: closedAt,
        afterCommit: () => undefined,
      },
      herd.id,
      { ticketId: ticket?.id ?? 0, reason: 'paid' },
    ),
  )
  await clock.moveTo(closedAt + 60 * minute)
  // One is sold to another farm after the closing, in machine time.
  const [animalId = 0] = herd.animalIds
  await sql`update stays set to_at = ${closedAt + 50 * minute} where animal_id = ${animalId}`
  const [buyer] = await sql<
    { id: number }[]
  >`insert into farms (name, boundary, supervisor_org_id, window_minutes, time_zone, created_at, updated_at) select 'Buyer', boundary, supervisor_org_id, window_minutes, time_zone, created_at, updated_at from farms where id = ${herd.farmId} returning id`
  await sql`update animals set status = 'SOLD', farm_id = ${buyer?.id ?? 0} where id = ${animalId}`
  await audit(sql, { userId: 0, address: '' }, decidedAt + minute, {
    action: 'EDIT',
    noun: 'animal',
    nounId: animalId,
    before: { status: 'IN_HERD' },
    after: { status: 'SOLD' },
  })
  // Another died before the closing.
  const [, deadId = 0] = herd.animalIds
  await sql`update animals set status = 'DEAD' where id = ${deadId}`
  await audit(sql, { userId: 0, address: '' }, decidedAt - minute, {
    action: 'EDIT',
    noun: 'animal',
    nounId: deadId,
    before: { status: 'IN_HERD' },
    after: { status: 'DEAD' },
  })
  for (const token of [herd.bank, herd.borrower]) {
    expect((await world.call<ProjectHeadcount>(token, 'GET', address('headcount', herd))).data.handCount).toEqual({
      heads: 2,
      day: '2026-05-01',
      farms: 1,
      kept: null,
    })
    for (const moment of ['', `?happened=${toInstant(closedAt + 40 * minute)}`]) {
      const { data } = await world.call<Reply<typeof projectHeadcountEndpoints.trend>>(
        token,
        'GET',
        address(`headcount/trend${moment}`, herd),
      )
      expect(data).toMatchObject({
        to: closedAt,
        at: [closedAt - 30 * minute],
        outages: [{ from: closedAt - 20 * minute, to: null }],
      })
      const { list } = (
        await world.call<Reply<typeof pledgeEndpoints.list>>(token, 'POST', address('pledge/list', herd), {
          ...(moment && { happened: closedAt + 40 * minute }),
        })
      ).data
      expect(list.find((one) => one.animalId === animalId)).toMatchObject({ status: 'IN_HERD', farmName: 'E farm' })
      // By that herd time nothing had been recorded.
      expect(list.find((one) => one.animalId === deadId)).toMatchObject({ status: moment === '' ? 'DEAD' : 'IN_HERD' })
    }
  }
})

test('returns 404 to users without access', async () => {
  const other = await addTestProject(world, 'X', { heads: 2 })
  for (const call of ['headcount', 'headcount/trend', `headcount/head/${project.animalIds[0] ?? 0}`, 'coverage'])
    expect((await world.call(other.bank, 'GET', address(call))).status).toBe(404)
  for (const call of ['headcount/list', 'ledger/list', 'dayClose/list', 'balance/list'])
    expect((await world.call(other.bank, 'POST', address(call), {})).status).toBe(404)
})
