import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DailyReport, dailyReportPath, parseReportId, reportIdOf } from '#contract/projects/days/dailyReports.ts'
import type { DayClose } from '#contract/projects/days/dayCloses.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { machineNow } from '../../../clock.ts'
import { setMarks } from '../../../db/marks.ts'
import { raiseAlerts } from '../../../db/alerts.ts'
import { dayAt } from '../../../farmDays.ts'
import { makePartition } from '../../../db/readings/statements.ts'
import { dailyWords } from '../../../exports/daily-report/dailyWords.ts'
import { dailyReportOf } from '../../../exports/daily-report/report.ts'
import { pdfCodes } from '../../../exports/pdf/testPdfCode.ts'
import { pdfText } from '../../../exports/pdf/testPdfText.ts'
import { wordsIn } from '../../../exports/pdf/words.ts'
import { headCodes } from '../../../herd/headcount.ts'
import { languages } from '../../../languages.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { sealWaiting } from '../../seals/seal.ts'
import { insertClose } from '../headcount/dayCloses.ts'
import { sampleProjects } from '../headcount/projectSamples.ts'
import { insertDailyLog } from '../logs/insertLog.ts'
import { addTestProject, post, type TestProject } from '../testLedger.ts'
import { readReport } from './readReport.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const web = '/collateral/web'
const hourMs = 3_600_000
/** When the world begins: eight in the evening on the farm, where the project is opened. */
const start = Date.UTC(2026, 4, 1, 12)
let world: World
let project: TestProject
let other: TestProject
let banker: string
let chief: string
let platform: string

const list = async (token: string, body: object = {}) =>
  (await world.call<{ list: DailyReport[]; total: number }>(token, 'POST', `${web}/report/list`, body)).data
const take = (token: string, day: string, { language = 'en-US', of = project } = {}) =>
  world.server.inject({
    method: 'POST',
    url: dailyReportPath.replace('{id}', String(reportIdOf(of.id, day))),
    headers: { 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()), 'accept-language': language },
  })
const callerOf = (found: object | null) => ({ ...found }) as Parameters<typeof readReport>[1]
const partyOf = async (column: 'bank_org_id' | 'supervisor_org_id') =>
  (await world.sql<{ id: number }[]>`select ${world.sql(column)} as id from projects where id = ${project.id}`)[0]
    ?.id ?? 0

beforeAll(async () => {
  world = await openWorld({
    heads: async ({ animalIds: { length } }) => ({
      codes: new Uint8Array(length).fill(headCodes.heard),
      heardAt: new Float64Array(length).fill(start),
      gatewayIds: new Uint32Array(length),
    }),
  })
  const {
    sql,
    context: { clock, herd, countedHeads },
  } = world
  project = await addTestProject(world, 'A')
  other = await addTestProject(world, 'B')
  banker = await world.user('banker', 'ADMIN_BANK', await partyOf('bank_org_id'))
  chief = await world.user('chief', 'ADMIN_SUPERVISOR', await partyOf('supervisor_org_id'))
  platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'P'))
  // Day 2 is closed, with an entry, alerts and two logs. Day 3 is not closed. Day 4 is today.
  const [pledgeId = 0] = project.pledgeIds
  await clock.moveTo(start + 20 * hourMs)
  await post(world, [
    {
      projectId: project.id,
      lineId: project.lineIds[0],
      kind: 'DEATH',
      pledgeIds: [pledgeId],
      adds: false,
      reason: 'colic',
      happenedAt: start + 19 * hourMs,
    },
  ])
  const now = clock.now()
  await raiseAlerts(
    sql,
    (['MINOR', 'CRITICAL'] as const).map((severity, place) => ({
      kind: place === 0 ? 'LOW_BATTERY' : 'LEFT_FARM',
      severity,
      subjectType: 'ANIMAL',
      subjectId: project.animalIds[place] ?? 0,
      subjectName: `tag ${place}`,
      farmId: project.farmId,
      penId: null,
      animalId: project.animalIds[place] ?? 0,
      raisedAt: now + place,
      sinceAt: now,
      detail: place === 0 ? { battery: 9 } : { metres: 40 },
    })),
  )
  const log = {
    projectId: project.id,
    farmId: project.farmId,
    authorId: await world.idOf('A.pm'),
    monitorStatus: 'NORMAL' as const,
    handCount: 5,
  }
  await insertDailyLog(sql, {
    ...log,
    day: '2026-05-01',
    text: 'of yesterday',
    writtenAt: start,
    receivedAt: now,
    isLate: true,
  })
  await insertDailyLog(sql, {
    ...log,
    day: '2026-05-02',
    text: 'all are well',
    writtenAt: now,
    receivedAt: now,
    isLate: false,
  })
  await insertClose(sql, {
    id: project.id,
    day: '2026-05-02',
    windowMinutes: 45,
    contracted: 6,
    ledger: 5,
    heard: 4,
    unverified: 1,
    unaccounted: 0,
    handCount: 5,
    value: '32000',
    balance: '30000',
    ratio: '1.0666',
    note: 'quiet',
    closedBy: log.authorId,
    closedAt: start + 21 * hourMs,
  })
  await clock.moveTo(start + 40 * hourMs)
  await sampleProjects({ sql, herd, countedHeads }, clock.now())
  await clock.moveTo(start + 60 * hourMs)
})
afterAll(() => world.close())

