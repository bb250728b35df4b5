import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pledge } from '#contract/projects/pledges.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import type { ProjectHead } from '#contract/projects/projectHeads.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { toInstant } from '../../../clock.ts'
import { raiseAlerts } from '../../../db/alerts.ts'
import { runs } from '../../../testing/testRuns.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { closeCollateral } from '../collateral/opening.ts'
import { addTestProject, pledge, post, type TestProject } from '../testLedger.ts'

const hour = 3_600_000
const day = 24 * hour
const begin = Date.UTC(2026, 4, 1, 12)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Moment {
  happened: number
  recorded: number
}
const query = (moment?: Moment) =>
  moment ? `?happened=${toInstant(moment.happened)}&recorded=${toInstant(moment.recorded)}` : ''
const address = ({ id }: TestProject, call: string) => `/collateral/common/project/${id}/${call}`
const numbers = async (project: TestProject, moment?: Moment) =>
  (await world.call<ProjectHeadcount>(project.bank, 'GET', address(project, `headcount${query(moment)}`))).data
const coverage = async (project: TestProject, moment?: Moment) =>
  (await world.call<ProjectCoverage>(project.bank, 'GET', address(project, `coverage${query(moment)}`))).data
const heads = async (project: TestProject, moment: Partial<Moment> = {}, more: object = {}) =>
  (
    await world.call<{ list: ProjectHead[]; total: number }>(project.bank, 'POST', address(project, 'headcount/list'), {
      ...moment,
      ...more,
    })
  ).data
const pledged = async (project: TestProject, moment: Partial<Moment> = {}, more: object = {}) =>
  (
    await world.call<{ list: Pledge[]; total: number }>(project.bank, 'POST', address(project, 'pledge/list'), {
      ...moment,
      ...more,
    })
  ).data
const dayOf = (at: number) => toInstant(at + 8 * hour).slice(0, 10)

/** An act after some hours: heads are lost, return, go missing, are found or counted, or a price or balance is set; `lateHours` is how late it is recorded. */
const step = fc.record({
  afterHours: fc.integer({ min: 1, max: 40 }),
  lateHours: fc.integer({ min: 0, max: 60 }),
  act: fc.constantFrom('lose', 'lose', 'return', 'missing', 'count', 'price', 'balance'),
  head: fc.nat({ max: 5 }),
  amount: fc.integer({ min: 1, max: 90_000 }),
})

interface Noted extends Moment {
  place: number
  heads: number
}
/** A manual count, and when another log corrected it. */
interface Counted {
  id: number
  day: string
  heads: number
  received: number
  corrected: number
}
/** The instant from which an animal was missing or found again. */
interface Missed {
  place: number
  at: number
  isMissing: boolean
}

