import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coverageOf } from '#contract/projects/coverage.ts'
import type { HeadState, ProjectHead } from '#contract/projects/projectHeads.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { toInstant } from '../../../clock.ts'
import { raiseAlerts } from '../../../db/alerts.ts'
import { runs } from '../../../testing/testRuns.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { makeDays, storeReadings } from '../../herd/hours/testReadings.ts'
import { addTestProject, type TestProject } from '../testLedger.ts'

const minute = 60_000
const hour = 60 * minute
const begin = Date.UTC(2026, 4, 1, 12)
const windowMs = 60 * minute
/** An outage also explains silence that began up to this long before it, ms. */
const leadMs = 10 * minute

let world: World
beforeAll(async () => {
  world = await openWorld()
  await makeDays(world, begin - 24 * hour, begin + 10 * 24 * hour)
})
afterAll(() => world.close())

/** A fact about a period (`from` to `to`, epoch ms) that is visible from `recorded` on. */
interface Span {
  from: number
  to: number
  recorded: number
}
interface Entry {
  animalId: number
  lineId: number
  heads: 1 | -1
  happened: number
  recorded: number
}
interface Outage extends Span {
  id: number
  gatewayId: number | null
  /** When the alert is raised; the silence began earlier. */
  raised: number
}

/** The events of a project as the test recorded them, to compare with the server’s answers. */
interface History {
  entries: Entry[]
  readings: { animalId: number; at: number; received: number; gatewayId: number }[]
  /** When animals wore a neckband, and stood on the farm. */
  worn: (Span & { animalId: number })[]
  stood: (Span & { animalId: number })[]
  outages: Outage[]
  permits: (Span & { animalId: number })[]
  balances: { amount: string; day: string; recorded: number }[]
  prices: { lineId: number; unitPrice: string; haircut: string; day: string; recorded: number }[]
}

interface Moment {
  happened: number
  recorded: number
}
const dayOf = (at: number) => toInstant(at + 8 * hour).slice(0, 10)

/** Computes the figures of a project at a moment from its history alone. */
function replay(
  { entries, readings, worn, stood, outages, permits, balances, prices }: History,
  { happened, recorded }: Moment,
) {
  const cutoff = Math.min(happened, recorded)
  const counted = new Map<number, number>()
  const noted = entries.filter((entry) => entry.happened <= happened && entry.recorded <= recorded)
  for (const [animalId, animalEntries] of Map.groupBy(noted, (entry) => entry.animalId)) {
    if (animalEntries.reduce((sum, { heads }) => sum + heads, 0) > 0)
      counted.set(animalId, animalEntries[0]?.lineId ?? 0)
  }
  const lasts = (span: Span) => span.from <= happened && happened < span.to
  const stateOf = (animalId: number): HeadState => {
    if (!stood.some((span) => span.animalId === animalId && lasts(span))) return 'UNACCOUNTED'
    const pairing = worn.find((span) => span.animalId === animalId && lasts(span))
    const last = readings
      .filter(
        (one) =>
          pairing &&
          one.animalId === animalId &&
          one.at >= pairing.from &&
          one.at <= happened &&
          one.received <= recorded,
      )
      .toSorted((one, other) => other.at - one.at)[0]
    if (last && last.at > happened - windowMs) return 'HEARD'
    if (permits.some((span) => span.animalId === animalId && lasts(span) && span.recorded <= recorded))
      return 'UNVERIFIED'
    const isExplained =
      last &&
      outages.some(
        ({ raised, to, from, gatewayId }) =>
          raised <= cutoff &&
          cutoff < to &&
          (gatewayId ?? last.gatewayId) === last.gatewayId &&
          last.at >= from - leadMs,
      )
    return isExplained ? 'UNVERIFIED' : 'UNACCOUNTED'
  }
  const states = [...counted.keys()].map((animalId) => stateOf(animalId))
  const count = (state: HeadState) => states.filter((one) => one === state).length
  const day = dayOf(happened)
  const lines = [...Map.groupBy(counted.values(), (lineId) => lineId)].map(([lineId, heads]) => {
    const price =
      prices.findLast((one) => one.lineId === lineId && one.day <= day && one.recorded <= recorded) ??
      prices.find((one) => one.lineId === lineId)
    return { lineId, heads: heads.length, unitPrice: price?.unitPrice ?? '', haircut: price?.haircut ?? '' }
  })
  const [balance = '30000.00'] = balances
    .filter((one) => one.day <= day && one.recorded <= recorded)
    .toReversed()
    .toSorted((one, other) => other.day.localeCompare(one.day))
    .map(({ amount }) => amount)
  const { ratio, value } = coverageOf(lines, { balance, warningLine: '1.2', minimumLine: '1' })
  return {
    numbers: {
      contracted: 6,
      ledger: states.length,
      heard: count('HEARD'),
      unverified: count('UNVERIFIED'),
      unaccounted: count('UNACCOUNTED'),
    },
    ratio,
    value,
    counted: [...counted.keys()].toSorted((one, other) => one - other),
  }
}

