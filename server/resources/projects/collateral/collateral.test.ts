import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Animal } from '#contract/herd/animals.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { send } from '../../../auth/testAuth.ts'
import { machineNow } from '../../../clock.ts'
import { purgeOld } from '../../../records/remove.ts'
import { animals } from '../../herd/animals.ts'
import type { Posting } from '../ledger.ts'
import { claimDrafts, closeCollateral, draftAgain, openCollateral } from './opening.ts'
import { type CollateralWorld, details, openCollateralWorld } from './testCollateral.ts'

let world: CollateralWorld
let stray: number
beforeAll(async () => {
  world = await openCollateralWorld()
  await world.animals(['A1', 'A2', 'A3', 'A4', 'A5', 'A6'])
  await world.animals(['S1'], { categoryId: world.ids.sheep })
  ;[stray = 0] = await world.animals(['W1'], { farmId: world.farms.away })
  await world.animals(['F1'], { farmId: world.farms.foreign }, world.tokens.otherPm)
})
afterAll(() => world.close())

const idsOf = async (...tags: string[]) =>
  (await world.sql<{ id: number }[]>`select id from animals where visual_tag = any(${tags}) order by visual_tag`).map(
    ({ id }) => id,
  )
const animal = async (id: number) =>
  (await world.call<Animal>(world.tokens.pm, 'GET', `/collateral/web/animal/detail/${id}`)).data

