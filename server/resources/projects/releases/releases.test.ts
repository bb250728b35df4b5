import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnimalEvent } from '#contract/herd/animalHistory.ts'
import type { Animal } from '#contract/herd/animals.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { machineNow, toInstant } from '../../../clock.ts'
import { audit } from '../../../records/audit.ts'
import { type CollateralWorld, details, openCollateralWorld } from '../collateral/testCollateral.ts'

let world: CollateralWorld
let heads: number[]
let base: string
beforeAll(async () => {
  world = await openCollateralWorld()
  const { projects, tokens } = world
  heads = await world.animals(['H1', 'H2', 'H3', 'H4'], { sex: 'FEMALE', birthDate: '2022-05-01' })
  const { data } = await world.add(projects.running, world.terms({ animalIds: heads }))
  await world.decide(tokens.bank, data.ticketId)
  base = world.path(projects.running)
})
afterAll(() => world.close())

const animal = async (id: number) =>
  (await world.call<Animal>(world.tokens.pm, 'GET', `/collateral/web/animal/detail/${id}`)).data
const posted = async () =>
  (await world.entries(world.projects.running)).map(({ kind, heads: count }) => `${kind} ${count}`)

test('releases heads from ledger and herd after supervisor and bank approve', async () => {
  const { call, tokens, projects } = world
  const checked = await call(tokens.borrower, 'POST', `${base}/release/check`, { tags: ['H1', 'nobody'] })
  expect(checked.data).toMatchObject({
    heads: 1,
    unknown: ['nobody'],
    figures: [
      {},
      { measure: 'ledger', before: '4', after: '3' },
      { before: '38400.00', after: '28800.00' },
      { measure: 'coverage', before: '0.3840', after: '0.2880' },
    ],
  })
  const request = await call<{ ticketId: number }>(tokens.borrower, 'POST', `${base}/release/new`, {
    tags: ['H1'],
    reason: 'sold when paid',
  })
  expect(request.status).toBe(200)
  const { ticketId } = request.data
  expect(await call(tokens.pm, 'POST', `${base}/release/new`, { tags: ['H1'], reason: 'again' })).toMatchObject({
    status: 409,
    error: { fields: { animalIds: 'requested' } },
  })
  expect((await world.decide(tokens.bank, ticketId)).error).toMatchObject({ code: 'NOT_OPEN' })
  expect((await world.decide(tokens.admin, ticketId)).status).toBe(200)
  expect((await animal(heads[0] ?? 0)).status).toBe('IN_HERD')
  const effect = async () => (await call<TicketDetail>(tokens.bank, 'GET', details(ticketId))).data.effects[0]?.figures
  expect(await effect()).toMatchObject([{}, { before: '4', after: '3' }, { before: '38400.00', after: '28800.00' }, {}])
  // A missing animal has no value even before its release.
  await world.sql`update animals set status = 'MISSING' where id = ${heads[0] ?? 0}`
  expect(await effect()).toMatchObject([{}, { before: '4', after: '3' }, { before: '28800.00', after: '28800.00' }, {}])
  await world.sql`update animals set status = 'IN_HERD' where id = ${heads[0] ?? 0}`
  expect((await world.decide(tokens.bank, ticketId)).status).toBe(200)
  expect(await animal(heads[0] ?? 0)).toMatchObject({
    status: 'RELEASED',
    leftOn: '2026-05-01',
    leftReason: 'sold when paid',
    isPledged: false,
  })
  expect(await posted()).toEqual(['PURCHASE 4', 'RELEASE -1'])
  expect(await world.lines(projects.running)).toMatchObject([{ heads: 3, value: '28800.00' }])
  expect(await world.pledges(projects.running, { state: ['ENDED'] })).toMatchObject([
    { visualTag: 'H1', endReason: 'RELEASED', isCounted: false },
  ])
})

