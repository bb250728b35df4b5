import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { exportOf } from '#contract/calls/exports.ts'
import { documentPath, documentUploadPath } from '#contract/calls/documents.ts'
import { importedNouns, importPath, importTemplatePath } from '#contract/calls/imports.ts'
import { imagePath, imageUploadPath } from '#contract/calls/images.ts'
import { baseMapPath } from '#contract/herd/baseMap.ts'
import { cameraMediaPath } from '#contract/projects/cameras.ts'
import { roles } from '#contract/people/roles.ts'
import { machineNow } from '../clock.ts'
import { openWorld, type World } from '../testing/testWorld.ts'
import { collateralCalls, collateralScreens } from '../resources/projects/collateral/testCollateralCalls.ts'
import { binCalls, callsOfAnybody, met, people, type Person, recordCalls } from './testPermissions.ts'

/**
 * The specification's table of screens and roles (§2, §6), written out: nothing here comes from the contract, so that what
 * the contract says wrongly does not agree with itself.
 */
const screens = {
  '/dashboard/animal-monitor/monitor': 'ADMIN_SUPERVISOR SUPERVISOR_PM ADMIN_BANK ADMIN_BORROWER BANK_USER OTHERS',
  '/dashboard/animal-monitor/project': 'ADMIN_SUPERVISOR ADMIN_BANK ADMIN_BORROWER', 'a project’s parties': 'ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK SUPERVISOR_PM BANK_USER',
  '/dashboard/animal-monitor/farm, device, animal, alert': 'ADMIN_SUPERVISOR SUPERVISOR_PM',
  '/dashboard/settings': 'ADMIN_PLATFORM',
  '/dashboard/animal-monitor/alert and /dashboard/settings': 'ADMIN_SUPERVISOR SUPERVISOR_PM ADMIN_PLATFORM',
  'the quarantine, on /dashboard/animal-monitor/device and for the platform': 'ADMIN_SUPERVISOR SUPERVISOR_PM ADMIN_PLATFORM',
  '/dashboard/animal-monitor/animal/trash, and what a project manager asks for': 'SUPERVISOR_PM',
  '/dashboard/org-admin': 'ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK',
  '/dashboard/profiles': 'ADMIN_PLATFORM',
  '/dashboard/org-admin and /dashboard/profiles': 'ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK ADMIN_PLATFORM',
  '/dashboard/project/info': 'ADMIN_PLATFORM ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK SUPERVISOR_PM BANK_USER',
  'what a regulator notes on /dashboard/project/info': 'ADMIN_SUPERVISOR SUPERVISOR_PM',
  'what is put right on /dashboard/project/info': 'SUPERVISOR_PM',
  '/dashboard/approvals': 'ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK ADMIN_PLATFORM SUPERVISOR_PM',
  'who approves, on /dashboard/approvals': 'ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK ADMIN_PLATFORM',
  'who asks for permits': 'ADMIN_BORROWER SUPERVISOR_PM',
  'the form of a project, and /dashboard/profiles': 'ADMIN_PLATFORM ADMIN_SUPERVISOR SUPERVISOR_PM',
  '/dashboard/projects and /dashboard/project/info': 'ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK ADMIN_PLATFORM SUPERVISOR_PM BANK_USER',
  '/dashboard/project/form': 'SUPERVISOR_PM',
  'walls, on /dashboard/account': 'ADMIN_SUPERVISOR SUPERVISOR_PM ADMIN_BANK ADMIN_BORROWER',
  '/dashboard/cameras': 'ADMIN_PLATFORM',
  'the cameras of a project, on /dashboard/project/info': 'ADMIN_PLATFORM ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK SUPERVISOR_PM BANK_USER',
  'everybody signed in':
    'ADMIN_PLATFORM ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK SUPERVISOR_PM BANK_USER BANK_USER_NO_ORG BORROWER_USER SUPERVISOR_USER OTHERS',
  'anybody at all': '', ...collateralScreens,
} as const
type Screens = keyof typeof screens

const logout = 'POST /collateral/common/auth/logout'