describe('days of a project', () => {
  test('run from its opening to yesterday, with frozen or last measured numbers', async () => {
    const { list: days, total } = await list(banker)
    expect([total, days.map(({ projectCode, day, state }) => `${projectCode} ${day} ${state}`)]).toEqual([
      3,
      ['A 2026-05-03 OPEN', 'A 2026-05-02 CLOSED', 'A 2026-05-01 OPEN'],
    ])
    expect(days[0]).toEqual({
      id: reportIdOf(project.id, '2026-05-03'),
      projectId: project.id,
      projectCode: 'A',
      projectName: 'A loan',
      day: '2026-05-03',
      timeZone: 'Asia/Shanghai',
      state: 'OPEN',
      contracted: 6,
      ledger: 5,
      heard: 5,
      unverified: 0,
      unaccounted: 0,
      windowMinutes: 60,
      countedAt: '2026-05-03T04:00:00.000Z',
      handCount: null,
      change: 0,
      ratio: '1.1000',
      eligibleValue: '33000.00',
      balance: '30000.00',
      closedBy: null,
      closedAt: null,
      note: null,
      root: null,
    })
    expect(days[1]).toMatchObject({
      ledger: 5,
      heard: 4,
      unverified: 1,
      windowMinutes: 45,
      handCount: 5,
      change: -1,
      ratio: '1.0666',
      eligibleValue: '32000.00',
      note: 'quiet',
      closedBy: 'A.pm',
      closedAt: '2026-05-02T09:00:00.000Z',
      countedAt: '2026-05-02T09:00:00.000Z',
    })
    // Nothing was measured on the first day: a report reads the numbers at its end from stored rows.
    expect(days[2]).toMatchObject({
      ledger: null,
      heard: null,
      ratio: null,
      change: 6,
      balance: '30000.00',
      countedAt: '2026-05-01T15:59:59.999Z',
    })
  })

  test('are filtered by project, state, period and id, and paged', async () => {
    const found = async (body: object) =>
      (await list(platform, body)).list.map(({ projectCode, day }) => `${projectCode} ${day}`)
    expect(await found({ state: 'CLOSED' })).toEqual(['A 2026-05-02'])
    expect(await found({ projectId: other.id, state: 'OPEN' })).toEqual([
      'B 2026-05-03',
      'B 2026-05-02',
      'B 2026-05-01',
    ])
    expect(await found({ from: '2026-05-02', to: '2026-05-02' })).toEqual(['B 2026-05-02', 'A 2026-05-02'])
    expect(await found({ from: '2026-05-03' })).toEqual(['B 2026-05-03', 'A 2026-05-03'])
    expect(await found({ from: '2020-01-01', to: '2026-04-30' })).toEqual([])
    expect(await found({ ids: [reportIdOf(project.id, '2026-05-01'), reportIdOf(other.id, '2026-05-03'), 7] })).toEqual(
      ['B 2026-05-03', 'A 2026-05-01'],
    )
    const pages = await Promise.all(
      [1, 2].map((current) => list(platform, { current, pageSize: 4, sort: { field: 'day', order: 'asc' } })),
    )
    expect(pages.map((page) => [page.total, page.list.map(({ projectCode, day }) => `${projectCode} ${day}`)])).toEqual(
      [
        [6, ['A 2026-05-01', 'B 2026-05-01', 'A 2026-05-02', 'B 2026-05-02']],
        [6, ['A 2026-05-03', 'B 2026-05-03']],
      ],
    )
  })

  test('exclude projects that were not opened', async () => {
    for (const status of ['DRAFT', 'PENDING_APPROVAL'])
      await world.sql`
      insert into projects (code, name, bank_org_id, borrower_org_id, supervisor_org_id, contract_headcount, loan_amount, status, starts_on, ends_on, warning_line, minimum_line, window_minutes)
      select ${status}, 'x', bank_org_id, borrower_org_id, supervisor_org_id, 5, 100, ${status}, starts_on, ends_on, warning_line, minimum_line, window_minutes from projects where id = ${project.id}`
    for (const body of [
      {},
      { from: '2026-05-01' },
      { to: '2026-05-03' },
      { state: 'OPEN', from: '2026-05-02', to: '2026-05-03' },
    ]) {
      expect((await list(platform, body)).list.filter(({ projectCode }) => projectCode.length > 1)).toEqual([])
    }
  })

  test('are visible to their own parties only', async () => {
    expect((await list(project.borrower)).total).toBe(3)
    expect((await list(chief, { projectId: other.id })).total).toBe(0)
    expect((await world.call(project.pm, 'POST', `${web}/report/list`, {})).status).toBe(403)
  })

  test('include today once it is closed, and end with the project', async () => {
    const {
      sql,
      context: { clock },
    } = world
    await world.call(other.pm, 'POST', `/collateral/common/project/${other.id}/headcount/explain`, {
      animalIds: other.animalIds,
      explanation: 'seen',
    })
    await world.call(other.pm, 'POST', `/collateral/common/project/${other.id}/dayClose/new`, { day: '2026-05-04' })
    expect((await list(platform, { projectId: other.id })).list[0]).toMatchObject({
      day: '2026-05-04',
      state: 'CLOSED',
      countedAt: new Date(clock.now()).toISOString(),
    })
    await sql`
      insert into tickets (kind, state, subject_type, subject_id, subject_name, payload, raised_by, raised_at, decided_at, due_at)
      values ('PROJECT_CLOSE', 'APPROVED', 'PROJECT', ${other.id}, 'B', '{}', ${await world.idOf('B.pm')}, ${start}, ${start + 30 * hourMs}, ${start})`
    expect((await list(platform, { projectId: other.id })).list.map(({ day }) => day)).toEqual([
      '2026-05-03',
      '2026-05-02',
      '2026-05-01',
    ])
  })
})