test('proposes similar substitutes, claims them and swaps them on approval', async () => {
  const { call, tokens, projects } = world
  const [ram = 0] = await world.animals(['N1'], { sex: 'MALE', birthDate: '2022-05-01' })
  const [young = 0] = await world.animals(['N2'], { sex: 'FEMALE', birthDate: '2026-03-01' })
  const [like = 0] = await world.animals(['N3'], { sex: 'FEMALE', birthDate: '2022-06-01' })
  const proposed = await call<{ pairs: { animal: { visualTag: string }; substitute: { visualTag: string } | null }[] }>(
    tokens.pm,
    'POST',
    `${base}/substitution/propose`,
    { animalIds: heads.slice(1) },
  )
  const pairs = proposed.data.pairs.map((pair) => `${pair.animal.visualTag} ${pair.substitute?.visualTag}`)
  expect(pairs).toEqual(['H2 N3', 'H3 N1', 'H4 N2'])
  const ask = (animalId: number | undefined, substituteId: number, token = tokens.pm) =>
    call<{ ticketId: number }>(token, 'POST', `${base}/substitution/new`, {
      pairs: [{ animalId, substituteId }],
      reason: 'lame',
    })
  expect(await ask(heads[1], heads[2] ?? 0)).toMatchObject({ status: 409, error: { code: 'PLEDGED' } })
  const request = await ask(heads[1], like)
  expect((await animal(like)).isPledged).toBe(true)
  // The rejection frees the substitute.
  await world.decide(tokens.admin, request.data.ticketId, 'REJECTED')
  expect((await animal(like)).isPledged).toBe(false)
  const again = await ask(heads[1], like)
  await world.decide(tokens.admin, again.data.ticketId)
  expect((await world.decide(tokens.bank, again.data.ticketId)).status).toBe(200)
  expect(await posted()).toEqual(['PURCHASE 4', 'RELEASE -1', 'SUBSTITUTION 1', 'SUBSTITUTION -1'])
  expect(
    [await animal(heads[1] ?? 0), await animal(like), await animal(ram), await animal(young)].map(
      ({ status, isPledged }) => [status, isPledged],
    ),
  ).toEqual([
    ['SUBSTITUTED', false],
    ['IN_HERD', true],
    ['IN_HERD', false],
    ['IN_HERD', false],
  ])
  expect(await world.lines(projects.running)).toMatchObject([{ heads: 3, claimed: 0 }])
})

test('rejects approving the release of a head that died since', async () => {
  const { call, tokens } = world
  const { data } = await call<{ ticketId: number }>(tokens.pm, 'POST', `${base}/release/new`, {
    animalIds: heads.slice(2),
    reason: 'r',
  })
  await world.decide(tokens.admin, data.ticketId)
  const { sql } = world
  await sql.begin(async (one) => {
    const [pledge] = await one<
      { id: number; lineId: number; projectId: number }[]
    >`select id, line_id as "lineId", project_id as "projectId" from pledges where animal_id = ${heads[2] ?? 0} and ended_at is null`
    const [entry] = await one<{ id: number }[]>`
      insert into ledger_entries (project_id, line_id, kind, heads, reason, happened_at, recorded_at)
      values (${pledge?.projectId ?? 0}, ${pledge?.lineId ?? 0}, 'DEATH', -1, 'wolf', now(), now()) returning id`
    await one`insert into ledger_heads (entry_id, pledge_id) values (${entry?.id ?? 0}, ${pledge?.id ?? 0})`
  })
  expect(await world.decide(tokens.bank, data.ticketId)).toMatchObject({
    status: 409,
    error: { code: 'CONFLICT', fields: { ticketId: 'subject_changed' } },
  })
  expect((await animal(heads[3] ?? 0)).status).toBe('IN_HERD')
})

test('values substitutes of missing animals and shows ledger entries in timelines', async () => {
  const { call, tokens } = world
  await world.animals(['N4'], { sex: 'FEMALE' })
  const body = { animalIds: heads.slice(3) }
  const valueOf = async () =>
    (await call<{ figures: unknown[] }>(tokens.pm, 'POST', `${base}/substitution/propose`, body)).data.figures[2]
  const before = await valueOf()
  expect(before).toMatchObject({ measure: 'value', before: '19200.00', after: '19200.00' })
  await world.sql`update animals set status = 'MISSING' where id = ${heads[3] ?? 0}`
  expect(await valueOf()).toMatchObject({ before: '9600.00', after: '19200.00' })
  await world.sql`update animals set status = 'IN_HERD' where id = ${heads[3] ?? 0}`
  const facts = async (token: string) => {
    const { data } = await call<{ list: AnimalEvent[] }>(
      token,
      'POST',
      `/collateral/web/animal/${heads[1] ?? 0}/timeline`,
      { pageSize: 100 },
    )
    return data.list
      .filter(({ entryKind, kind }) => entryKind !== null || kind.endsWith('PLEDGED'))
      .map(
        ({ kind, name, entryKind, pledgeEnd, reason }) =>
          `${kind} ${name} ${entryKind ?? pledgeEnd} ${reason === 'lame'}`,
      )
  }
  expect(new Set(await facts(tokens.pm))).toEqual(
    new Set([
      'LEDGER RUN-1 PURCHASE false',
      'LEDGER RUN-1 SUBSTITUTION true',
      'PLEDGED RUN-1 null false',
      'UNPLEDGED RUN-1 SUBSTITUTED false',
    ]),
  )
})

