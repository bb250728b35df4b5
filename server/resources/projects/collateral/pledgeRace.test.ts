import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineSpan } from '../../../clock.ts'
import { type CollateralWorld, openCollateralWorld } from './testCollateral.ts'

let world: CollateralWorld
beforeAll(async () => {
  world = await openCollateralWorld()
})
afterAll(() => world.close())

const tries = 50
const live = async (animalId: number) =>
  (await world.sql`select from pledges where animal_id = ${animalId} and ended_at is null`).length

test('lets one of 50 concurrent pledges of an animal win', async () => {
  const [animalId = 0] = await world.animals(['R1'])
  const [mine = 0, theirs = 0] = await world.animals(['R2', 'R3'])
  const ask = (place: number) =>
    world.add(
      place % 2 === 0 ? world.projects.running : world.projects.other,
      world.terms({ animalIds: place === 0 ? [animalId, mine] : place === 1 ? [theirs, animalId] : [animalId] }),
    )
  const answers = await Promise.all(Array.from({ length: tries }, (_, place) => ask(place)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  const lost = answers.filter(({ status }) => status !== 200)
  expect(
    new Set(
      lost.map(
        ({ status, error }) =>
          `${status} ${error.code} ${JSON.stringify(error.fields)} ${JSON.stringify(error.details)}`,
      ),
    ),
  ).toEqual(new Set(['409 PLEDGED {"animalIds":"pledged_elsewhere"} {"tags":"R1","count":"1"}']))
  expect(await live(animalId)).toBe(1)
  // The losers leave nothing: no line, no ticket, no claim on the other animals that they named.
  const left = await world.sql<{ lines: number; tickets: number; pledges: number }[]>`
    select (select count(*)::int from collateral_lines) as lines, (select count(*)::int from tickets) as tickets, (select count(*)::int from pledges) as pledges`
  const heads = won[0] === answers[0] || won[0] === answers[1] ? 2 : 1
  expect(left).toEqual([{ lines: 1, tickets: 1, pledges: heads }])

  const { ticketId } = won[0]?.data ?? { ticketId: 0 }
  const isMine = answers.findIndex(({ status }) => status === 200) % 2 === 0
  const [projectId, bank] = isMine
    ? [world.projects.running, world.tokens.bank]
    : [world.projects.other, world.tokens.otherBank]
  const decisions = await Promise.all(
    Array.from({ length: tries }, (_, place) =>
      world.decide(bank, ticketId, place % 2 === 0 ? 'APPROVED' : 'REJECTED'),
    ),
  )
  const outcomes = Map.groupBy(decisions, ({ status, error }) => `${status} ${error?.code ?? ''}`)
  expect([outcomes.get('200 ')?.length, outcomes.get('409 NOT_OPEN')?.length]).toEqual([1, tries - 1])
  const isApproved = decisions.find(({ status }) => status === 200)?.data.state === 'APPROVED'
  expect(await live(animalId)).toBe(isApproved ? 1 : 0)
  expect((await world.entries(projectId)).map(({ kind, heads: posted }) => [kind, posted])).toEqual(
    isApproved ? [['PURCHASE', heads]] : [],
  )
  expect((await world.lines(projectId)).map(({ heads: counted }) => counted)).toEqual([isApproved ? heads : 0])
})

test('lets one of 50 concurrent releases and substitutions of a head win', async () => {
  const { sql, call, tokens, path, decide } = world
  const projectId = await world.project('RACE-1', 'ACTIVE')
  const heads = await world.animals(['X1', 'X2'])
  const [animalId = 0] = heads
  const [substituteId = 0] = await world.animals(['X3'])
  const { data: line } = await world.add(projectId, world.terms({ animalIds: heads }))
  await decide(tokens.bank, line.ticketId)
  const ask = (place: number) =>
    place % 2 === 0
      ? call<{ ticketId: number }>(tokens.pm, 'POST', `${path(projectId)}/release/new`, {
          animalIds: [animalId],
          reason: 'sold',
        })
      : call<{ ticketId: number }>(tokens.pm, 'POST', `${path(projectId)}/substitution/new`, {
          pairs: [{ animalId, substituteId }],
          reason: 'lame',
        })
  const requests = await Promise.all(Array.from({ length: tries }, (_, place) => ask(place)))
  expect(requests.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(
    requests.filter(({ status, error }) => status === 409 && ['CONFLICT', 'PLEDGED'].includes(error.code)),
  ).toHaveLength(tries - 1)

  // Two requests for one head, bypassing the check for duplicates: the head leaves only once.
  const first = requests.findIndex(({ status }) => status === 200)
  const firstId = requests[first]?.data.ticketId ?? 0
  await sql`update tickets set payload = jsonb_set(payload, '{animalIds}', '[]') where id = ${firstId}`
  const secondId = (await ask(first + 1)).data.ticketId
  await sql`update tickets set payload = jsonb_set(payload, '{animalIds}', ${JSON.stringify([animalId])}::text::jsonb) where id = ${firstId}`
  for (const ticketId of [firstId, secondId]) expect((await decide(tokens.admin, ticketId)).status).toBe(200)
  const decided = await Promise.all(
    Array.from({ length: tries }, (_, place) => decide(tokens.bank, place % 2 === 0 ? firstId : secondId)),
  )
  expect(decided.filter(({ status }) => status === 200)).toHaveLength(1)
  const lost = decided.filter(({ status }) => status !== 200).map(({ status, error }) => `${status} ${error.code}`)
  expect(new Set(lost)).toEqual(new Set(['409 CONFLICT', '409 NOT_OPEN']))
  const won = decided.findIndex(({ status }) => status === 200) % 2 === 0 ? firstId : secondId
  const [ticket] = await sql<{ kind: string }[]>`select kind from tickets where id = ${won}`
  const isRelease = ticket?.kind === 'ANIMAL_RELEASE'
  expect(await world.lines(projectId)).toMatchObject([
    { heads: isRelease ? 1 : 2, value: isRelease ? '9600.00' : '19200.00' },
  ])
  expect((await world.entries(projectId)).map(({ kind, heads: count }) => `${kind} ${count}`)).toEqual([
    'PURCHASE 2',
    ...(isRelease ? ['RELEASE -1'] : ['SUBSTITUTION 1', 'SUBSTITUTION -1']),
  ])
  expect(await sql`select status from animals where id = ${animalId}`).toEqual([
    { status: isRelease ? 'RELEASED' : 'SUBSTITUTED' },
  ])
  expect(await live(animalId)).toBe(0)
  // Losing decisions store no effects.
  expect(
    await sql`select from ticket_step_effects e join ticket_steps s on s.id = e.step_id where s.ticket_id in (${firstId}, ${secondId})`,
  ).toHaveLength(3)
})

test('reprices 100,000 animals with the approval', { tags: 'long' }, async () => {
  const { sql, farms, ids, tokens, path, call } = world
  const projectId = await world.project('BIG-1', 'ACTIVE')
  const [firstId = 0] = await world.animals(['K0'])
  const { data: line } = await world.add(projectId, world.terms({ animalIds: [firstId] }))
  await world.decide(tokens.bank, line.ticketId)
  // Inserted as the ledger would, but without its triggers: they would take longer than the measured calls.
  await sql.begin(async (one) => {
    await one`set local session_replication_role = replica`
    await one`
      insert into animals (visual_tag, farm_id, category_id, status, in_herd_from, created_at, updated_at, placed_at)
      select 'K' || n, ${farms.home}, ${ids.cattle}, 'IN_HERD', now(), now(), now(), now() from generate_series(1, 99999) n`
    await one`
      insert into pledges (animal_id, project_id, line_id, claimed_at, pledged_at, is_counted)
      select id, ${projectId}, ${line.id}, now(), now(), true from animals where visual_tag ~ '^K[1-9]'`
    await one`update collateral_lines set ledger_heads = 100000 where id = ${line.id}`
  })
  await sql`analyze animals, pledges`
  const request = await call<{ ticketId: number }>(
    tokens.pm,
    'POST',
    `${path(projectId)}/collateral/${line.id}/reprice`,
    { unitPrice: '9999.99', pricedOn: '2026-05-01', priceSource: 'market', haircut: '0.25', reason: 'fell' },
  )
  const since = machineSpan()
  expect((await world.decide(tokens.bank, request.data.ticketId)).status).toBe(200)
  const decidedMs = machineSpan() - since
  const [shown] = await world.lines(projectId, tokens.bank)
  const shownMs = machineSpan() - since - decidedMs
  // Exact to the cent: no binary float holds this value.
  expect(shown).toMatchObject({ heads: 100_000, value: '749999250.00' })
  expect(decidedMs).toBeLessThan(2000)
  expect(shownMs).toBeLessThan(2000)
})
