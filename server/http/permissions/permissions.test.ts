import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { exportOf } from '#contract/calls/exports.ts'
import { dailyReportPath } from '#contract/projects/days/dailyReports.ts'
import { alertEvidencePath } from '#contract/alerts/alertEvidence.ts'
import { documentPath, documentUploadPath } from '#contract/calls/documents.ts'
import { importedNouns, importPath, importTemplatePath } from '#contract/calls/imports.ts'
import { imagePath, imageUploadPath } from '#contract/calls/images.ts'
import { baseMapPath } from '#contract/herd/baseMap.ts'
import { cameraMediaPath } from '#contract/projects/cameras.ts'
import { roles } from '#contract/people/roles.ts'
import { machineNow } from '../../clock.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { calls, logout, screens, type Screens } from './testCalls.ts'
import { met, people, type Person } from './testPermissions.ts'

const persons = Object.keys(people) as Person[]
const rows = (Object.keys(calls) as Screens[])
  .filter((screen) => screen !== 'anybody at all')
  .flatMap((screen) => calls[screen].map((call) => [call, screen] as const))
  // After it nobody is signed in.
  .toSorted(([one], [other]) => Number(one === logout) - Number(other === logout))

let world: World
const tokens = new Map<Person, string>()

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

beforeAll(async () => {
  world = await openWorld()
  const organisations = new Map<string | null, number | null>([[null, null]])
  for (const kind of ['PLATFORM', 'SUPERVISOR', 'BORROWER', 'BANK'] as const) organisations.set(kind, await world.organisation(kind, kind))
  for (const person of persons) {
    const role = person === 'none' ? null : person
    tokens.set(person, await world.user(`user ${person}`, role, organisations.get(people[person]) ?? null))
  }
})
afterAll(() => world.close())

test('the table knows every role and every call of the product, once', () => {
  expect(persons.filter((person) => person !== 'none').toSorted()).toEqual([...roles].toSorted())
  const table: Endpoint[] = Object.values(endpoints).flatMap((noun) => Object.values<Endpoint>(noun))
  const whole = [...table, ...table.flatMap((one) => exportOf(one) ?? [])].map(({ method, path }) => `${method} ${path}`)
  const sheets = importedNouns.flatMap((noun) => [`POST ${importPath(endpoints[noun].addOrEdit)}`, `GET ${importTemplatePath(endpoints[noun].addOrEdit)}`])
  const known = Object.values(calls).flat()
  expect(known.toSorted()).toEqual([...whole, `POST ${imageUploadPath}`, `GET ${imagePath}`, `POST ${documentUploadPath}`, `GET ${documentPath}`, `GET ${baseMapPath}`, `POST ${alertEvidencePath}`, `POST ${dailyReportPath}`, ...['GET', 'POST', 'DELETE'].map((method) => `${method} ${cameraMediaPath}`), ...sheets].toSorted())
})

test.each(calls['anybody at all'])('%s is open to anybody', async (call) => {
  expect(met(await ask(call, null))).toBe('let in')
})

test.each(rows)('%s is for %s alone', async (call, screen) => {
  const outcomes: Record<string, string> = { nobody: met(await ask(call, null)) }
  const asks = [...tokens].map(([person, token]) => async () => (outcomes[person] = met(await ask(call, token))))
  // The refusal of an upload takes a moment: those are asked together.
  if (call.endsWith('/import')) await Promise.all(asks.map((one) => one()))
  else for (const one of asks) await one()
  const allowed = screens[screen].split(' ')
  const expected = persons.map((person) => [person, allowed.includes(person === 'none' ? 'OTHERS' : person) ? 'let in' : '403 NOT_ALLOWED'])
  expect(outcomes).toEqual({ nobody: '401 NOT_SIGNED_IN', ...Object.fromEntries(expected) })
})