test('encodes one project and one day in a report id', () => {
  for (const [projectId, day] of [
    [1, '2026-01-01'],
    [9_000_000, '2199-12-31'],
  ] as const)
    expect(parseReportId(reportIdOf(projectId, day))).toEqual({ projectId, day })
})

describe('report of a day', () => {
  test('shows frozen numbers, entries, alerts and logs, and is recorded with its hash', async () => {
    const answer = await take(banker, '2026-05-02')
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="report-A-2026-05-02.pdf"; filename*=UTF-8\'\'report-A-2026-05-02.pdf',
    ])
    const text = pdfText(answer.rawPayload)
    for (const part of [
      'Daily report: A, May 2, 2026',
      'A bank',
      'A borrower',
      'A supervisor',
      'A.pm closed the day on',
      'in 45 min',
      'quiet',
      '1.06×',
      '¥32,000.00',
      'Death',
      'colic',
      'A-0',
      'all are well',
      'of yesterday',
      'late, of May 1, 2026',
      'ledger_entries',
      'day_closes',
      'The records in this report don’t have a seal yet',
    ])
      expect(text).toContain(part)
    expect(text.indexOf('tag 1')).toBeLessThan(text.indexOf('tag 0'))
    await world.context.securityLog.settled()
    const [noted] = await world.sql<
      { what: string; name: string }[]
    >`select what, user_name as name from security_events where kind = 'EXPORT' order by id desc limit 1`
    expect(noted).toEqual({
      name: 'banker',
      what: `pdf report A 2026-05-02 ${createHash('sha256').update(answer.rawPayload).digest('hex')}`,
    })
  })

  test('shows the seal of its rows with an address', { tags: 'long' }, async () => {
    await sealWaiting(world.sql, { publicUrl: '' }, Date.UTC(2026, 4, 3, 13))
    await sealWaiting(world.sql, { publicUrl: '' }, Date.UTC(2026, 4, 4, 0, 5))
    const [seal] = await world.sql<{ root: string }[]>`select root from seals order by day desc limit 1`
    const address = `https://drover.test/verify/${seal?.root}`
    expect(await pdfCodes((await take(banker, '2026-05-02')).rawPayload, 0)).toEqual([address])
    expect((await list(banker, { state: 'CLOSED' })).list[0]?.root).toBe(seal?.root)
  })

  test('shows the last sample’s numbers for an open day', async () => {
    const caller = callerOf(await world.sessions.authenticate(banker))
    const before = await readReport(world.context, caller, reportIdOf(project.id, '2026-05-03'))
    const [, pledgeId = 0] = project.pledgeIds
    await post(world, [
      {
        projectId: project.id,
        lineId: project.lineIds[0],
        kind: 'THEFT',
        pledgeIds: [pledgeId],
        adds: false,
        reason: 'r',
        happenedAt: start + 30 * hourMs,
      },
    ])
    const after = await readReport(world.context, caller, reportIdOf(project.id, '2026-05-03'))
    expect({ ...after, madeAt: 0 }).toEqual({ ...before, madeAt: 0 })
    expect([after.headcount.ledger, after.headcount.at, after.entries.total, after.logs.total]).toEqual([
      5,
      '2026-05-03T04:00:00.000Z',
      0,
      0,
    ])
  })

  test('uses the balance known at the last sample for an open day', async () => {
    const { sql } = world
    const caller = callerOf(await world.sessions.authenticate(banker))
    // Recorded after the last sample of day 3, so that day ignores it.
    await sql`insert into loan_balances (project_id, balance, as_of, note, recorded_at) values (${project.id}, 15000, '2026-05-03', 'a statement', ${start + 41 * hourMs}::timestamptz)`
    const facts = await readReport(world.context, caller, reportIdOf(project.id, '2026-05-03'))
    expect([facts.report.balance, facts.report.ratio, facts.coverage.balance]).toEqual([
      '30000.00',
      '1.1000',
      '30000.00',
    ])
  })

  test('shows when silent heads were last heard, as far as readings are kept', async () => {
    const { sql } = world
    const [, heardId = 0] = project.animalIds
    const band = (
      await world.call<{ id: number }>(project.pm, 'PUT', `${web}/neckband/addOrEdit`, {
        deviceId: 'AC233F0000A1',
        animalId: heardId,
      })
    ).data.id
    await sql`update pairings set from_at = ${start - 50 * hourMs}::timestamptz where neckband_id = ${band}`
    const at = start - 40 * hourMs
    for (const [one, receivedAt] of [
      [at - hourMs, at],
      [at, at],
      [at + hourMs, start + 70 * hourMs],
    ] as const) {
      await sql.unsafe(makePartition(one - (one % (24 * hourMs))))
      await sql`insert into readings (at, received_at, neckband_id, gateway_id, source_id, discriminator) values (${one}, ${receivedAt}, ${band}, 0, 1, 0)`
    }
    const lastHeard = async () => {
      const facts = await readReport(
        world.context,
        callerOf(await world.sessions.authenticate(banker)),
        reportIdOf(project.id, '2026-05-02'),
      )
      const { blocks } = dailyReportOf(facts, wordsIn(dailyWords, 'en-US', 'Asia/Shanghai'), '')
      return Object.fromEntries(
        blocks.flatMap((block) =>
          block.kind === 'table' && block.titles.includes('Last reading')
            ? block.rows.map(([tag = '', , last = '']) => [tag, last])
            : [],
        ),
      )
    }
    // A reading received later is ignored.
    expect(await lastHeard()).toMatchObject({ 'A-1': 'Apr 30, 2026, 4:00:00 AM', 'A-2': 'not in 30 days' })
    await setMarks(sql, { readings_dropped: start - 100 * hourMs })
    expect(await lastHeard()).toMatchObject({ 'A-1': 'Apr 30, 2026, 4:00:00 AM', 'A-2': '–' })
    await setMarks(sql, { readings_dropped: 0 })
  })

  test('shows no alerts to roles whose console shows none', async () => {
    const { alerts, tickets } = await readReport(
      world.context,
      callerOf(await world.sessions.authenticate(platform)),
      reportIdOf(project.id, '2026-05-02'),
    )
    expect([alerts, tickets]).toEqual([null, null])
  })

  test('omits the headings of parts that its reader may not see', { tags: 'long' }, async () => {
    const seen = pdfText((await take(platform, '2026-05-02')).rawPayload)
    for (const heading of ['Alerts on this day', 'Decided on this day']) expect(seen).not.toContain(heading)
  })

  test('refuses users of other projects and roles without reports', async () => {
    for (const [token, day, of] of [
      [banker, '2026-05-01', other],
      [banker, '2026-05-04', project],
      [banker, '2026-04-30', project],
    ] as const) {
      expect((await take(token, day, { of })).statusCode).toBe(404)
    }
    for (const token of [project.bank, project.pm]) expect((await take(token, '2026-05-02')).statusCode).toBe(403)
    expect((await take('', '2026-05-02')).statusCode).toBe(401)
  })

  test('hides alerts raised after the closing from the bank', async () => {
    const {
      sql,
      context: { clock },
    } = world
    const ending = await addTestProject(world, 'E')
    const [row] = await sql<{ id: number }[]>`select bank_org_id as id from projects where id = ${ending.id}`
    const bank = await world.user('E.admin', 'ADMIN_BANK', row?.id ?? 0)
    const closedAt = clock.now() + 8 * hourMs
    const raise = (subjectName: string, at: number) =>
      raiseAlerts(sql, [
        {
          kind: 'LEFT_FARM',
          severity: 'CRITICAL',
          subjectType: 'ANIMAL',
          subjectId: ending.animalIds[subjectName === 'before' ? 0 : 1] ?? 0,
          subjectName,
          farmId: ending.farmId,
          penId: null,
          animalId: null,
          raisedAt: at,
          sinceAt: at,
          detail: { metres: 40 },
        },
      ])
    await raise('before', closedAt - 2 * hourMs)
    await raise('after', closedAt + hourMs)
    await clock.moveTo(start + 80 * hourMs)
    const visibleAlerts = async () =>
      (
        (
          await readReport(
            world.context,
            callerOf(await world.sessions.authenticate(bank)),
            reportIdOf(ending.id, '2026-05-04'),
          )
        ).alerts?.list ?? []
      ).map((alert) => alert.subjectName)
    await insertClose(sql, {
      id: ending.id,
      day: '2026-05-04',
      windowMinutes: 60,
      contracted: 6,
      ledger: 6,
      heard: 6,
      unverified: 0,
      unaccounted: 0,
      handCount: null,
      value: '1',
      balance: '1',
      ratio: '1',
      note: '',
      closedBy: await world.idOf('E.pm'),
      closedAt: closedAt - hourMs,
    })
    expect((await visibleAlerts()).toSorted()).toEqual(['after', 'before'])
    await sql`
      insert into tickets (kind, state, subject_type, subject_id, subject_name, payload, raised_by, raised_at, decided_at, due_at)
      values ('PROJECT_CLOSE', 'APPROVED', 'PROJECT', ${ending.id}, 'E', '{}', ${await world.idOf('E.pm')}, ${start}, ${closedAt}, ${start})`
    await sql`update projects set status = 'CLOSED' where id = ${ending.id}`
    expect(await visibleAlerts()).toEqual(['before'])
    // The bank still sees a permit approved before the closing, but none approved after it.
    for (const [name, decidedAt] of [
      ['early', closedAt - hourMs],
      ['late', closedAt + hourMs],
    ] as const)
      await sql`
      insert into tickets (kind, state, subject_type, subject_id, subject_name, payload, raised_by, raised_at, decided_at, due_at)
      values ('MOVEMENT_PERMIT', 'APPROVED', 'FARM', ${ending.farmId}, ${name}, '{}', ${await world.idOf('E.pm')}, ${closedAt - 2 * hourMs}, ${decidedAt}, ${closedAt})`
    const { tickets } = await readReport(
      world.context,
      callerOf(await world.sessions.authenticate(bank)),
      reportIdOf(ending.id, '2026-05-04'),
    )
    expect([tickets?.total, tickets?.list.map(({ subjectName }) => subjectName)]).toEqual([1, ['early']])
  })

  test('marks rows after the close, and names deciders and endings of alerts', async () => {
    const { sql } = world
    const { clock } = world.context
    const late = await addTestProject(world, 'L')
    const path = `/collateral/common/project/${late.id}`
    const [org] = await sql<{ bank: number; supervisor: number }[]>`
      select bank_org_id as bank, supervisor_org_id as supervisor from projects where id = ${late.id}`
    const approvers = [
      await world.user('L.chief', 'ADMIN_SUPERVISOR', org?.supervisor ?? 0),
      await world.user('L.banker', 'ADMIN_BANK', org?.bank ?? 0),
    ]
    const [strayed = 0, stolen = 0, released = 0] = late.animalIds
    const raise = (kind: 'LEFT_FARM' | 'NECKBAND_SILENT', animalId: number, subjectName: string) =>
      raiseAlerts(sql, [
        {
          kind,
          severity: 'MAJOR',
          subjectType: 'ANIMAL',
          subjectId: animalId,
          subjectName,
          farmId: late.farmId,
          penId: null,
          animalId,
          raisedAt: clock.now(),
          sinceAt: clock.now(),
          detail: { metres: 40 },
        },
      ])
    await raise('LEFT_FARM', strayed, 'strayed')
    await raise('LEFT_FARM', stolen, 'stolen')
    await raise('LEFT_FARM', released, 'released')
    await raise('NECKBAND_SILENT', released, 'released too')
    const day = dayAt(clock.now(), 'Asia/Shanghai')
    const close = await world.call<DayClose>(late.pm, 'POST', `${path}/dayClose/new`, { day })
    expect([close.status, close.data.heard, close.data.outside]).toEqual([200, 6, 3])

    await clock.moveTo(clock.now() + hourMs)
    const loss = { kind: 'THEFT', animalIds: [stolen], happenedOn: day, reason: 'at night' }
    expect((await world.call(late.pm, 'POST', `${path}/ledger/new`, loss)).status).toBe(200)
    const balance = { balance: '20000', asOf: day, source: 'statement' }
    expect((await world.call(late.bank, 'POST', `${path}/balance/new`, balance)).status).toBe(200)
    const requested = await world.call<{ ticketId: number }>(late.pm, 'POST', `${path}/release/new`, {
      animalIds: [released],
      reason: 'sold',
    })
    const ticket = async () =>
      (await world.call<TicketDetail>(late.pm, 'GET', `/collateral/common/ticket/details/${requested.data.ticketId}`))
        .data
    const speaksAgainst = [
      { measure: 'outside', before: '1', after: null },
      { measure: 'alerts', before: '2', after: null },
    ]
    expect((await ticket()).effects[0]?.figures.slice(-2)).toEqual(speaksAgainst)
    for (const token of approvers)
      await world.call(token, 'POST', '/collateral/common/ticket/approve', {
        ticketId: requested.data.ticketId,
        decision: 'APPROVED',
        comment: 'yes',
      })
    // What the deciders saw is stored with their decision.
    expect((await ticket()).effects[0]?.figures.slice(-2)).toEqual(speaksAgainst)
    const clear = (name: string, because: string | null) =>
      sql`update alerts set cleared_at = ${clock.now()}, detail = detail || jsonb_build_object('clearedBecause', ${because}::text) where subject_name = ${name}`
    await clear('strayed', null)
    await clear('stolen', 'ANIMAL_NOT_IN_HERD')
    await clear('released', 'ANIMAL_NOT_IN_HERD')

    const facts = await readReport(
      world.context,
      callerOf(await world.sessions.authenticate(late.bank)),
      reportIdOf(late.id, day),
    )
    const { blocks } = dailyReportOf(facts, wordsIn(dailyWords, 'en-US', 'Asia/Shanghai'), '')
    const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => row.join(' | ')) : []))
    const rowOf = (part: string) => rows.find((row) => row.includes(part)) ?? ''
    const text = JSON.stringify(blocks)
    expect(text).toContain('in 60 min · 3 of these are outside the farm')
    expect(facts.changes).toEqual({ gained: 6, lost: 2 })
    expect(facts.changesAfterClose).toEqual({ gained: 0, lost: 2 })
    expect(text).toContain('["Posted on this day","+6 -2"]')
    expect(text).toContain('["Of these, after the close (not in the numbers above)","-2"]')
    expect(rowOf('Opening')).not.toContain('after the close')
    expect(rowOf('at night')).toContain('after the close')
    expect(rowOf('¥20,000.00')).toContain('after the close')
    expect(rowOf('Approved')).toContain('L.chief · L supervisor')
    expect(rowOf('Approved')).toContain('L.banker · L bank')
    expect(rowOf('| strayed |')).toMatch(/Cleared · came back/)
    expect(rowOf('| stolen |')).toMatch(/Cleared · Theft/)
    expect(rowOf('| released |')).toMatch(/Cleared · Release/)
  })

  test.each(languages)('is fully translated to %s', async (language) => {
    const caller = callerOf(await world.sessions.authenticate(banker))
    const facts = await readReport(world.context, caller, reportIdOf(project.id, '2026-05-02'))
    const whole = JSON.stringify(
      dailyReportOf(
        { ...facts, silent: { ...facts.silent, total: facts.silent.list.length + 3 } },
        wordsIn(dailyWords, language, 'Asia/Shanghai'),
        '',
      ),
    )
    // Ids without a translation appear in quotation marks.
    expect(whole).not.toMatch(/'[a-zA-Z]+(\.[\w]+)+'/)
    expect(whole).not.toMatch(/undefined|NaN|Invalid/)
  })
})