let serial = 0
/** Creates a project and applies steps one by one. @returns what its screens showed after each step, and its entries */
async function live(
  steps: readonly { afterHours: number; lateHours: number; act: string; head: number; amount: number }[],
) {
  const logs: Counted[] = []
  const missed: Missed[] = []
  const { sql, context } = world
  context.clock.hold(begin)
  const project = await addTestProject(world, `P${++serial}`)
  await sql`insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at) select id, unit_price, priced_on, price_source, haircut, ${begin}::timestamptz from collateral_lines where project_id = ${project.id}`
  const entries: Noted[] = project.pledgeIds.map((_id, place) => ({
    place,
    heads: 1,
    happened: begin,
    recorded: begin,
  }))
  const lost = new Map<number, number>()
  const shown: { at: number; numbers: ProjectHeadcount; coverage: ProjectCoverage }[] = []
  let now = begin
  for (const { afterHours, lateHours, act, head, amount } of steps) {
    now += afterHours * hour
    context.clock.hold(now)
    const happenedAt = Math.max(begin, now - lateHours * hour)
    const lineId = project.lineIds[head < 3 ? 0 : 1]
    const entry = { projectId: project.id, lineId, pledgeIds: [project.pledgeIds[head] ?? 0], reason: act, happenedAt }
    const lostBy = lost.get(head)
    if (act === 'lose' && lostBy === undefined) {
      const [id = 0] = await post(world, [{ ...entry, kind: 'DEATH', adds: false }])
      lost.set(head, id)
      entries.push({ place: head, heads: -1, happened: happenedAt, recorded: now })
    } else if (act === 'return' && lostBy !== undefined) {
      // It may have returned before the recorded time of its loss.
      await post(world, [{ ...entry, kind: 'CORRECTION', adds: true, correctsId: lostBy }])
      lost.delete(head)
      entries.push({ place: head, heads: 1, happened: happenedAt, recorded: now })
    } else if (act === 'missing') {
      const isMissing = !missed.findLast(({ place }) => place === head)?.isMissing
      const [before, after] = isMissing ? ['IN_HERD', 'MISSING'] : ['MISSING', 'IN_HERD']
      await sql`update animals set status = ${after} where id = ${project.animalIds[head] ?? 0}`
      await sql`
        insert into audit_entries (at, action, noun, noun_id, before, after)
        values (${now}, 'EDIT', 'animal', ${project.animalIds[head] ?? 0}, jsonb_build_object('status', ${before}::text), jsonb_build_object('status', ${after}::text))`
      missed.push({ place: head, at: now, isMissing })
    } else if (act === 'count') {
      const corrected = amount % 2 === 0 ? logs.findLast((one) => one.corrected === Infinity) : undefined
      const body = {
        key: randomUUID(),
        farmId: project.farmId,
        day: dayOf(happenedAt),
        monitorStatus: 'NORMAL',
        handCount: amount,
        counts: [],
        text: '',
        photos: [],
        writtenAt: now,
        correctsId: corrected?.id ?? null,
      }
      const { data } = await world.call<{ id: number }>(project.pm, 'POST', address(project, 'dailylog/new'), body)
      if (corrected) corrected.corrected = now
      logs.push({ id: data.id, day: body.day, heads: amount, received: now, corrected: Infinity })
    } else if (act === 'price') {
      await sql`update collateral_lines set unit_price = ${amount}, priced_on = ${dayOf(happenedAt)}::date where id = ${lineId}`
      await sql`
        insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at)
        select id, unit_price, priced_on, price_source, haircut, ${now}::timestamptz from collateral_lines where id = ${lineId}`
    } else if (act === 'balance') {
      await sql`insert into loan_balances (project_id, balance, as_of, recorded_at) values (${project.id}, ${amount}, ${dayOf(happenedAt)}::date, ${now})`
    }
    shown.push({ at: now, numbers: await numbers(project), coverage: await coverage(project) })
  }
  return { project, entries, logs, missed, shown, now }
}

