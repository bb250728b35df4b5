import { cleanup, render, screen as page } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WallScreen } from '#contract/people/wallScreens.ts'
import { roles, type Role } from '#contract/people/roles.ts'
import { languages, type Messages } from './locale/languages.ts'
import { screens } from './routes.tsx'
import { maySee, type Screen } from './navigation/screen.ts'
import { endSession, useSession } from './api/session.ts'
import { RouteGuard } from './shell/page/RouteGuard.tsx'
import { landingOf } from './navigation/landing.ts'
import { menuOf } from './shell/menu.ts'

const supervisors: Role[] = ['ADMIN_SUPERVISOR', 'SUPERVISOR_PM']
const organisationAdmins: Role[] = ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK']
const platform: Role[] = ['ADMIN_PLATFORM']

/** The routes of the specification and who may open them, written out from its text; the console's own table is measured by it. */
const specified: Record<string, readonly Role[] | 'open'> = {
  '/': 'open',
  '/newsDetail/:type?/:id?': 'open',
  '/newsTopMenu/:type?/:current?': 'open',
  '/user/login': 'open',
  '/user/register': 'open',
  '/user/register-result': 'open',
  '/dashboard/animal-monitor/monitor': [
    'ADMIN_SUPERVISOR',
    'SUPERVISOR_PM',
    'ADMIN_BANK',
    'ADMIN_BORROWER',
    'BANK_USER',
    'OTHERS',
  ],
  '/dashboard/animal-monitor/project': ['ADMIN_SUPERVISOR', 'ADMIN_BANK', 'ADMIN_BORROWER'],
  '/dashboard/animal-monitor/farm/list': supervisors,
  '/dashboard/animal-monitor/farm/farmSlot': supervisors,
  '/dashboard/animal-monitor/device/gateway': supervisors,
  '/dashboard/animal-monitor/device/neckband': supervisors,
  '/dashboard/animal-monitor/animal/list': supervisors,
  '/dashboard/animal-monitor/animal/trash/list': ['SUPERVISOR_PM'],
  '/dashboard/animal-monitor/animal/details/:id?': supervisors,
  '/dashboard/animal-monitor/insurance': supervisors,
  '/dashboard/animal-monitor/alert': supervisors,
  '/dashboard/animal-monitor/alert/load': supervisors,
  '/dashboard/org-admin/org-profile': organisationAdmins,
  '/dashboard/org-admin/market-profile': organisationAdmins,
  '/dashboard/projects': [
    'ADMIN_SUPERVISOR',
    'ADMIN_BORROWER',
    'ADMIN_BANK',
    'ADMIN_PLATFORM',
    'SUPERVISOR_PM',
    'BANK_USER',
  ],
  '/dashboard/market-profile': ['ADMIN_SUPERVISOR', 'ADMIN_PLATFORM', 'ADMIN_BANK', 'ADMIN_BORROWER'],
  '/dashboard/cameras': platform,
  '/dashboard/profiles/org': platform,
  '/dashboard/profiles/user': platform,
  '/dashboard/approvals': ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'ADMIN_PLATFORM', 'SUPERVISOR_PM'],
  '/dashboard/homepage/web': platform,
  '/dashboard/app-support/homepage': platform,
  '/dashboard/app-support/about': platform,
  '/dashboard/app-support/feedback': platform,
  '/dashboard/settings': platform,
  '/dashboard/project/form/:id?': ['SUPERVISOR_PM'],
  '/dashboard/project/info/:id?': [
    'ADMIN_PLATFORM',
    'ADMIN_SUPERVISOR',
    'ADMIN_BORROWER',
    'ADMIN_BANK',
    'SUPERVISOR_PM',
    'BANK_USER',
  ],
}

/** Those of them that are no screens of the console: the server makes them (server/http/site/), or a line goes from here when its screen comes. */
const notBuilt = new Set(['/', '/newsDetail/:type?/:id?', '/newsTopMenu/:type?/:current?'])