const acts = [
  'hear',
  'hear',
  'hear',
  'site',
  'gateway',
  'permit',
  'lose',
  'return',
  'release',
  'substitute',
  'line',
  'reprice',
  'balance',
] as const
const step = fc.record({
  act: fc.constantFrom(...acts),
  afterMinutes: fc.integer({ min: 5, max: 90 }),
  lateMinutes: fc.integer({ min: 0, max: 120 }),
  heads: fc.uniqueArray(fc.nat(8), { minLength: 1, maxLength: 6 }),
  gateway: fc.nat(1),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
/** All heads are heard, then their gateway goes offline. */
const beforehand: Step[] = [
  { act: 'hear', afterMinutes: 5, lateMinutes: 0, heads: [0, 1, 2, 3, 4, 5], gateway: 0 },
  { act: 'gateway', afterMinutes: 5, lateMinutes: 0, heads: [0], gateway: 0 },
]

let serial = 0
/** Creates a project and applies steps to it, through calls where they exist. */
async function live(steps: readonly Step[]) {
  const { sql, context, call } = world
  context.clock.hold(begin)
  const mark = `T${++serial}`
  const project = await addTestProject(world, mark)
  const { id, farmId, pm, lineIds, animalIds } = project
  const path = `/collateral/common/project/${id}`
  const orgOf = async (kind: string) =>
    (await sql<{ id: number }[]>`select id from organisations where name = ${`${mark} ${kind}`}`)[0]?.id ?? 0
  const admin = await world.user(`${mark}.admin`, 'ADMIN_SUPERVISOR', await orgOf('supervisor'))
  const banker = await world.user(`${mark}.banker`, 'ADMIN_BANK', await orgOf('bank'))
  const done = async <T = Record<string, never>>(...request: Parameters<World['call']>) => {
    const { status, data, error } = await call<T>(...request)
    if (status !== 200) throw new Error(`${request[2]} is answered with ${status} ${JSON.stringify(error)}`)
    return data
  }
  const [lookups] = await sql<
    { categoryId: number; unitId: number }[]
  >`select (select min(id) from lookups where kind = 'CATEGORY') as "categoryId", (select min(id) from lookups where kind = 'UNIT') as "unitId"`
  await sql`update animals set category_id = ${lookups?.categoryId ?? 0} where id = any(${animalIds}::bigint[])`
  // Four animals that are not pledged.
  const free: number[] = []
  for (const place of [6, 7, 8, 9])
    free.push(
      (
        await done<{ id: number }>(pm, 'PUT', '/collateral/web/animal/addOrEdit', {
          visualTag: `${mark}-${place}`,
          farmId,
          categoryId: lookups?.categoryId,
        })
      ).id,
    )
  const all = [...animalIds, ...free]
  const gatewayIds: number[] = []
  for (const place of [0, 1])
    gatewayIds.push(
      (
        await done<{ id: number }>(pm, 'PUT', '/collateral/web/gateway/addOrEdit', {
          mac: `AC23${String(serial).padStart(6, '0')}0${place}`,
          farmId,
          longitude: 116,
          latitude: 44,
        })
      ).id,
    )
  const bandOf = new Map<number, number>()
  for (const [place, animalId] of all.entries())
    bandOf.set(
      animalId,
      (
        await done<{ id: number }>(pm, 'PUT', '/collateral/web/neckband/addOrEdit', {
          deviceId: `BC23${String(serial).padStart(6, '0')}0${place}`,
          animalId,
        })
      ).id,
    )
  await sql`insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at) select id, unit_price, priced_on, price_source, haircut, ${begin}::timestamptz from collateral_lines where project_id = ${id}`

  const always = { from: begin, to: Infinity, recorded: begin }
  const lineOf = new Map(animalIds.map((animalId, place) => [animalId, place < 3 ? lineIds[0] : lineIds[1]]))
  const history: History = {
    entries: animalIds.map((animalId) => ({
      animalId,
      lineId: lineOf.get(animalId) ?? 0,
      heads: 1,
      happened: begin,
      recorded: begin,
    })),
    readings: [],
    outages: [],
    permits: [],
    balances: [],
    worn: all.map((animalId) => ({ ...always, animalId })),
    stood: all.map((animalId) => ({ ...always, animalId })),
    prices: lineIds.map((lineId, place) => ({
      lineId,
      unitPrice: ['10000.00', '5000.00'][place] ?? '',
      haircut: ['0.1', '0'][place] ?? '',
      day: '2026-05-01',
      recorded: begin,
    })),
  }
  let now = begin
  const decide = async (ticketId: number | null, ...tokens: string[]) => {
    for (const token of tokens)
      await done(token, 'POST', '/collateral/common/ticket/approve', { ticketId, decision: 'APPROVED', comment: '' })
  }
  const note = (animalId: number, heads: 1 | -1, happened = now) =>
    void history.entries.push({ animalId, lineId: lineOf.get(animalId) ?? 0, heads, happened, recorded: now })
  const isCounted = (animalId: number) =>
    history.entries.filter((entry) => entry.animalId === animalId).reduce((sum, { heads }) => sum + heads, 0) > 0
  const goes = (animalId: number) => {
    for (const span of [...history.worn, ...history.stood])
      if (span.animalId === animalId && span.to === Infinity) span.to = now
  }
  const dead: number[] = []
  for (const { act, afterMinutes, lateMinutes, heads, gateway } of steps) {
    now += afterMinutes * minute
    context.clock.hold(now)
    const gatewayId = gatewayIds[gateway] ?? 0
    const counted = all.filter(isCounted)
    const [head] = heads.flatMap((place) => counted[place] ?? [])
    const begun = Math.max(begin, now - lateMinutes * minute)
    if (act === 'hear') {
      // Skips repeated times: one gateway would send a duplicate, and with two gateways the last one is ambiguous.
      const isNew = (animalId: number) => !history.readings.some((one) => one.animalId === animalId && one.at === begun)
      const newReadings = heads
        .flatMap((place) => all[place] ?? [])
        .filter(isNew)
        .map((animalId) => ({ animalId, at: begun, received: now, gatewayId }))
      await storeReadings(
        world,
        newReadings.map(({ animalId, at, received }) => ({
          neckbandId: bandOf.get(animalId) ?? 0,
          at,
          receivedAt: received,
          gatewayId,
        })),
      )
      history.readings.push(...newReadings)
    } else if (act === 'site' || act === 'gateway') {
      const of = act === 'site' ? null : gatewayId
      const open = history.outages.find((outage) => outage.gatewayId === of && outage.to === Infinity)
      if (open) {
        await sql`update alerts set cleared_at = ${now} where id = ${open.id}`
        open.to = now
      } else {
        const subject =
          of === null
            ? ({ kind: 'SITE_OUTAGE', subjectType: 'FARM', subjectId: farmId } as const)
            : ({ kind: 'GATEWAY_OFFLINE', subjectType: 'GATEWAY', subjectId: of } as const)
        const [alert] = await raiseAlerts(sql, [
          {
            ...subject,
            severity: 'CRITICAL',
            subjectName: 'x',
            farmId,
            penId: null,
            animalId: null,
            raisedAt: now,
            sinceAt: begun,
            detail: {},
          },
        ])
        history.outages.push({
          id: alert?.id ?? 0,
          gatewayId: of,
          from: begun,
          to: Infinity,
          raised: now,
          recorded: now,
        })
      }
    } else if (act === 'permit' && head !== undefined) {
      const { ticketId } = await done<{ ticketId: number }>(pm, 'POST', '/collateral/web/movementPermit/request', {
        farmId,
        ids: [head],
        startsAt: begun,
        endsAt: now + lateMinutes * minute + 10 * minute,
        purpose: 'pasture',
      })
      await decide(ticketId, admin)
      history.permits.push({ animalId: head, from: now, to: now + lateMinutes * minute + 10 * minute, recorded: now })
    } else if (act === 'lose' && head !== undefined) {
      // Recorded now, dated yesterday or today.
      const leftOn = dayOf(Math.max(begun, now - (lateMinutes > 60 ? 24 * hour : 0)))
      await done(pm, 'PUT', '/collateral/web/animal/status', { ids: [head], status: 'DEAD', leftOn, reason: 'wolf' })
      note(head, -1, Math.min(now, Date.parse(leftOn) + 16 * hour - 1))
      goes(head)
      dead.push(head)
    } else if (act === 'return' && dead.length > 0) {
      const animalId = dead.pop() ?? 0
      await done(pm, 'PUT', '/collateral/web/animal/status', { ids: [animalId], status: 'IN_HERD', reason: 'it lives' })
      await sql`insert into pairings (neckband_id, animal_id, from_at) values (${bandOf.get(animalId) ?? 0}, ${animalId}, ${now})`
      note(animalId, 1)
      history.worn.push({ animalId, from: now, to: Infinity, recorded: now })
      history.stood.push({ animalId, from: now, to: Infinity, recorded: now })
    } else if (act === 'release' && head !== undefined) {
      const { ticketId } = await done<{ ticketId: number }>(pm, 'POST', `${path}/release/new`, {
        animalIds: [head],
        reason: 'paid',
      })
      await decide(ticketId, admin, banker)
      note(head, -1)
      goes(head)
    } else if (act === 'substitute' && head !== undefined && free.length > 0) {
      const substituteId = free.shift() ?? 0
      const { ticketId } = await done<{ ticketId: number }>(pm, 'POST', `${path}/substitution/new`, {
        pairs: [{ animalId: head, substituteId }],
        reason: 'lame',
      })
      await decide(ticketId, admin, banker)
      lineOf.set(substituteId, lineOf.get(head) ?? 0)
      note(head, -1)
      goes(head)
      note(substituteId, 1)
    } else if (act === 'line' && free.length > 0) {
      const animalId = free.pop() ?? 0
      const terms = {
        ...lookups,
        quantity: '1',
        unitPrice: '7000.00',
        pricedOn: '2026-05-01',
        priceSource: 'market',
        haircut: '0.2',
      }
      const line = await done<{ id: number; ticketId: number }>(pm, 'POST', `${path}/collateral/new`, {
        ...terms,
        animalIds: [animalId],
        reason: 'more',
      })
      await decide(line.ticketId, banker)
      lineOf.set(animalId, line.id)
      note(animalId, 1)
      history.prices.push({ lineId: line.id, unitPrice: '7000.00', haircut: '0.2', day: '2026-05-01', recorded: now })
    } else if (act === 'reprice') {
      const { ticketId } = await done<{ ticketId: number }>(
        pm,
        'POST',
        `${path}/collateral/${lineIds[gateway]}/reprice`,
        {
          unitPrice: String(6000 + lateMinutes),
          pricedOn: dayOf(begun),
          priceSource: 'market',
          haircut: '0.05',
          reason: 'market',
        },
      )
      await decide(ticketId, banker)
      history.prices.push({
        lineId: lineIds[gateway] ?? 0,
        unitPrice: String(6000 + lateMinutes),
        haircut: '0.05',
        day: dayOf(begun),
        recorded: now,
      })
    } else if (act === 'balance') {
      await done(project.bank, 'POST', `${path}/balance/new`, {
        balance: String(20_000 + lateMinutes),
        asOf: dayOf(begun),
        source: 'statement',
      })
      history.balances.push({ amount: String(20_000 + lateMinutes), day: dayOf(begun), recorded: now })
    }
  }
  return { project, history, now }
}

async function askServer(project: TestProject, { happened, recorded }: Moment) {
  const path = `/collateral/common/project/${project.id}`
  const query = `?happened=${toInstant(happened)}&recorded=${toInstant(recorded)}`
  const [headcount, covered, heads] = await Promise.all([
    world.call<ProjectHeadcount>(project.bank, 'GET', `${path}/headcount${query}`),
    world.call<ProjectCoverage>(project.bank, 'GET', `${path}/coverage${query}`),
    world.call<{ list: ProjectHead[] }>(project.bank, 'POST', `${path}/headcount/list`, {
      happened,
      recorded,
      pageSize: 100,
    }),
  ])
  const { contracted, ledger, heard, unverified, unaccounted } = headcount.data
  return {
    numbers: { contracted, ledger, heard, unverified, unaccounted },
    ratio: covered.data.ratio,
    value: covered.data.value,
    counted: heads.data.list.map(({ id }) => id).toSorted((one, other) => one - other),
  }
}

test('returns past figures equal to those computed from the history', { timeout: 120_000 }, async () => {
  // Thousandths of the whole period, uniformly distributed.
  const share = fc.noBias(fc.nat(1000))
  const moments = fc.array(fc.tuple(share, share, fc.boolean()), { minLength: 6, maxLength: 8 })
  const seen = { heard: 0, unverified: 0, unaccounted: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), moments, async (steps, instants) => {
      const { project, history, now } = await live([...beforehand, ...steps])
      for (const [happenedShare, recordedShare, isOfItsTime] of instants) {
        const happened = begin + Math.round((happenedShare * (now - begin)) / 1000)
        const moment = {
          happened,
          recorded: isOfItsTime ? happened : begin + Math.round((recordedShare * (now - begin)) / 1000),
        }
        const expected = replay(history, moment)
        expect(await askServer(project, moment)).toEqual(expected)
        for (const state of ['heard', 'unverified', 'unaccounted'] as const) seen[state] += expected.numbers[state]
      }
    }),
    { numRuns: runs(3, 14), endOnFailure: true },
  )
  // Many random histories have heads of each kind; a few may lack one.
  const counts = Object.values(seen)
  expect(runs(Math.max(...counts), Math.min(...counts))).toBeGreaterThan(0)
})