describe('a project as of a past moment', () => {
  test('equals what its screens showed at that moment', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const { project, shown } = await live(steps)
        for (const { at, ...screens } of shown) {
          const moment = { happened: at, recorded: at }
          expect({ numbers: await numbers(project, moment), coverage: await coverage(project, moment) }).toEqual(
            screens,
          )
        }
      }),
      { numRuns: runs(3, 12) },
    )
  })

  test('counts heads of entries that happened and were recorded by two times', { timeout: 60_000 }, async () => {
    const moments = fc.array(fc.tuple(fc.nat(400), fc.nat(400)), { minLength: 3, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), moments, async (steps, instants) => {
        const { project, entries, logs, missed, now } = await live(steps)
        for (const [happenedHours, recordedHours] of instants) {
          const moment = {
            happened: Math.min(now, begin + happenedHours * hour),
            recorded: Math.min(now, begin + recordedHours * hour),
          }
          const recorded = entries.filter(
            ({ happened, recorded }) => happened <= moment.happened && recorded <= moment.recorded,
          )
          const counted = project.animalIds.filter(
            (_id, place) => recorded.filter((one) => one.place === place).reduce((sum, one) => sum + one.heads, 0) > 0,
          )
          const headcount = await numbers(project, moment)
          expect([headcount.ledger, headcount.heard + headcount.unverified + headcount.unaccounted]).toEqual([
            counted.length,
            counted.length,
          ])
          const statusAt = Math.min(moment.happened, moment.recorded)
          const missing = counted.filter(
            (id) => missed.findLast(({ place, at }) => project.animalIds[place] === id && at <= statusAt)?.isMissing,
          ).length
          expect([
            headcount.missing,
            (await coverage(project, moment)).lines.reduce((sum, line) => sum + line.heads, 0),
          ]).toEqual([missing, counted.length - missing])
          const [newest] = logs
            .filter(
              (log) =>
                log.day <= dayOf(moment.happened) && log.received <= moment.recorded && log.corrected > moment.recorded,
            )
            .toSorted((a, b) => b.day.localeCompare(a.day) || b.id - a.id)
          expect(headcount.handCount).toEqual(
            newest ? { heads: newest.heads, day: newest.day, farms: 1, kept: null } : null,
          )
          expect((await heads(project, moment)).list.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(counted)
          expect(
            (await pledged(project, moment, { isCounted: true })).list
              .map(({ animalId }) => animalId)
              .toSorted((a, b) => a - b),
          ).toEqual(counted)
        }
      }),
      { numRuns: runs(2, 8) },
    )
  })

  test('includes a late entry only when it was recorded by then', async () => {
    const { project } = await live([{ afterHours: 120, lateHours: 96, act: 'lose', head: 0, amount: 1 }])
    const third = begin + 2 * day
    expect((await numbers(project, { happened: third, recorded: third })).ledger).toBe(6)
    expect((await numbers(project, { happened: third, recorded: begin + 120 * hour })).ledger).toBe(5)
    expect((await numbers(project, { happened: begin, recorded: begin + 120 * hour })).ledger).toBe(6)
  })

  test('shows pens, alerts and pledges as of that moment', async () => {
    const { sql, context } = world
    context.clock.hold(begin)
    const project = await addTestProject(world, 'Pens')
    const [animalId = 0] = project.animalIds
    const pen = async (name: string) =>
      (
        await world.call<{ id: number }>(project.pm, 'PUT', '/collateral/web/farmSlot/addOrEdit', {
          farmId: project.farmId,
          name,
          polygon: {
            type: 'Polygon',
            coordinates: [
              [
                [116, 44],
                [116.0005, 44],
                [116.0005, 44.0005],
                [116, 44.0005],
                [116, 44],
              ],
            ],
          },
        })
      ).data.id
    const [east, west] = [await pen('East'), await pen('West')]
    const move = async (penId: number, hours: number) => {
      context.clock.hold(begin + hours * hour)
      await sql`update animals set pen_id = ${penId}, placed_at = ${begin + hours * hour} where id = ${animalId}`
    }
    await move(east, 1)
    const [alert] = await raiseAlerts(sql, [
      {
        kind: 'NECKBAND_SILENT',
        severity: 'MAJOR',
        subjectType: 'ANIMAL',
        subjectId: animalId,
        subjectName: '1',
        farmId: project.farmId,
        penId: east,
        animalId,
        raisedAt: begin + 2 * hour,
        sinceAt: begin + 2 * hour,
        detail: {},
      },
    ])
    await sql`update alerts set cleared_at = ${begin + 4 * hour} where id = ${alert?.id ?? 0}`
    await move(west, 6)
    await move(west, 8)
    await post(world, [
      {
        projectId: project.id,
        lineId: project.lineIds[0],
        kind: 'RELEASE',
        pledgeIds: project.pledgeIds.slice(0, 1),
        adds: false,
        reason: 'sold',
        happenedAt: begin + 8 * hour,
      },
    ])
    await sql`update pledges set ended_at = ${begin + 8 * hour}, end_reason = 'RELEASED' where id = ${project.pledgeIds[0] ?? 0}`
    const at = (hours: number) => ({ happened: begin + hours * hour, recorded: begin + hours * hour })
    const head = async (hours: number) => (await heads(project, at(hours), { ids: [animalId] })).list[0]
    expect([(await head(0.5))?.penName, (await head(3))?.penName, (await head(7))?.penName]).toEqual([
      null,
      'East',
      'West',
    ])
    expect([(await head(1))?.alertKind, (await head(3))?.alertKind, (await head(5))?.alertKind]).toEqual([
      null,
      'NECKBAND_SILENT',
      null,
    ])
    expect(await head(8)).toBeUndefined()
    const state = async (hours: number) =>
      (await pledged(project, at(hours))).list.find((one) => one.animalId === animalId)
    expect(await state(7)).toMatchObject({ state: 'PLEDGED', isCounted: true, endedAt: null, endReason: null })
    expect(await state(8)).toMatchObject({ state: 'ENDED', isCounted: false, endReason: 'RELEASED' })
    expect([
      (await pledged(project, at(7), { state: ['ENDED'] })).total,
      (await pledged(project, at(0), { state: ['ENDED'] })).total,
    ]).toEqual([0, 0])
    const detail = async (hours: number) =>
      (
        await world.call<{ decisions: { kind: string }[] }>(
          project.bank,
          'GET',
          address(project, `headcount/head/${animalId}${query(at(hours))}`),
        )
      ).data.decisions.map(({ kind }) => kind)
    expect([await detail(1), await detail(3), await detail(7)]).toEqual([
      ['LEDGER'],
      ['ALERT', 'LEDGER'],
      ['CLEARED', 'ALERT', 'LEDGER'],
    ])
  })

  test('shows lines as active until their project was closed', async () => {
    const { sql, context } = world
    context.clock.hold(begin)
    const project = await addTestProject(world, 'Closed')
    const { id } = (
      await world.call<{ id: number }>(project.pm, 'PUT', '/collateral/web/animal/addOrEdit', {
        visualTag: 'Closed-late',
        farmId: project.farmId,
      })
    ).data
    context.clock.hold(begin + 10 * day)
    const entry = {
      projectId: project.id,
      lineId: project.lineIds[0],
      pledgeIds: await pledge(sql, project.id, project.lineIds[0], [id], begin + 9 * day),
      reason: 'r',
    }
    await post(world, [{ ...entry, kind: 'PURCHASE', adds: true, happenedAt: begin + 9 * day }])
    await post(world, [{ ...entry, kind: 'DEATH', adds: false, happenedAt: begin + day }])
    const moment = { happened: begin + 4 * day, recorded: begin + 10 * day }
    const lines = async () =>
      (
        await world.call<{ list: { status: string; heads: number }[] }>(
          project.bank,
          'POST',
          address(project, 'collateral/list'),
          moment,
        )
      ).data.list.map(({ status, heads }) => [status, heads])
    const expected = [
      ['ACTIVE', 3],
      ['ACTIVE', 3],
    ]
    expect([await lines(), (await numbers(project, moment)).ledger]).toEqual([expected, 6])
    const [ticket] = await sql<{ id: number }[]>`
      insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_at)
      values ('PROJECT_CLOSE', 'PROJECT', ${project.id}, 'Closed', '{}', ${await world.idOf('Closed.pm')}, now()) returning id`
    await sql.begin((one) =>
      closeCollateral(
        {
          sql: one,
          caller: { userId: 0, address: '' },
          context,
          now: context.clock.now(),
          afterCommit: () => undefined,
        },
        project.id,
        { ticketId: ticket?.id ?? 0, reason: 'paid' },
      ),
    )
    expect(await lines()).toEqual(expected)
  })

  test('is hidden from users without access and rejects future moments', async () => {
    const { project } = await live([])
    const [stranger] = [await world.user('stranger.bank', 'BANK_USER', await world.organisation('BANK', 'Stranger'))]
    const answer = await world.call(
      stranger,
      'GET',
      address(project, `headcount${query({ happened: begin, recorded: begin })}`),
    )
    expect(answer.status).toBe(404)
    const refused = async (moment: Moment) =>
      (await world.call(project.bank, 'GET', address(project, `headcount${query(moment)}`))).error.fields
    expect(await refused({ happened: begin + 99 * day, recorded: begin })).toEqual({ happened: 'future' })
    expect(await refused({ happened: begin, recorded: begin + day })).toEqual({ recorded: 'future' })
    expect(await refused({ happened: begin - 1, recorded: begin })).toEqual({ happened: 'before_opening' })
    expect(await refused({ happened: begin, recorded: begin - day })).toEqual({ recorded: 'before_opening' })
    // A client clock one minute ahead still reads the present.
    expect(await numbers(project, { happened: begin + 60_000, recorded: begin + 60_000 })).toEqual(
      await numbers(project, { happened: begin, recorded: begin }),
    )
  })
})