/** Screens that the specification does not name, and who may open them. The others have the roles of the screens next to them in the URL. */
const ownScreens: Record<string, Screen['roles']> = {
  '/user/activate': 'open',
  '/user/confirm-email': 'open',
  '/user/forgot-password': 'open',
  '/user/reset-password': 'open',
  '/user/wall': 'open',
  '/outbox': 'open',
  '/verify/:root': 'open',
  '/dashboard/account': 'signedIn',
  '/dashboard/animal-monitor/replay': supervisors,
  '/dashboard/project/pledge-check': ['ADMIN_BANK', 'BANK_USER', ...supervisors],
  '/dashboard/animal-monitor/device/unknown': [...supervisors, 'ADMIN_PLATFORM'],
  '/dashboard/animal-monitor/device/rejected': [...supervisors, 'ADMIN_PLATFORM'],
  '/dashboard/security-log': ['ADMIN_PLATFORM'],
  '/dashboard/org-admin/api-keys': ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'ADMIN_PLATFORM'],
  '/dashboard/homepage/article/form/:id?': ['ADMIN_PLATFORM'],
  ...Object.fromEntries(
    ['channels', 'duty'].map((part) => [
      `/dashboard/animal-monitor/alert/${part}`,
      [...supervisors, 'ADMIN_BANK', 'BANK_USER'],
    ]),
  ),
  ...Object.fromEntries(
    ['', '/:id'].map((rest) => [
      `/dashboard/project/log${rest}`,
      ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'SUPERVISOR_PM', 'BANK_USER'],
    ]),
  ),
}

/** Where each role lands after its login. */
const landings: Record<Role, string> = {
  ADMIN_PLATFORM: '/dashboard/approvals',
  ADMIN_SUPERVISOR: '/dashboard/animal-monitor/monitor',
  ADMIN_BORROWER: '/dashboard/animal-monitor/monitor',
  ADMIN_BANK: '/dashboard/animal-monitor/monitor',
  SUPERVISOR_PM: '/dashboard/projects',
  BANK_USER: '/dashboard/animal-monitor/monitor',
  OTHERS: '/dashboard/animal-monitor/monitor',
  BANK_USER_NO_ORG: '/404',
  BORROWER_USER: '/404',
  SUPERVISOR_USER: '/404',
}

const table: readonly Screen[] = screens
const built = table.filter(({ path }) => path in specified)
const everyone: readonly (Role | null)[] = [...roles, null]
const maySeeBySpecification = (path: string, role: Role | null) =>
  specified[path] === 'open' || specified[path]?.includes(role ?? 'OTHERS') === true

let words: Messages
beforeAll(async () => {
  words = (await languages['zh-CN'].load()).messages
})
afterEach(() => {
  cleanup()
  endSession()
})

function open(screen: Screen, role: Role | null | 'nobody', shows: WallScreen | null = null) {
  const session =
    role === 'nobody'
      ? null
      : { token: 't', role, organisationId: 1, organisationKind: null, organisationName: null, shows }
  useSession.setState({ session })
  const address = screen.path.replaceAll(/:(\w+)\?/g, '7')
  const router = createMemoryRouter(
    [
      { path: screen.path, element: <RouteGuard screen={screen}>the screen</RouteGuard> },
      { path: '*', element: 'elsewhere' },
    ],
    { initialEntries: [`${address}?page=2`] },
  )
  render(
    <IntlProvider locale="zh-CN" messages={words}>
      <RouterProvider router={router} />
    </IntlProvider>,
  )
  return { address, path: () => router.state.location.pathname + router.state.location.search }
}

test('has a screen for every specified route that is built', () => {
  const paths = new Set(table.map(({ path }) => path))
  expect(Object.keys(specified).filter((path) => !paths.has(path))).toEqual(
    Object.keys(specified).filter((path) => notBuilt.has(path)),
  )
})