test('proposes the substitute of nearest newest weight among similar animals', async () => {
  const { call, tokens } = world
  const alike = { sex: 'FEMALE', birthDate: '2022-05-01' }
  const [heavy = 0, near = 0, far = 0] = await world.animals(['W1', 'W2', 'W3'], alike)
  const [old = 0] = await world.animals(['W4'], { ...alike, birthDate: '2021-11-01' })
  const weigh = (animalId: number, kg: number, weighedOn: string) =>
    world.sql`insert into animal_weights (animal_id, weighed_on, kg, method) values (${animalId}, ${weighedOn}::date, ${kg}, 'SCALE')`
  for (const [animalId, kg] of [
    [heads[3] ?? 0, 480],
    [heavy, 620],
    [near, 455],
    [far, 300],
    [old, 480],
  ] as const)
    await weigh(animalId, kg, '2026-04-01')
  // An earlier weight does not count.
  await weigh(heavy, 480, '2025-04-01')
  await weigh(near, 900, '2025-04-01')
  const proposed = async () =>
    (
      await call<{ pairs: { substitute: { visualTag: string; kg: number | null } | null }[] }>(
        tokens.pm,
        'POST',
        `${base}/substitution/propose`,
        { animalIds: heads.slice(3) },
      )
    ).data.pairs.map(({ substitute }) => [substitute?.visualTag, substitute?.kg])
  expect(await proposed()).toEqual([['W2', 455]])
  await weigh(near, 350, '2026-04-20')
  await weigh(far, 500, '2026-04-20')
  expect(await proposed()).toEqual([['W3', 500]])
  // 100 kg are as far as half a year.
  await weigh(far, 200, '2026-04-25')
  await weigh(near, 60, '2026-04-25')
  await weigh(heavy, 900, '2026-04-25')
  expect(await proposed()).toEqual([['W4', 480]])
})

test('shows ended pledges with the animal’s last pledged status and farm', async () => {
  const {
    sql,
    call,
    tokens,
    projects,
    farms,
    context: { clock },
  } = world
  const [removedId = 0] = await world.animals(['R1'])
  const added = await world.add(projects.running, world.terms({ animalIds: [removedId] }))
  await world.decide(tokens.bank, added.data.ticketId)
  const removed = await call<{ ticketId: number }>(tokens.pm, 'DELETE', `${base}/collateral/${added.data.id}`, {
    reason: 'r',
  })
  await world.decide(tokens.bank, removed.data.ticketId)
  await clock.moveTo(clock.now() + 3_600_000)
  const later = clock.now()
  const formerIds = [heads[0] ?? 0, heads[1] ?? 0, removedId]
  await sql`update animals set status = 'DEAD', farm_id = ${farms.away}, placed_at = ${later}, in_herd_to = null where id = any(${formerIds}::bigint[])`
  for (const id of formerIds)
    await audit(sql, { userId: 0, address: '' }, machineNow(), {
      action: 'EDIT',
      noun: 'animal',
      nounId: id,
      before: { status: 'IN_HERD' },
      after: { status: 'DEAD' },
    })
  await clock.moveTo(later + 3_600_000)
  for (const moment of [{}, { happened: toInstant(clock.now()) }]) {
    for (const token of [tokens.bank, tokens.borrower]) {
      const ended = await world.pledges(
        projects.running,
        { state: ['ENDED'], sort: { field: 'status', order: 'asc' }, ...moment },
        token,
      )
      expect(
        ended
          .filter(({ animalId }) => formerIds.includes(animalId))
          .map(({ visualTag, status, farmName, endReason }) => [visualTag, status, farmName, endReason]),
      ).toEqual([
        ['R1', 'IN_HERD', 'Home', 'REMOVED'],
        ['H1', 'RELEASED', 'Home', 'RELEASED'],
        ['H2', 'SUBSTITUTED', 'Home', 'SUBSTITUTED'],
      ])
    }
  }
})

test('rejects requests and hides pledges from users without access', async () => {
  const { call, tokens, projects } = world
  for (const token of [tokens.otherPm]) {
    expect((await call(token, 'POST', `${base}/release/new`, { animalIds: [heads[3]], reason: 'r' })).status).toBe(404)
    expect((await call(token, 'POST', `${base}/release/check`, { animalIds: [heads[3]] })).status).toBe(404)
  }
  expect(await world.pledges(projects.running, {}, tokens.otherBank)).toEqual([])
  expect((await call(tokens.bank, 'POST', `${base}/release/new`, { animalIds: [heads[3]], reason: 'r' })).status).toBe(
    403,
  )
})
