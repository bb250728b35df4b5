import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toDecimal, toWhole } from '#contract/projects/coverage.ts'
import { toInstant } from '../../clock.ts'
import { readLoans } from '../../db/projects/loanState.ts'
import { runs } from '../../testing/testRuns.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { closeCollateral } from './collateral/opening.ts'
import { addTestProject, pledge, post, type TestProject } from './testLedger.ts'

const hour = 3_600_000
const begin = Date.UTC(2026, 4, 1, 12)
/** The test farm is in Shanghai. */
const dayOf = (at: number) => toInstant(at + 8 * hour).slice(0, 10)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const step = fc.record({
  afterHours: fc.integer({ min: 1, max: 40 }),
  lateHours: fc.integer({ min: 0, max: 90 }),
  act: fc.constantFrom('lose', 'return', 'pledge', 'release', 'missing', 'price', 'balance', 'correct', 'close'),
  head: fc.nat(9),
  amount: fc.integer({ min: 1, max: 90_000 }),
  aheadDays: fc.constantFrom(0, 0, 0, 1),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Moment {
  happened: number
  recorded: number
}
interface Head {
  animalId: number
  pledgeId: number
  line: number
  /** Entries of its ledger, +1 and -1. */
  entries: (Moment & { heads: number; id: number })[]
  statuses: { at: number; isMissing: boolean }[]
  isPledged: boolean
}
interface Dated {
  id: number
  day: string
  recorded: number
  amount: string
  corrects?: number | undefined
}

/** The history of one loan as a list of plain facts, and the figures that follow from them. */
interface Model {
  heads: Head[]
  prices: [Dated[], Dated[]]
  balances: Dated[]
}

const money = (amount: number) => `${amount}.00`
const sumOf = (head: Head, { happened, recorded }: Moment) =>
  head.entries
    .filter((one) => one.happened <= happened && one.recorded <= recorded)
    .reduce((sum, one) => sum + one.heads, 0)

/** Lists the dated rows that had come and were recorded by a moment, in order of recording. A day ahead of the farm's counts from the recording. */
function come(rows: readonly Dated[], { happened, recorded }: Moment): Dated[] {
  const corrected = rows.flatMap((row) =>
    row.corrects !== undefined && row.recorded <= recorded ? [row.corrects] : [],
  )
  return rows
    .filter((row) => row.recorded <= recorded && !corrected.includes(row.id))
    .filter((row) => row.day <= dayOf(happened) || dayOf(row.recorded) <= dayOf(happened))
}

function expected(model: Model, moment: Moment) {
  const statusAt = Math.min(moment.happened, moment.recorded)
  const lines = [0, 1].flatMap((line) => {
    const counted = model.heads.filter((head) => head.line === line && sumOf(head, moment) > 0)
    if (counted.length === 0) return []
    const missing = counted.filter(
      (head) => head.statuses.findLast(({ at }) => at <= statusAt)?.isMissing === true,
    ).length
    const price = come(model.prices[line as 0 | 1], moment).at(-1) ?? model.prices[line as 0 | 1][0]
    return [{ line, ledger: counted.length, missing, unitPrice: price?.amount ?? '' }]
  })
  const days = come(model.balances, moment)
  const newestDay = days
    .map(({ day }) => day)
    .toSorted()
    .at(-1)
  const balance = days.findLast(({ day }) => day === newestDay)?.amount ?? '30000.00'
  const cents = lines.reduce((sum, one) => sum + toWhole(one.unitPrice, 2) * BigInt(one.ledger - one.missing), 0n)
  return { lines, balance, value: toDecimal(cents, 2) }
}

async function shown(project: TestProject, asOf: Moment | null) {
  const [loan] = await readLoans(world.sql, [project.id], asOf)
  return {
    lines: loan?.lines.map(({ lineId, ledger, missing, unitPrice }) => ({
      line: project.lineIds.indexOf(lineId),
      ledger,
      missing,
      unitPrice,
    })),
    balance: loan?.balance,
    value: loan?.coverage.value,
  }
}

let serial = 0
/** Writes a history to the database and to the model. @returns both, and the figures that the present showed after each step */
async function live(steps: readonly Step[]) {
  const { sql, context } = world
  context.clock.hold(begin)
  const project = await addTestProject(world, `L${++serial}`, { heads: 10, haircuts: ['0', '0'] })
  await sql`
    insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at)
    select id, unit_price, priced_on, price_source, haircut, ${begin}::timestamptz from collateral_lines where project_id = ${project.id} order by id`
  const openings = await sql<
    { id: number }[]
  >`select id from ledger_entries where project_id = ${project.id} order by id`
  const model: Model = {
    heads: project.animalIds.map((animalId, place) => ({
      animalId,
      pledgeId: project.pledgeIds[place] ?? 0,
      line: place < 5 ? 0 : 1,
      entries: [{ happened: begin, recorded: begin, heads: 1, id: openings[place < 5 ? 0 : 1]?.id ?? 0 }],
      statuses: [],
      isPledged: true,
    })),
    prices: [
      [{ id: 0, day: '2026-05-01', recorded: begin, amount: '10000.00' }],
      [{ id: 0, day: '2026-05-01', recorded: begin, amount: '5000.00' }],
    ],
    balances: [],
  }
  let now = begin
  let isClosed = false
  const seen: { at: number; present: Awaited<ReturnType<typeof shown>> }[] = []
  const write = async (
    head: Head,
    entry: { kind: 'DEATH' | 'RELEASE' | 'PURCHASE' | 'CORRECTION'; adds: boolean },
    happenedAt: number,
  ) => {
    const correctsId = entry.kind === 'CORRECTION' ? (head.entries.at(-1)?.id ?? null) : null
    const lineId = project.lineIds[head.line as 0 | 1]
    const [id = 0] = await post(world, [
      { ...entry, projectId: project.id, lineId, pledgeIds: [head.pledgeId], reason: 'r', happenedAt, correctsId },
    ])
    head.entries.push({ happened: happenedAt, recorded: now, heads: entry.adds ? 1 : -1, id })
  }
  for (const { afterHours, lateHours, act, head: place, amount, aheadDays } of steps) {
    now += afterHours * hour
    context.clock.hold(now)
    const happenedAt = Math.max(begin, now - lateHours * hour)
    const day = dayOf(happenedAt + aheadDays * 24 * hour)
    const everSince: Moment = { happened: Infinity, recorded: Infinity }
    const head = model.heads.findLast((one) => one.animalId === project.animalIds[place])
    const line = place < 5 ? 0 : 1
    if (!head) throw new Error('no such head')
    const isCounted = sumOf(head, everSince) > 0
    if (act === 'lose' && isCounted) await write(head, { kind: 'DEATH', adds: false }, happenedAt)
    else if (act === 'return' && !isCounted && head.isPledged)
      await write(head, { kind: 'CORRECTION', adds: true }, happenedAt)
    else if (act === 'release' && isCounted) {
      await write(head, { kind: 'RELEASE', adds: false }, now)
      await sql`update pledges set ended_at = ${now}, end_reason = 'RELEASED' where id = ${head.pledgeId}`
      head.isPledged = false
    } else if (act === 'pledge' && !head.isPledged && !isClosed) {
      const lineId = project.lineIds[head.line as 0 | 1]
      const [pledgeId = 0] = await pledge(sql, project.id, lineId, [head.animalId], now)
      const again = { ...head, pledgeId, entries: [], isPledged: true }
      model.heads.push(again)
      await write(again, { kind: 'PURCHASE', adds: true }, now)
    } else if (act === 'missing') {
      const isMissing = head.statuses.at(-1)?.isMissing !== true
      const [before, after] = isMissing ? ['IN_HERD', 'MISSING'] : ['MISSING', 'IN_HERD']
      await sql`update animals set status = ${after} where id = ${head.animalId}`
      await sql`
        insert into audit_entries (at, action, noun, noun_id, before, after)
        values (${now}, 'EDIT', 'animal', ${head.animalId}, jsonb_build_object('status', ${before}::text), jsonb_build_object('status', ${after}::text))`
      for (const one of model.heads) if (one.animalId === head.animalId) one.statuses.push({ at: now, isMissing })
    } else if (act === 'price') {
      const [row] = await sql<{ id: number }[]>`
        insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at)
        values (${project.lineIds[line]}, ${amount}, ${day}::date, 'Market', 0, ${now}) returning id`
      model.prices[line].push({ id: row?.id ?? 0, day, recorded: now, amount: money(amount) })
    } else if (act === 'balance' || act === 'correct') {
      const corrected = model.balances.flatMap(({ corrects }) => corrects ?? [])
      const wrong = act === 'correct' ? model.balances.find(({ id }) => !corrected.includes(id)) : undefined
      const [row] = await sql<{ id: number }[]>`
        insert into loan_balances (project_id, balance, as_of, corrects_id, recorded_at)
        values (${project.id}, ${amount}, ${day}::date, ${wrong?.id ?? null}, ${now}) returning id`
      model.balances.push({ id: row?.id ?? 0, day, recorded: now, amount: money(amount), corrects: wrong?.id })
    } else if (act === 'close' && amount > 80_000 && !isClosed) {
      const [ticket] = await sql<{ id: number }[]>`
        insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_at)
        values ('PROJECT_CLOSE', 'PROJECT', ${project.id}, 'closed', '{}', ${await world.idOf(`L${serial}.pm`)}, ${now}) returning id`
      const cause = { ticketId: ticket?.id ?? 0, reason: 'paid' }
      await sql.begin((one) =>
        closeCollateral(
          { sql: one, caller: { userId: 0, address: '' }, context, now, afterCommit: () => undefined },
          project.id,
          cause,
        ),
      )
      for (const one of model.heads) {
        if (sumOf(one, everSince) > 0) one.entries.push({ happened: now, recorded: now, heads: -1, id: 0 })
        one.isPledged = false
      }
      isClosed = true
    }
    seen.push({ at: now, present: await shown(project, null) })
  }
  return { project, model, seen, now }
}

test('values a loan at any moment as a plain list of its facts does', { timeout: 120_000 }, async () => {
  const moments = fc.array(fc.tuple(fc.nat(300), fc.nat(300)), { minLength: 4, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), moments, async (steps, instants) => {
      const { project, model, seen, now } = await live(steps)
      for (const { at, present } of seen) {
        const moment = { happened: at, recorded: at }
        expect(present).toEqual(expected(model, moment))
        expect(await shown(project, moment)).toEqual(present)
      }
      for (const [happened, recorded] of instants) {
        const moment = {
          happened: Math.min(now, begin + happened * hour),
          recorded: Math.min(now, begin + recorded * hour),
        }
        expect(await shown(project, moment)).toEqual(expected(model, moment))
      }
    }),
    { numRuns: runs(4, 40) },
  )
})