/** Returns the roles of the specified screens in the same folder of the URL, if all have the same. */
function rolesNextTo(path: string): Screen['roles'] | null {
  const folderOf = (one: string) => one.slice(0, one.lastIndexOf('/'))
  const [roles, ...others] = Object.entries(specified).flatMap(([other, own]) =>
    folderOf(other) === folderOf(path) ? [own] : [],
  )
  return roles && others.every((own) => String(own) === String(roles)) ? roles : null
}

test('opens other screens to the listed or the neighbouring roles', () => {
  const others = table.filter(({ path }) => !(path in specified))
  expect(Object.fromEntries(others.map(({ path, roles }) => [path, roles]))).toEqual({
    ...Object.fromEntries(others.map(({ path }) => [path, rolesNextTo(path)])),
    ...ownScreens,
  })
})

test.each(built)('opens $path to exactly the specified roles', (screen) => {
  for (const role of everyone)
    expect([role, maySee(screen, role)]).toEqual([role, maySeeBySpecification(screen.path, role)])
})

describe.each(built)('$path', (screen) => {
  test.each(everyone)('renders the screen or a 403 for %s', { tags: 'long' }, async (role) => {
    open(screen, role)
    const seen = page.queryByText('the screen') !== null
    expect(seen).toBe(maySeeBySpecification(screen.path, role))
    if (!seen) await page.findByText('抱歉，您无权访问此页面。')
    expect(page.queryByText('the screen') !== null).toBe(seen)
    expect(page.queryByText('抱歉，您无权访问此页面。') !== null).toBe(!seen)
  })

  test('leads to the login without a session', () => {
    const { address, path } = open(screen, 'nobody')
    const own = `${address}?page=2`
    expect(path()).toBe(specified[screen.path] === 'open' ? own : `/user/login?redirect=${encodeURIComponent(own)}`)
  })

  test('lists the screen for exactly its roles', () => {
    const isPlace = screen.roles !== 'open' && !screen.path.includes(':')
    const shownTo = everyone.filter((role) => menuOf(table, role).some(({ screens }) => screens.includes(screen)))
    expect(shownTo).toEqual(isPlace ? everyone.filter((role) => maySeeBySpecification(screen.path, role)) : [])
  })
})

describe.each([
  ['MONITOR', '/dashboard/animal-monitor/monitor'],
  ['PROJECTS', '/dashboard/animal-monitor/project'],
] as const)('a paired wall that shows %s', (shows, own) => {
  function expectOwnScreen(screen: Screen): void {
    const { address, path } = open(screen, 'OTHERS', shows)
    expect(page.queryByText('the screen') !== null).toBe(screen.path === own)
    expect(path()).toBe(screen.path === own ? `${address}?page=2` : own)
    expect(page.queryByText('抱歉，您无权访问此页面。')).toBeNull()
    cleanup()
  }
  const closed = table.filter(({ roles }) => roles !== 'open')

  test('opens its own screen, also from the account page', () => {
    const opened = closed.filter(({ path }) => path === own || path === '/dashboard/account')
    expect(opened).toHaveLength(2)
    opened.forEach(expectOwnScreen)
  })

  test.each(closed)('opens its own screen at $path', { tags: 'long' }, expectOwnScreen)
})

test.each(everyone)('offers %s only permitted screens', (role) => {
  const offered = menuOf(table, role).flatMap(({ screens }) => screens)
  expect(offered.filter((screen) => !maySee(screen, role))).toEqual([])
})

test.each(roles)('lands %s as specified', (role) => {
  expect(landingOf(table, role)).toBe(landings[role])
})

test('lands a session without a role on the monitor', () => {
  expect(landingOf(table, null)).toBe('/dashboard/animal-monitor/monitor')
})

test('gives the whole page to the two monitors only', () => {
  expect(table.filter(({ wall }) => wall).map(({ path }) => path)).toEqual(
    ['/dashboard/animal-monitor/monitor', '/dashboard/animal-monitor/project'].filter((path) => !notBuilt.has(path)),
  )
})