/** Which screens each call is there for. */
const calls: Record<Screens, readonly string[]> = {
  'anybody at all': callsOfAnybody,
  'everybody signed in': [
    'GET /collateral/app/profile/user',
    'POST /collateral/web/account/prove',
    'PUT /collateral/web/account/edit',
    'POST /collateral/web/account/password',
    'GET /collateral/web/account/sessions',
    'DELETE /collateral/web/account/session/{id}',
    'POST /collateral/web/account/sessions/endOthers',
    'POST /collateral/web/account/twoFactor/begin',
    'POST /collateral/web/account/twoFactor/confirm',
    'POST /collateral/web/account/twoFactor/end',
    'GET /api/users',
    'GET /api/notices',
    'POST /api/notices/read',
    'POST /api/notices/clear',
    'POST /collateral/common/find',
    'POST /collateral/web/lookup/list',
    'POST /collateral/web/lookup/export',
    'GET /collateral/web/lookup/detail/{id}',
    'GET /collateral/common/collateral/unitName/list',
    'POST /collateral/web/view/list',
    'PUT /collateral/web/view/addOrEdit',
    'DELETE /collateral/web/view/del/{id}',
    'GET /collateral/common/image/{id}',
    'GET /collateral/common/basemap',
    'POST /collateral/common/document/upload',
    'GET /collateral/common/document/{id}',
    logout,
  ],
  'the form of a project, and /dashboard/profiles': ['GET /collateral/app/org/list/search/{role}', 'GET /collateral/app/user/list/search'],
  '/dashboard/projects and /dashboard/project/info': [
    'POST /collateral/web/project/list/active',
    'POST /collateral/web/project/list/active/export',
    'GET /collateral/common/project/{id}/details',
    'POST /collateral/web/project/{id}/history',
  ],
  '/dashboard/project/form': [
    ...['edit', 'submit', 'close'].map((call) => `POST /collateral/common/project/{id}/${call}`),
    ...['PUT', 'DELETE'].map((method) => `${method} /collateral/web/project/{projectId}/dailylog/user/{userId}`),
    'DELETE /collateral/web/project/del/{id}',
    'GET /collateral/common/project/{id}/farm/available',
  ],
  'walls, on /dashboard/account': ['GET /collateral/web/display/list', 'PUT /collateral/web/display/pair', 'DELETE /collateral/web/display/del/{id}'],
  '/dashboard/animal-monitor/monitor': [
    'GET /collateral/web/monitor/scene',
    'GET /collateral/web/monitor/baseMap',
    'POST /collateral/web/headcount',
    'POST /collateral/web/headcount/history',
    'GET /collateral/web/animal/card/{id}',
    'POST /collateral/web/alert/list',
    'POST /collateral/web/alert/export',
    'GET /collateral/web/alert/detail/{id}',
  ],
  '/dashboard/animal-monitor/project': ['GET /collateral/web/project/monitor'], 'a project’s parties': ['POST /collateral/common/project/{id}/dailylog/new', 'GET /collateral/web/dailylog/projects', 'GET /collateral/web/project/{id}/dailylog/day'],
  '/dashboard/animal-monitor/farm, device, animal, alert': [
    ...recordCalls('farm', 'farmSlot', 'gateway', 'neckband', 'animal', 'animalGroup', 'animalWeight', 'treatment', 'insurance', 'claim'),
    ...binCalls('farm', 'farmSlot', 'gateway', 'neckband', 'animalGroup', 'animalWeight', 'treatment', 'insurance'),
    'POST /collateral/web/animalPhoto/list',
    'POST /collateral/web/animalPhoto/export',
    'PUT /collateral/web/animalPhoto/add',
    'POST /collateral/web/farm/county/list',
    'POST /collateral/web/farm/county/export',
    'POST /collateral/web/insured/check',
    'PUT /collateral/web/insured/add',
    'PUT /collateral/web/insured/remove',
    'PUT /collateral/web/claim/decide',
    'POST /collateral/web/farm/check',
    'POST /collateral/web/farmSlot/check',
    'POST /collateral/web/farm/borrower/list',
    'POST /collateral/web/farm/borrower/export',
    'POST /collateral/web/neckband/{id}/readings',
    'POST /collateral/web/neckband/{id}/pairings',
    'PUT /collateral/web/neckband/pair',
    'PUT /collateral/web/neckband/unpair',
    'POST /collateral/common/animal/transferInBatch',
    'PUT /collateral/web/animal/editInBatch',
    'PUT /collateral/web/animal/status',
    'PUT /collateral/web/animal/group',
    'POST /collateral/web/animal/{id}/stays',
    'POST /collateral/web/animal/{id}/pairings',
    'POST /collateral/web/animal/{id}/tags',
    'POST /collateral/web/animal/{id}/timeline',
    ...['day', 'moment', 'track', 'fixes'].map((call) => `POST /collateral/web/replay/${call}`),
    ...['animal', 'gateway', 'neckband'].flatMap((noun) => [`POST /collateral/web/${noun}/import`, `GET /collateral/web/${noun}/import/template`]),
    'GET /collateral/web/import',
    'PUT /collateral/web/import/commit',
    'PUT /collateral/web/import/cancel',
    'POST /collateral/web/import/fault/list',
    'POST /collateral/web/import/fault/export',
    'PUT /collateral/web/unknownDevice/adoptGateway',
    'PUT /collateral/web/unknownDevice/adoptNeckband',
    'POST /collateral/web/alert/{id}/acknowledge',
    'PUT /collateral/web/alert/addOrEdit',
    'DELETE /collateral/web/alert/del/{id}',
    'POST /collateral/web/alert/acknowledge',
  ],
  '/dashboard/cameras': [
    ...recordCalls('camera'), ...binCalls('camera'), ...['farm', 'pen'].flatMap((noun) => ['list', 'export'].map((call) => `POST /collateral/web/camera/${noun}/${call}`)),
  ],
  'the cameras of a project, on /dashboard/project/info': [
    'GET /collateral/web/camera/shown',
    'GET /collateral/common/camera/{id}/{view}',
    'GET /collateral/common/project/{id}/collateral/{collateralId}/camera/{a}/{b}',
  ],
  '/dashboard/settings': [
    ...recordCalls('baseMap').filter((call) => !call.includes('/del/')),
    ...['addOrEdit', 'order'].map((call) => `PUT /collateral/web/lookup/${call}`),
    'DELETE /collateral/web/lookup/del/{id}',
    'POST /collateral/web/lookup/{id}/history',
  ],
  '/dashboard/animal-monitor/alert and /dashboard/settings': [
    ...recordCalls('alertRule'),
    ...binCalls('alertRule'),
  ],
  'the quarantine, on /dashboard/animal-monitor/device and for the platform': [
    'POST /collateral/web/ingest/summary',
    ...['unknownDevice', 'rejectedReading'].flatMap((noun) => [
      `POST /collateral/web/${noun}/list`,
      `POST /collateral/web/${noun}/export`,
      `GET /collateral/web/${noun}/detail/{id}`,
    ]),
  ],
  '/dashboard/animal-monitor/animal/trash, and what a project manager asks for': [...binCalls('animal'), 'POST /collateral/web/alertRule/request', 'POST /collateral/web/alertRule/{id}/removal/request'],
  '/dashboard/org-admin': [
    'PUT /collateral/web/org/update/{id}',
    'POST /api/forms',
    'POST /collateral/web/goal/list',
    'GET /collateral/web/goal/detail/{id}',
    'POST /collateral/web/goal/{id}/history',
    'POST /collateral/web/goal/export',
  ],
  '/dashboard/profiles': [
    'POST /collateral/web/securityEvent/list',
    'POST /collateral/web/securityEvent/export',
    'POST /collateral/web/org/list',
    'POST /collateral/web/org/export',
    'PUT /collateral/web/org/addOrEdit',
    'PUT /collateral/web/org/status',
  ],
  '/dashboard/org-admin and /dashboard/profiles': [
    'GET /collateral/web/org/detail/{id}',
    'POST /collateral/common/auth/orgList/userRegistered',
    'POST /collateral/common/auth/orgList/userRegistered/export',
    'POST /collateral/web/org/{id}/history',
    'POST /collateral/web/user/list',
    'POST /collateral/web/user/export',
    'GET /collateral/web/userInOrg',
    'PUT /collateral/web/user/addOrEdit',
    'GET /collateral/web/user/detail/{id}',
    'POST /collateral/web/user/{id}/history',
    'PUT /collateral/web/user/status',
    'POST /collateral/web/user/{id}/invitation/send',
    'DELETE /collateral/web/user/{id}/invitation',
    'POST /collateral/web/user/{id}/password/reset',
    'POST /collateral/web/user/{id}/twoFactor/end',
  ],
  '/dashboard/project/info': [
    ...['list', 'export'].map((call) => `POST /collateral/common/project/{id}/dailylog/${call}`),
    ...['common/project/{id}/dailylog/{logId}/details', 'web/project/{id}/dailylog/authUserList'].map((path) => `GET /collateral/${path}`),
    'GET /collateral/common/project/{id}/headcount', 'GET /collateral/web/seal/newest',
    'GET /collateral/common/project/{id}/headcount/trend',
    'GET /collateral/common/project/{id}/headcount/head/{animalId}',
    ...['coverage', 'coverage/gateways', 'documents', 'map'].map((call) => `GET /collateral/common/project/{id}/${call}`),
    ...['headcount', 'ledger', 'dayClose', 'balance'].flatMap((noun) => ['list', 'export'].map((call) => `POST /collateral/common/project/{id}/${noun}/${call}`)),
  ],
  'what a regulator notes on /dashboard/project/info': ['headcount/explain', 'ledger/new', 'dayClose/new'].map((call) => `POST /collateral/common/project/{id}/${call}`),
  'what is put right on /dashboard/project/info': ['POST /collateral/common/project/{id}/ledger/{entryId}/correct'],
  ...collateralCalls, '/dashboard/approvals': [
    'POST /collateral/web/ticket/list',
    'POST /collateral/web/ticket/export',
    'GET /collateral/common/ticket/details/{ticketId}',
    'POST /collateral/common/ticket/approve',
    'POST /collateral/common/ticket/withdraw',
    'POST /collateral/common/ticket/comment',
  ],
  'who approves, on /dashboard/approvals': [
    'GET /collateral/common/ticket/standIns',
    'PUT /collateral/common/ticket/standIn/add',
    'POST /collateral/common/ticket/standIn/{id}/end',
  ],
  'who asks for permits': [
    'POST /collateral/web/movementPermit/farm/list',
    'POST /collateral/web/movementPermit/farm/export',
    'POST /collateral/web/movementPermit/request',
  ],
}

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
  expect(known.toSorted()).toEqual([...whole, `POST ${imageUploadPath}`, `GET ${imagePath}`, `POST ${documentUploadPath}`, `GET ${documentPath}`, `GET ${baseMapPath}`, ...['GET', 'POST', 'DELETE'].map((method) => `${method} ${cameraMediaPath}`), ...sheets].toSorted())
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
