import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coverageOf } from '#contract/projects/coverage.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { addTestProject } from '../testLedger.ts'
import { runs } from '../../../testing/testRuns.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('keeps headcount, ledger and coverage consistent after any sequence of changes', async () => {
  const herd = await addTestProject(world, 'H', { heads: 8 })
  const address = (call: string) => `/collateral/common/project/${herd.id}/${call}`
  const orgOf = async (kind: string) =>
    (await world.sql<{ id: number }[]>`select id from organisations where name = ${`H ${kind}`}`)[0]?.id ?? 0
  const admin = await world.user('H.admin', 'ADMIN_SUPERVISOR', await orgOf('supervisor'))
  const banker = await world.user('H.banker', 'ADMIN_BANK', await orgOf('bank'))
  const [lookups] = await world.sql<
    { categoryId: number; unitId: number }[]
  >`select (select min(id) from lookups where kind = 'CATEGORY') as "categoryId", (select min(id) from lookups where kind = 'UNIT') as "unitId"`
  await world.sql`update animals set category_id = ${lookups?.categoryId ?? 0} where id = any(${herd.animalIds}::bigint[])`
  /** Requests a change of the collateral and approves it as each decider. */
  const request = async (call: string, body: object, ...deciders: string[]) => {
    const response = await world.call<{ ticketId: number }>(herd.pm, 'POST', address(call), body)
    if (response.status !== 200)
      throw new Error(`${call} is answered with ${response.status} ${JSON.stringify(response.error)}`)
    for (const token of deciders)
      expect(
        (
          await world.call(token, 'POST', '/collateral/common/ticket/approve', {
            ticketId: response.data.ticketId,
            decision: 'APPROVED',
            comment: '',
          })
        ).status,
      ).toBe(200)
  }
  const newcomer = async () =>
    (
      await world.call<{ id: number }>(herd.pm, 'PUT', '/collateral/web/animal/addOrEdit', {
        visualTag: `H-${herd.animalIds.length}`,
        farmId: herd.farmId,
        categoryId: lookups?.categoryId,
      })
    ).data.id
  const statuses = ['DEAD', 'STOLEN', 'MISSING', 'IN_HERD'] as const
  const event = fc.oneof(
    fc.record({
      kind: fc.constant('status' as const),
      heads: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 4 }),
      status: fc.constantFrom(...statuses),
      leftOn: fc.constantFrom('2026-04-20', '2026-04-30', '2026-05-01'),
    }),
    fc.record({ kind: fc.constantFrom('release' as const, 'substitute' as const, 'line' as const), head: fc.nat(7) }),
    fc.record({
      kind: fc.constant('count' as const),
      heads: fc.nat(20),
      day: fc.constantFrom('2026-04-29', '2026-04-30', '2026-05-01'),
      corrects: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('correct' as const),
      back: fc.nat(6),
      heads: fc.option(fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }), { nil: undefined }),
    }),
  )
  const isCounted = herd.animalIds.map(() => true)
  const logs: { id: number; day: string; heads: number; isCorrected: boolean }[] = []
  const status = herd.animalIds.map((): (typeof statuses)[number] | 'RELEASED' => 'IN_HERD')
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 8 }), async (events) => {
      for (const one of events) {
        const idsOf = (places: readonly number[]) => places.map((place) => herd.animalIds[place] ?? 0)
        if (one.kind === 'status') {
          const places = one.heads.filter((place) => status[place] !== 'RELEASED')
          if (places.length === 0) continue
          const { status: code } = await world.call(herd.pm, 'PUT', '/collateral/web/animal/status', {
            ids: idsOf(places),
            status: one.status,
            reason: 'r',
            ...(one.status !== 'IN_HERD' && { leftOn: one.leftOn }),
          })
          // A loss before the pledge is rejected as a whole.
          if (code === 400 && one.leftOn < '2026-05-01' && ['DEAD', 'STOLEN'].includes(one.status)) continue
          if (code !== 200) throw new Error(`a status is answered with ${code}`)
          for (const place of places) status[place] = one.status
        } else if (one.kind === 'release' || one.kind === 'substitute') {
          // The first head still in the herd, from the drawn one on.
          const place = status.findIndex((is, at) => at >= one.head && is === 'IN_HERD' && isCounted[at] === true)
          if (place === -1) continue
          if (one.kind === 'release')
            await request('release/new', { animalIds: idsOf([place]), reason: 'paid' }, admin, banker)
          else {
            const substituteId = await newcomer()
            await request(
              'substitution/new',
              { pairs: [{ animalId: herd.animalIds[place], substituteId }], reason: 'lame' },
              admin,
              banker,
            )
            herd.animalIds.push(substituteId)
            status.push('IN_HERD')
          }
          status[place] = 'RELEASED'
        } else if ('head' in one) {
          const animalId = await newcomer()
          await request(
            'collateral/new',
            {
              ...lookups,
              quantity: '1',
              unitPrice: '7000.00',
              pricedOn: '2026-05-01',
              priceSource: 'market',
              haircut: '0.2',
              animalIds: [animalId],
              reason: 'more',
            },
            banker,
          )
          herd.animalIds.push(animalId)
          status.push('IN_HERD')
        } else if (one.kind === 'count') {
          const corrected = one.corrects ? logs.findLast(({ isCorrected }) => !isCorrected) : undefined
          const body = {
            key: randomUUID(),
            farmId: herd.farmId,
            day: one.day,
            monitorStatus: 'NORMAL',
            handCount: one.heads,
            counts: [],
            text: '',
            photos: [],
            writtenAt: 0,
            correctsId: corrected?.id ?? null,
          }
          const { data } = await world.call<{ id: number }>(herd.pm, 'POST', address('dailylog/new'), body)
          if (corrected) corrected.isCorrected = true
          logs.push({ id: data.id, day: one.day, heads: one.heads, isCorrected: false })
        } else {
          const rows = await world.sql<
            { id: number }[]
          >`select id from ledger_entries where project_id = ${herd.id} order by id desc`
          await world.call(
            herd.pm,
            'POST',
            address(`ledger/${rows[Math.min(one.back, rows.length - 1)]?.id ?? 0}/correct`),
            { reason: 'r', ...(one.heads && { animalIds: idsOf(one.heads) }) },
          )
        }
        // A head counts when its own entries sum to one.
        const sums = await world.sql<{ animalId: number; times: number; isCounted: boolean }[]>`
          select p.animal_id as "animalId", sum(sign(e.heads))::int as times, p.is_counted as "isCounted" from pledges p
          join ledger_heads h on h.pledge_id = p.id join ledger_entries e on e.id = h.entry_id where p.project_id = ${herd.id} group by 1, p.id order by 1`
        expect(sums.map(({ times }) => times)).toEqual(sums.map((row) => (row.isCounted ? 1 : 0)))
        for (const [place, row] of sums.entries()) isCounted[place] = row.isCounted
        // No animal that left the herd is counted.
        expect(isCounted.filter((is, place) => is && !['IN_HERD', 'MISSING'].includes(status[place] ?? ''))).toEqual([])
        const {
          ledger,
          heard: of,
          unverified,
          unaccounted,
          missing,
          handCount,
        } = (await world.call<ProjectHeadcount>(herd.bank, 'GET', address('headcount'))).data
        // The last hand count of the newest day is shown alongside the numbers and changes none.
        const [newest] = logs
          .filter(({ isCorrected }) => !isCorrected)
          .toSorted((a, b) => b.day.localeCompare(a.day) || b.id - a.id)
        expect(handCount && { heads: handCount.heads, day: handCount.day, farms: handCount.farms }).toEqual(
          newest ? { heads: newest.heads, day: newest.day, farms: 1 } : null,
        )
        const [sum] = await world.sql<{ entries: number; lines: number }[]>`
          select (select sum(heads)::int from ledger_entries where project_id = ${herd.id}) as entries, (select sum(ledger_heads)::int from collateral_lines where project_id = ${herd.id}) as lines`
        const expected = isCounted.filter(Boolean).length
        const { total } = (await world.call<{ total: number }>(herd.bank, 'POST', address('headcount/list'), {})).data
        expect([ledger, of + unverified + unaccounted, sum?.entries, sum?.lines, total]).toEqual([
          expected,
          expected,
          expected,
          expected,
          expected,
        ])
        const missingHeads = isCounted.filter((is, place) => is && status[place] === 'MISSING').length
        expect(missing).toBe(missingHeads)
        const { value, lines, balance, warningLine, minimumLine } = (
          await world.call<ProjectCoverage>(herd.bank, 'GET', address('coverage'))
        ).data
        expect(lines.reduce((all, { heads: count }) => all + count, 0)).toBe(expected - missingHeads)
        expect(value).toBe(coverageOf(lines, { balance, warningLine, minimumLine }).value)
      }
    }),
    { numRuns: runs(3, 12) },
  )
}, 60_000)