describe('a drafted line', () => {
  let lineId = 0

  test('selects animals by tag and reports each tag it cannot use', async () => {
    const { call, tokens, path, projects, ids } = world
    const tags = ['A1', 'A2', 'W1', 'S1', 'F1', 'nobody']
    const { data } = await call(tokens.pm, 'POST', `${path(projects.draft)}/collateral/choose`, {
      categoryId: ids.cattle,
      tags,
    })
    expect(data).toMatchObject({
      animals: [{ visualTag: 'A1' }, { visualTag: 'A2' }],
      elsewhere: ['W1'],
      otherCategory: ['S1'],
      unknown: ['F1', 'nobody'],
      pledged: [],
      gone: [],
    })
    const all = await call<{ animals: { visualTag: string }[] }>(
      tokens.pm,
      'POST',
      `${path(projects.draft)}/collateral/choose`,
      { categoryId: ids.cattle, filter: {} },
    )
    expect(all.data.animals.map(({ visualTag }) => visualTag)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6'])
    const refused = await world.add(projects.draft, world.terms({ tags }))
    expect(refused).toMatchObject({
      status: 400,
      error: { fields: { tags: 'unknown_tags' }, details: { tags: 'F1\nnobody', count: '2' } },
    })
  })

  test('is added, edited and removed without approval and pledges no animals', async () => {
    const { projects, tokens, path, call } = world
    const { status, data } = await world.add(projects.draft, world.terms({ tags: ['A1', 'A2'] }))
    expect([status, data.ticketId]).toEqual([200, null])
    lineId = data.id
    expect(await world.lines(projects.draft)).toMatchObject([
      {
        id: lineId,
        status: 'DRAFT',
        drafted: 2,
        heads: 0,
        claimed: 0,
        unitPrice: '12000.00',
        haircut: '0.2000',
        value: '0.00',
      },
    ])
    // The bank does not see drafts, nor does another supervisor.
    for (const token of [tokens.bank, tokens.otherPm]) expect(await world.lines(projects.draft, token)).toEqual([])
    const edited = await call(tokens.pm, 'POST', `${path(projects.draft)}/collateral/${lineId}/edit`, {
      ...world.terms({ unitPrice: '13000.5', tags: ['A2', 'A3'] }),
      version: 1,
    })
    expect(edited.status).toBe(200)
    expect(await world.lines(projects.draft)).toMatchObject([{ drafted: 2, unitPrice: '13000.50', version: 2 }])
    expect(
      await call(tokens.pm, 'POST', `${path(projects.draft)}/collateral/${lineId}/edit`, {
        ...world.terms(),
        version: 1,
      }),
    ).toMatchObject({ status: 409, error: { fields: { version: 'stale' } } })
    const again = await world.add(projects.draft, world.terms({ tags: ['A3'] }))
    expect(again).toMatchObject({ status: 400, error: { fields: { animalIds: 'other_line' } } })
    const second = await world.add(projects.draft, world.terms({ tags: ['A4'] }))
    expect((await call(tokens.pm, 'DELETE', `${path(projects.draft)}/collateral/${second.data.id}`)).data).toEqual({
      id: second.data.id,
      ticketId: null,
    })
    expect(await world.lines(projects.draft)).toHaveLength(1)
    expect((await animal((await idsOf('A2'))[0] ?? 0)).isPledged).toBe(false)
  })

  test('rejects a future price date in every call', async () => {
    const { call, tokens, path, projects, terms } = world
    const line = `${path(projects.draft)}/collateral/${lineId}`
    const future = { pricedOn: '2026-05-02' }
    const { unitPrice, priceSource, haircut } = terms()
    const answers = [
      await world.add(projects.draft, terms({ tags: ['A4'], ...future })),
      await world.add(projects.running, terms({ tags: ['A4'], ...future })),
      await call(tokens.pm, 'POST', `${line}/edit`, terms(future)),
      await call(tokens.pm, 'POST', `${line}/reprice`, { unitPrice, priceSource, haircut, ...future }),
    ]
    expect(answers.map(({ status, error }) => [status, error?.fields])).toEqual(
      answers.map(() => [400, { pricedOn: 'future' }]),
    )
  })

  test('is claimed, pledged and released as its project opens and closes', async () => {
    const { projects, sql, context } = world
    const now = context.clock.now()
    const ticketId = await ticket()
    const posting = (transaction: Posting['sql']): Posting => ({
      sql: transaction,
      caller: { userId: 0, address: '' },
      context,
      now,
      afterCommit: () => undefined,
    })
    const cause = { ticketId, reason: 'opened' }
    const request = { projectId: projects.draft, ticketId, by: posting(sql).caller, now }
    expect(await sql.begin((one) => claimDrafts(one, request))).toBe(2)
    expect(await world.lines(projects.draft)).toMatchObject([{ status: 'PENDING', claimed: 2 }])
    await sql.begin((one) => draftAgain(one, request, 'WITHDRAWN'))
    expect(await world.lines(projects.draft)).toMatchObject([{ status: 'DRAFT', claimed: 0, drafted: 2 }])
    expect(await world.pledges(projects.draft, { state: ['ENDED'] })).toMatchObject([
      { endReason: 'WITHDRAWN' },
      { endReason: 'WITHDRAWN' },
    ])
    await sql.begin((one) => claimDrafts(one, request))
    await sql.begin((one) => openCollateral(posting(one), projects.draft, cause))
    expect(await world.lines(projects.draft)).toMatchObject([
      { status: 'ACTIVE', heads: 2, claimed: 0, value: '20800.80' },
    ])
    expect(await world.entries(projects.draft)).toMatchObject([{ kind: 'OPENING', heads: 2, ticketId }])
    await sql.begin((one) => closeCollateral(posting(one), projects.draft, cause))
    expect(await world.lines(projects.draft)).toMatchObject([{ status: 'ENDED', heads: 0 }])
    expect(await world.entries(projects.draft)).toMatchObject([
      { kind: 'OPENING', heads: 2 },
      { kind: 'RELEASE', heads: -2 },
    ])
    expect((await animal((await idsOf('A2'))[0] ?? 0)).isPledged).toBe(false)
    const noted = await sql<{ turn: string }[]>`
      select concat(before ->> 'status', ' ', after ->> 'status', ' ', detail ->> 'ticketId' = ${String(ticketId)}) as turn from audit_entries
      where noun = 'collateral' and noun_id = ${lineId} and before ->> 'status' <> after ->> 'status' order by id`
    expect(noted.map(({ turn }) => turn)).toEqual([
      'DRAFT PENDING t',
      'PENDING DRAFT t',
      'DRAFT PENDING t',
      'PENDING ACTIVE t',
      'ACTIVE ENDED t',
    ])
  })

  async function ticket(): Promise<number> {
    const [row] = await world.sql<{ id: number }[]>`
      insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_at)
      values ('PROJECT_OPEN', 'PROJECT', ${world.projects.draft}, 'DRAFT-1', '{}', ${await world.idOf('pm')}, now()) returning id`
    return row?.id ?? 0
  }
})

describe('a line of a running project', () => {
  let lineId = 0

  test('claims its animals and pledges them once the bank approves', async () => {
    const { projects, tokens, call } = world
    expect(await world.add(projects.running, world.terms())).toMatchObject({
      status: 400,
      error: { fields: { animalIds: 'required' } },
    })
    const { data } = await world.add(
      projects.running,
      world.terms({ tags: ['A1', 'A2'], arrival: 'TRANSFER', reason: 'bought in' }),
    )
    lineId = data.id
    expect(await world.lines(projects.running)).toMatchObject([{ status: 'PENDING', claimed: 2, heads: 0 }])
    expect(await world.entries(projects.running)).toEqual([])
    // A claimed missing animal would be pledged without value; a dead one would not be pledged.
    const [one = 0, two = 0] = await idsOf('A1', 'A2')
    const ledgerAndValue = async () =>
      (await call<TicketDetail>(tokens.bank, 'GET', details(data.ticketId ?? 0))).data.effects[0]?.figures
        .slice(1, 3)
        .map(({ after }) => after)
    await world.sql`update animals set status = case id when ${one} then 'DEAD' else 'MISSING' end where id in (${one}, ${two})`
    expect(await ledgerAndValue()).toEqual(['1', '0.00'])
    await world.sql`update animals set status = 'IN_HERD' where id in (${one}, ${two})`
    const shown = await call<TicketDetail>(tokens.bank, 'GET', details(data.ticketId ?? 0))
    expect(shown.data).toMatchObject({ kind: 'COLLATERAL_CHANGE', subjectName: 'RUN-1', canDecide: true })
    const change = Object.fromEntries(shown.data.changes.map(({ field, after }) => [field, after]))
    expect(change).toMatchObject({
      collateralChange: 'ADD',
      unitPrice: '12000.00',
      haircut: '0.2000',
      headsAsked: 2,
      animals: ['A1', 'A2'],
      reason: 'bought in',
    })
    expect(shown.data.effects[0]?.figures).toMatchObject([
      { measure: 'contracted' },
      { measure: 'ledger', before: '0', after: '2' },
      { measure: 'value', before: '0.00', after: '19200.00' },
      { measure: 'coverage', before: '0.0000', after: '0.1920' },
    ])
    expect((await world.decide(tokens.otherBank, data.ticketId)).status).toBe(404)
    expect((await world.decide(tokens.bank, data.ticketId)).status).toBe(200)
    expect(await world.lines(projects.running, tokens.banker)).toMatchObject([
      { status: 'ACTIVE', claimed: 0, heads: 2, value: '19200.00' },
    ])
    expect(await world.entries(projects.running)).toMatchObject([
      { kind: 'TRANSFER', heads: 2, ticketId: data.ticketId },
    ])
    expect(await world.pledges(projects.running, {}, tokens.borrower)).toMatchObject([
      { visualTag: 'A1', state: 'PLEDGED', isCounted: true },
      { visualTag: 'A2' },
    ])
    expect(await world.sql`select unit_price, ticket_id from collateral_prices where line_id = ${lineId}`).toHaveLength(
      1,
    )
  })

  test('reports which animals are pledged elsewhere without naming the lender', async () => {
    const { projects, ids, call, tokens, path } = world
    const refused = await world.add(projects.other, world.terms({ tags: ['A1', 'A4'] }))
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'PLEDGED', fields: { animalIds: 'pledged_elsewhere' }, details: { tags: 'A1', count: '1' } },
    })
    const chosen = await call(tokens.pm, 'POST', `${path(projects.other)}/collateral/choose`, {
      categoryId: ids.cattle,
      tags: ['A1', 'A4'],
    })
    expect(chosen.data).toMatchObject({ pledged: ['A1'], animals: [{ visualTag: 'A4' }] })
    expect(JSON.stringify([refused, chosen.data])).not.toMatch(/RUN-1|Grass/)
    expect(await world.lines(projects.other)).toEqual([])
  })

  test('is repriced, extended and removed by approval, one request at a time', async () => {
    const { projects, tokens, path, call, sql } = world
    const line = `${path(projects.running)}/collateral/${lineId}`
    const price = { unitPrice: '15000', pricedOn: '2026-05-01', priceSource: 'market', haircut: '0.1' }
    expect(await call(tokens.pm, 'POST', `${line}/reprice`, price)).toMatchObject({
      status: 400,
      error: { fields: { reason: 'required' } },
    })
    const repriced = await call<{ ticketId: number }>(tokens.pm, 'POST', `${line}/reprice`, {
      ...price,
      reason: 'the market rose',
    })
    const readIn = async (language: string) =>
      (await send<TicketDetail>(world, 'GET', details(repriced.data.ticketId), {}, { token: tokens.bank, language }))
        .data
    const names = await sql<
      { names: Record<string, string> }[]
    >`select names from lookups where id = ${world.ids.cattle}`
    for (const language of ['zh-CN', 'en-US'])
      expect((await readIn(language)).changes).toContainEqual({
        field: 'category',
        before: null,
        after: names[0]?.names[language],
      })
    expect(await call(tokens.pm, 'DELETE', `${line}?reason=r`)).toMatchObject({
      status: 409,
      error: { fields: { collateralId: 'requested' } },
    })
    expect((await world.decide(tokens.bank, repriced.data.ticketId)).status).toBe(200)
    expect(await world.lines(projects.running)).toMatchObject([
      { unitPrice: '15000.00', haircut: '0.1000', value: '27000.00', ticketId: null },
    ])
    const prices = await sql<
      { price: string }[]
    >`select unit_price as price from collateral_prices where line_id = ${lineId} order by id`
    expect(prices.map((row) => row.price)).toEqual(['12000.00', '15000.00'])
    const more = async () =>
      (
        await call<{ ticketId: number }>(tokens.pm, 'POST', `${line}/animals/new`, {
          tags: ['A3'],
          arrival: 'BIRTH',
          reason: 'born',
        })
      ).data.ticketId
    expect((await world.decide(tokens.bank, await more(), 'REJECTED')).status).toBe(200)
    const withdrawn = await more()
    expect((await animal((await idsOf('A3'))[0] ?? 0)).isPledged).toBe(true)
    expect((await call(tokens.pm, 'POST', '/collateral/common/ticket/withdraw', { ticketId: withdrawn })).status).toBe(
      200,
    )
    expect((await animal((await idsOf('A3'))[0] ?? 0)).isPledged).toBe(false)
    expect((await world.pledges(projects.running, { state: ['ENDED'] })).map(({ endReason }) => endReason)).toEqual([
      'REFUSED',
      'WITHDRAWN',
    ])
    expect((await world.decide(tokens.bank, await more())).status).toBe(200)
    expect(await world.lines(projects.running)).toMatchObject([{ heads: 3 }])
    const removal = await call<{ ticketId: number }>(tokens.pm, 'DELETE', `${line}?reason=paid`)
    // One animal dies and one goes missing before the decision: the removal covers the current heads.
    const setStatus = (ids: number[], status: string) =>
      call(tokens.pm, 'PUT', '/collateral/web/animal/status', { ids, status, leftOn: '2026-05-01', reason: 'r' })
    await setStatus(await idsOf('A1'), 'DEAD')
    await setStatus(await idsOf('A2'), 'MISSING')
    const effect = (await call<TicketDetail>(tokens.bank, 'GET', details(removal.data.ticketId))).data.effects[0]
    expect(effect?.figures.slice(1, 3)).toMatchObject([
      { before: '2', after: '0' },
      { before: '13500.00', after: '0.00' },
    ])
    await setStatus(await idsOf('A1', 'A2'), 'IN_HERD')
    expect((await world.decide(tokens.bank, removal.data.ticketId)).status).toBe(200)
    expect(await world.lines(projects.running)).toMatchObject([{ status: 'ENDED', heads: 0 }])
    expect((await world.entries(projects.running)).map(({ kind, heads }) => `${kind} ${heads}`)).toEqual([
      'TRANSFER 2',
      'BIRTH 1',
      'DEATH -1',
      'CORRECTION 1',
      'RELEASE -3',
    ])
    expect(await world.pledges(projects.running, { state: ['PLEDGED', 'CLAIMED'] })).toEqual([])
  })

  test('skips animals that left the herd and rejects approval without any', async () => {
    const { projects, tokens, call } = world
    const [five = 0, six = 0] = await idsOf('A5', 'A6')
    const { data } = await world.add(projects.running, world.terms({ animalIds: [five, six] }))
    const die = (id: number) =>
      call(tokens.pm, 'PUT', '/collateral/web/animal/status', {
        ids: [id],
        status: 'DEAD',
        leftOn: '2026-05-01',
        reason: 'wolf',
      })
    await die(five)
    expect((await world.decide(tokens.bank, data.ticketId)).status).toBe(200)
    expect(await world.lines(projects.running)).toMatchObject([{ status: 'ENDED' }, { status: 'ACTIVE', heads: 1 }])
    const four = await idsOf('A4')
    const last = await world.add(projects.running, world.terms({ animalIds: four }))
    await die(four[0] ?? 0)
    expect(await world.decide(tokens.bank, last.data.ticketId)).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', fields: { ticketId: 'subject_changed' } },
    })
    const moment = world.context.clock.now()
    world.context.clock.hold(moment + 1)
    expect((await world.decide(tokens.bank, last.data.ticketId, 'REJECTED')).status).toBe(200)
    // The past view still shows the line as pending.
    expect((await world.lines(projects.running)).at(-1)).toMatchObject({ id: last.data.id, status: 'ENDED' })
    const { list } = (
      await call<{ list: { id: number; status: string }[] }>(
        tokens.bank,
        'POST',
        `${world.path(projects.running)}/collateral/list`,
        { happened: moment, recorded: moment },
      )
    ).data
    expect(list.at(-1)).toMatchObject({ id: last.data.id, status: 'PENDING' })
  })

  test('protects pledged animals from moves and deletion and once-pledged ones from purging', async () => {
    const { call, tokens, farms, sql, projects } = world
    const [six = 0] = await idsOf('A6')
    // Without the project’s farm, the pledge alone protects the animal.
    await sql`delete from project_farms where farm_id = ${farms.home}`
    const move = { ids: [six], farmId: farms.away, reason: 'r' }
    const responses = [
      await call(tokens.pm, 'POST', '/collateral/common/animal/transferInBatch', move),
      await call(tokens.pm, 'PUT', '/collateral/web/animal/addOrEdit', {
        id: six,
        visualTag: 'A6',
        farmId: farms.away,
      }),
      await call(tokens.pm, 'DELETE', `/collateral/web/animal/del/${six}`),
      await call(tokens.pm, 'PUT', '/collateral/web/animal/status', {
        ids: [six],
        status: 'RELEASED',
        leftOn: '2026-05-01',
        reason: 'r',
      }),
    ]
    expect(responses.map(({ status, error }) => [status, error.code])).toEqual(responses.map(() => [409, 'PLEDGED']))
    await sql`insert into project_farms (project_id, farm_id) select id, ${farms.home} from projects where id in (${projects.running}, ${projects.draft}, ${projects.other})`
    // A once-pledged animal stays when the recycle bin is emptied and cannot be purged by hand.
    const [once = 0] = await idsOf('A1')
    await sql`update projects set status = 'CLOSED'`
    for (const id of [once, stray])
      expect((await call(tokens.pm, 'DELETE', `/collateral/web/animal/del/${id}`)).status).toBe(200)
    await purgeOld(world.context, animals, machineNow() + 60 * 86_400_000)
    expect((await sql`select id from animals where id in (${once}, ${stray})`).map(({ id }) => Number(id))).toEqual([
      once,
    ])
    expect(await call(tokens.pm, 'DELETE', `/collateral/web/animal/purge/${once}`)).toMatchObject({
      status: 409,
      error: { code: 'IN_USE' },
    })
    await sql`update projects set status = 'ACTIVE' where id <> ${projects.draft}`
  })
})
