import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CollateralWorld, openCollateralWorld } from './testCollateral.ts'

let world: CollateralWorld
const tag = (serial: number) => `2152502${String(serial).padStart(8, '0')}`
beforeAll(async () => {
  world = await openCollateralWorld()
  const [pledged = 0] = await world.animals(['C1'], { electronicTag: { scheme: 'CN', value: tag(1) } })
  await world.animals(['C2'], { electronicTag: { scheme: 'CN', value: tag(2) } })
  await world.add(world.projects.running, world.terms({ animalIds: [pledged] }))
})
afterAll(() => world.close())

const check = (token: string, tags: string[]) =>
  world.call<{ tags: { tag: string; isPledged: boolean; isKnown: boolean }[] }>(
    token,
    'POST',
    '/collateral/common/pledge/check',
    {
      tags,
    },
  )

test('returns whether tags are pledged, and which are unknown', async () => {
  const { tokens } = world
  for (const token of [tokens.otherBank, tokens.otherPm, tokens.bank]) {
    const { data } = await check(token, [tag(1), tag(2), tag(3), tag(1)])
    expect(data).toEqual({
      tags: [
        { tag: tag(1), isPledged: true, isKnown: true },
        { tag: tag(2), isPledged: false, isKnown: true },
        { tag: tag(3), isPledged: false, isKnown: false },
      ],
    })
  }
  expect((await check(tokens.borrower, [tag(1)])).status).toBe(403)
  expect((await check(tokens.bank, ['C1'])).status).toBe(400)
})

test('runs the same number of statements for pledged, free and unknown tags', async () => {
  const costs = []
  for (const checkedTag of [tag(1), tag(2), tag(3)]) {
    const made = world.statements()
    await check(world.tokens.otherPm, [checkedTag])
    costs.push(world.statements() - made)
  }
  expect(new Set(costs).size).toBe(1)
})

test('records each check with its user and tags', async () => {
  await world.context.securityLog.settled()
  const noted = await world.sql<
    { who: string; what: string }[]
  >`select user_name as who, what from security_events where kind = 'PLEDGE_CHECK' and starts_with(what, '3:') order by id`
  expect(noted).toEqual(
    ['other.bank', 'other.pm', 'bank'].map((who) => ({ who, what: `3: ${tag(1)} ${tag(2)} ${tag(3)}` })),
  )
})

test('limits checks per organisation', async () => {
  const { tokens } = world
  const answers = []
  for (let place = 0; place < 20; place++) answers.push((await check(tokens.otherBank, [tag(place)])).status)
  expect(answers.filter((status) => status === 200)).toHaveLength(19)
  expect(await check(tokens.otherBank, [tag(1)])).toMatchObject({ status: 429, error: { code: 'TOO_MANY_TRIES' } })
  expect((await check(tokens.bank, [tag(1)])).status).toBe(200)
})

test('reports a tag as free once its pledge is rejected', async () => {
  const { tokens, projects } = world
  const [line] = await world.lines(projects.running)
  await world.decide(tokens.bank, line?.ticketId ?? 0, 'REJECTED')
  expect((await check(tokens.bank, [tag(1)])).data.tags).toEqual([{ tag: tag(1), isPledged: false, isKnown: true }])
})
