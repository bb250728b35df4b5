import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { exportOf } from '#contract/calls/exports.ts'
import { csvFeedOf } from '#contract/calls/feeds.ts'
import { dailyReportPath } from '#contract/projects/days/dailyReports.ts'
import { alertEvidencePath } from '#contract/alerts/alertEvidence.ts'
import { documentPath, documentUploadPath } from '#contract/calls/documents.ts'
import { importedNouns, importPath, importTemplatePath } from '#contract/calls/imports.ts'
import { imagePath, imageUploadPath } from '#contract/calls/images.ts'
import { baseMapPath } from '#contract/herd/baseMap.ts'
import { cameraMediaPath } from '#contract/projects/cameras.ts'
import { roles } from '#contract/people/roles.ts'
import { machineNow } from '../../clock.ts'
import { nounTests } from '../../resources/testNouns.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { mayCall } from '../bind.ts'
import { calls as specifiedCalls, logout, screens, type Screens } from './testCalls.ts'
import { accessResult, people, type Person } from './testPermissions.ts'

const persons = Object.keys(people) as Person[]
const allowedTo = (screen: Screens) => screens[screen].split(' ')
const isAllowed = (screen: Screens, person: Person) => allowedTo(screen).includes(person === 'none' ? 'OTHERS' : person)
const lists: Endpoint[] = Object.values(endpoints).flatMap((noun) => Object.values<Endpoint>(noun))
const exports = lists.flatMap((list) => exportOf(list) ?? [])
const csvFeeds = lists.flatMap((list) => csvFeedOf(list) ?? [])
const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`
/** Calls of the endpoint table and their exports, which one binder admits callers to. */
const bound = new Map([...lists, ...exports, ...csvFeeds].map((endpoint) => [keyOf(endpoint), endpoint.access]))
const exported = new Set(exports.map(keyOf))
/** Routes that admit callers themselves. */
const unbound = [
  `POST ${imageUploadPath}`,
  `GET ${imagePath}`,
  `POST ${documentUploadPath}`,
  `GET ${documentPath}`,
  `GET ${baseMapPath}`,
  `POST ${alertEvidencePath}`,
  `POST ${dailyReportPath}`,
  ...['GET', 'POST', 'DELETE'].map((method) => `${method} ${cameraMediaPath}`),
  ...importedNouns.flatMap((noun) => [
    `POST ${importPath(endpoints[noun].addOrEdit)}`,
    `GET ${importTemplatePath(endpoints[noun].addOrEdit)}`,
  ]),
]

/** Whole nouns that the specification does not know: each call is on a specified screen with exactly its roles. Other roles need a line in testCalls.ts. */
const specified = new Set(Object.values(specifiedCalls).flat())
const unspecified = Object.entries<Record<string, Endpoint>>(endpoints)
  .filter(([noun, table]) => noun in nounTests && Object.values(table).every((call) => !specified.has(keyOf(call))))
  .flatMap(([, table]) => Object.values(table).flatMap((call) => [call, exportOf(call) ?? []].flat()))
const hasRoles = (screen: Screens, { access }: Endpoint) =>
  typeof access !== 'string' && allowedTo(screen).toSorted().join() === access.toSorted().join()
const calls = Object.fromEntries(Object.entries(specifiedCalls).map(([screen, own]) => [screen, [...own]])) as Record<
  Screens,
  string[]
>
for (const call of unspecified) {
  const screen = (Object.keys(calls) as Screens[]).find((one) => hasRoles(one, call))
  if (screen) calls[screen].push(keyOf(call))
}
const guardedScreens = (Object.keys(calls) as Screens[]).filter((screen) => screen !== 'anybody at all')
const rows = guardedScreens.flatMap((screen) => calls[screen].map((call) => ({ call, screen })))

let world: World
const tokens = new Map<Person, string>()
const organisations = new Map<string | null, number | null>([[null, null]])
const addUser = (userName: string, person: Person) =>
  world.user(userName, person === 'none' ? null : person, organisations.get(people[person]) ?? null)

async function ask(call: string, token: string | null) {
  const [method = '', path = ''] = call.split(' ')
  const response = await world.server.inject({
    method: method as 'GET',
    url: path.replaceAll(/\{\w+\}/g, '999999999'),
    headers: { 'x-auth-timestamp': String(machineNow()), ...(token !== null && { 'x-auth-token': token }) },
    ...(method === 'POST' || method === 'PUT' ? { payload: {} } : {}),
  })
  // A file is no refusal.
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const { error } = isJson ? response.json<{ error?: { code: string } }>() : {}
  return { status: response.statusCode, code: error?.code ?? null }
}

/** Makes calls at once: the refusal of an upload takes a second. */
const resultsOf = (requests: { call: string; token: string | null }[]) =>
  Promise.all(requests.map(async ({ call, token }) => `${call}: ${accessResult(await ask(call, token))}`))
/** Makes a call as a person: with a session of its own to sign out, and once the person's last import was read. */
async function askAs(call: string, person: Person) {
  const token = call === logout ? await addUser(`leaving ${person}`, person) : (tokens.get(person) ?? '')
  return vi.waitFor(
    async () => {
      const answer = await ask(call, token)
      if (call.endsWith('/import') && answer.code === 'BUSY') throw new Error('the last import is still read')
      return answer
    },
    { timeout: 20_000 },
  )
}

beforeAll(async () => {
  world = await openWorld()
  for (const kind of ['PLATFORM', 'SUPERVISOR', 'BORROWER', 'BANK'] as const)
    organisations.set(kind, await world.organisation(kind, kind))
  for (const person of persons) tokens.set(person, await addUser(`user ${person}`, person))
})
afterAll(() => world.close())

describe('the table of permissions', () => {
  test('lists every role and every call once', () => {
    expect(persons.filter((person) => person !== 'none').toSorted()).toEqual([...roles].toSorted())
    expect(Object.values(calls).flat().toSorted()).toEqual([...bound.keys(), ...unbound].toSorted())
  })

  test('allows the same roles as the access of each bound call', () => {
    const different = rows.flatMap(({ call, screen }) => {
      const access = bound.get(call)
      if (access === undefined) return []
      const allowed = access === 'public' ? [] : roles.filter((role) => mayCall(access, { role }))
      return roles.every((role) => allowed.includes(role) === isAllowed(screen, role))
        ? []
        : [{ call, screen, allowed }]
    })
    expect(different).toEqual([])
    expect(calls['anybody at all'].filter((call) => bound.has(call) && bound.get(call) !== 'public')).toEqual([])
  })
})

test('admits everyone to public calls', async () => {
  expect(await resultsOf(calls['anybody at all'].map((call) => ({ call, token: null })))).toEqual(
    calls['anybody at all'].map((call) => `${call}: let in`),
  )
})

test('refuses all other calls without a session', async () => {
  expect(await resultsOf(rows.map(({ call }) => ({ call, token: null })))).toEqual(
    rows.map(({ call }) => `${call}: 401 NOT_SIGNED_IN`),
  )
})

/** Calls that show each kind of access over HTTP: a call, an export, and each route that admits callers itself. */
const probes = [...Map.groupBy(rows, ({ screen }) => allowedTo(screen).toSorted().join(' '))].map(([kind, group]) => {
  const probed = [
    group.find(({ call }) => bound.has(call) && !exported.has(call) && call !== logout),
    group.find(({ call }) => exported.has(call)),
    ...group.filter(({ call }) => !bound.has(call)),
  ]
  return { kind, calls: probed.flatMap((row) => row ?? []) }
})

test.each(probes)('admits only $kind', async ({ calls: probed }) => {
  const asks = probed.flatMap(({ call, screen }, place) =>
    [true, false].flatMap((isIn) => {
      const candidates = persons.filter((person) => isAllowed(screen, person) === isIn)
      const person = candidates[place % candidates.length]
      return person ? [{ call, person, result: isIn ? 'let in' : '403 NOT_ALLOWED' }] : []
    }),
  )
  const results = await Promise.all(
    asks.map(async ({ call, person }) => ({ call, person, result: accessResult(await askAs(call, person)) })),
  )
  expect(results).toEqual(asks)
})

test.each(guardedScreens)(
  'admits exactly the roles of %s to each of its calls',
  { tags: 'long', timeout: 60_000 },
  async (screen) => {
    const expected: string[] = []
    const results: string[] = []
    const odd: string[] = []
    for (const call of calls[screen]) {
      for (const person of persons)
        expected.push(`${call} ${person}: ${isAllowed(screen, person) ? 'let in' : '403 NOT_ALLOWED'}`)
      const asks = persons.map((person) => async () => {
        const answer = await askAs(call, person)
        if (bound.has(call) && ![200, 400, 403, 404, 422].includes(answer.status))
          odd.push(`${call} ${person}: ${answer.status}`)
        return `${call} ${person}: ${accessResult(answer)}`
      })
      if (call.endsWith('/import')) results.push(...(await Promise.all(asks.map((one) => one()))))
      else for (const one of asks) results.push(await one())
    }
    expect(results).toEqual(expected)
    expect(odd).toEqual([])
  },
)
