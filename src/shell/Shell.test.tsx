import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Role } from '#contract/people/roles.ts'
import { scriptedSocket, type ScriptedSocket } from '#streams/scriptedSocket.ts'
import type { Screen } from '../navigation/screen.ts'
import { defaultAppearance, setAppearance } from '../theme/appearance.ts'
import { useFailures } from '../api/failures.ts'
import { useSession } from '../api/session.ts'
import { openTestConsole } from '../testConsole.tsx'
import { PageHeading } from '../navigation/PageHeading.tsx'

// A connection that a test breaks and mends.
vi.mock('#streams/liveSocket.ts', async (original) => ({ ...(await original<object>()), openLiveSocket: () => socket }))

const console_ = openTestConsole(undefined, { hasShell: true })
let socket: ScriptedSocket

const projects = '/dashboard/projects'
const users = '/dashboard/profiles/user'
const own = '/dashboard/account'
const page = (path: string, line: Partial<Screen>): Screen => ({
  path,
  titleId: 'monitor.title',
  icon: 'project',
  roles: 'signedIn',
  load: async () => ({ Component: () => <PageHeading /> }),
  ...line,
})
const table: Screen[] = [
  page('/user/login', {
    titleId: 'login.title',
    roles: 'open',
    load: async () => ({ Component: () => <p>the login</p> }),
  }),
  page('/dashboard/animal-monitor/monitor', {
    nameId: 'monitor.name',
    roles: ['SUPERVISOR_PM', 'OTHERS'],
    menu: 'monitoring',
    badge: 'alerts',
    wall: true,
    load: async () => ({ Component: () => <p>the wall</p> }),
  }),
  page(projects, { titleId: 'palette.projects', roles: ['SUPERVISOR_PM', 'ADMIN_PLATFORM'], menu: 'projects' }),
  page('/dashboard/project/info/:id?', { titleId: 'card.title', roles: ['SUPERVISOR_PM'], parent: projects }),
  page(users, { titleId: 'account.own', roles: ['ADMIN_PLATFORM', 'SUPERVISOR_USER'], menu: 'platform' }),
  page(own, { titleId: 'session.menu' }),
]

beforeEach(() => {
  socket = scriptedSocket()
  setAppearance(defaultAppearance)
  localStorage.removeItem('recentPlaces.3')
})

async function open(path = projects, userName = 'pm') {
  console_.signIn(userName)
  const view = await console_.open(path, table)
  const menu = await screen.findByRole('navigation', { name: '主导航' })
  return { ...view, menu }
}

describe('the frame', () => {
  test('shows the menu, the current page and open tickets', async () => {
    const { menu } = await open('/dashboard/project/info/3')
    socket.emit('alerts', [
      {
        id: 1,
        changeId: 1,
        severity: 'MAJOR',
        raisedAt: '2026-05-01T00:00:00.000Z',
        clearedAt: null,
        closedAt: null,
      } as Alert,
    ])
    expect(await within(menu).findByRole('link', { name: '监控大屏 1 条未处理告警' })).toBeTruthy()
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([
      // The brand leads to the landing page of the role.
      projects,
      '/dashboard/animal-monitor/monitor',
      projects,
    ])
    expect(within(menu).getByRole('link', { name: '项目' }).getAttribute('aria-current')).toBe('page')
    const crumbs = within(screen.getByRole('navigation', { name: '当前位置' }))
    expect(crumbs.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['项目', '项目', '牲畜'])
    await waitFor(() => expect(document.title).toBe('牲畜 · Drover 质押物管理后台'))
    expect(screen.getAllByRole('main')).toHaveLength(1)
  })

  test('stays while pages change and focuses the new heading', async () => {
    const { menu, user } = await open(own)
    expect(await screen.findByRole('heading', { name: '语言与账号' })).toBeTruthy()
    await user.click(within(menu).getByRole('link', { name: '项目' }))
    const heading = await screen.findByRole('heading', { name: '项目' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.getByRole('navigation', { name: '主导航' })).toBe(menu)
  })

  test('lets the keyboard skip to the page', async () => {
    const { user } = await open()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('跳到正文')
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('keeps one connection and requests no frames without a map', async () => {
    const { menu, user } = await open(own)
    await user.click(within(menu).getByRole('link', { name: '项目' }))
    await screen.findByRole('heading', { name: '项目' })
    expect(socket.watches.every(({ farms }) => farms.length === 0)).toBe(true)
  })

  test('folds the navigation and remembers it', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: '收起导航' }))
    expect(await screen.findByRole('button', { name: '展开导航' })).toBeTruthy()
    expect(JSON.parse(localStorage.getItem('appearance') ?? '')).toMatchObject({ collapsed: true })
  })

  test('reports a lost connection and its return', async () => {
    await open()
    socket.emit('status', { herdAt: 0, speed: 1, database: { up: true, since: 0 }, broker: { up: true, since: 0 } })
    await waitFor(() => expect(screen.queryByText('实时')).toBeTruthy())
    socket.become({ kind: 'disconnected' })
    expect((await screen.findByRole('alert')).textContent).toMatch(/服务器无响应，本机网络正常/)
    socket.become({ kind: 'connected', transport: 'websocket' })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('shows an unknown address inside the frame', async () => {
    await open('/dashboard/nothing')
    expect(await within(screen.getByRole('main')).findByText('抱歉，您访问的页面不存在。')).toBeTruthy()
  })

  test('shows progress while a page loads', { tags: 'long' }, async () => {
    let come = () => {}
    const late = new Promise<void>((resolve) => (come = resolve))
    const slow = table.map((line) =>
      line.path === projects ? { ...line, load: async () => (await late, { Component: () => <PageHeading /> }) } : line,
    )
    console_.signIn('pm')
    const { user } = await console_.open(own, slow)
    await user.click(await screen.findByRole('link', { name: '项目' }))
    expect(await screen.findByRole('progressbar', { name: '正在加载页面…' })).toBeTruthy()
    // The page before stays until the next one is there.
    expect(screen.getByRole('heading', { name: '语言与账号' })).toBeTruthy()
    come()
    expect(await screen.findByRole('heading', { name: '项目' })).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})

/** Gives naran a role, as the platform does. */
async function giveRole(role: Role) {
  const { version, userName, displayName, telephone, email, organisationId } = await console_.callAs(
    'platform',
    endpoints.users.detail,
    { id: 8 },
  )
  await console_.callAs('platform', endpoints.users.addOrEdit, {
    id: 8,
    version,
    userName,
    displayName,
    telephone: telephone ?? '',
    email: email ?? '',
    organisationId,
    role,
  })
}

describe('the account', () => {
  test('returns to sign-in when the role changes, and says why', async () => {
    onTestFinished(() => console_.renew())
    const { path } = await open(users, 'naran')
    expect(await screen.findByRole('heading', { name: '我的账号' })).toBeTruthy()
    await giveRole('SUPERVISOR_PM')
    socket.emit('ended', 'ROLE_CHANGED')
    await waitFor(() => expect(path()).toContain('/user/login'))
    expect(useSession.getState().endedBy).toBe('ROLE_CHANGED')
  })

  test('leads to a second factor that is due', async () => {
    const { path } = await open()
    useFailures.setState(({ twoFactorDue }) => ({ twoFactorDue: twoFactorDue + 1 }))
    await waitFor(() => expect(path()).toBe(own))
  })

  test('shows the signed-in user and signs out', async () => {
    onTestFinished(() => console_.renew())
    const { user, path } = await open()
    await user.click(screen.getByRole('button', { name: /账号菜单/ }))
    expect(await screen.findByText('项目经理 · 锡盟活畜监管公司', { selector: '.avatar-who span' })).toBeTruthy()
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
    expect(await screen.findByText('the login')).toBeTruthy()
    expect(path()).toBe(`/user/login?redirect=${encodeURIComponent(projects)}`)
  })
})

describe('the look', () => {
  test('follows the specification until changed, and resets by one button', { tags: 'long' }, async () => {
    const { user } = await open()
    const root = document.documentElement
    expect(root.dataset['theme']).toBe('light')
    expect(document.querySelector('.shell-side')?.classList.contains('night')).toBe(true)
    expect(document.querySelector('.shell-header')?.classList.contains('night')).toBe(false)
    await user.click(screen.getByRole('button', { name: /账号菜单/ }))
    await user.click(await screen.findByRole('menuitem', { name: '主题设置' }))
    const drawer = await screen.findByRole('dialog', { name: '主题设置' })
    const brightness = within(drawer).getByRole('radiogroup', { name: '明暗' })
    await user.click(within(brightness).getByText('深色'))
    expect(root.dataset['theme']).toBe('dark')
    await user.click(within(drawer).getByRole('switch', { name: '色弱模式' }))
    expect(root.dataset['weak']).toBe('')
    const shell = document.querySelector<HTMLElement>('.shell')
    expect(shell?.dataset).toMatchObject({ layout: 'side', width: 'fluid', nav: 'fixed' })
    await user.click(within(within(drawer).getByRole('radiogroup', { name: '导航布局' })).getByText('顶部'))
    await user.click(within(within(drawer).getByRole('radiogroup', { name: '内容宽度' })).getByText('定宽'))
    await user.click(within(drawer).getByRole('switch', { name: '固定侧边栏' }))
    expect(shell?.dataset).toMatchObject({ layout: 'top', width: 'fixed', nav: 'flowing' })
    await user.click(
      within(within(drawer).getByRole('radiogroup', { name: '主题色' })).getByRole('radio', { name: '薄暮红' }),
    )
    expect(root.dataset['primary']).toBe('red')
    expect(JSON.parse(localStorage.getItem('appearance') ?? '')).toMatchObject({
      mode: 'dark',
      weakColours: true,
      layout: 'top',
      primary: 'red',
      fixedNav: false,
    })
    await user.click(within(drawer).getByRole('button', { name: '恢复默认' }))
    expect(root.dataset['theme']).toBe('light')
    expect(root.dataset['weak']).toBeUndefined()
    expect(root.dataset['primary']).toBe('blue')
    expect(shell?.dataset).toMatchObject({ layout: 'side', width: 'fluid', nav: 'fixed' })
  })
})

test('reloads notices when the server returns', { tags: 'long' }, async () => {
  await open()
  await waitFor(() => expect(screen.getByRole('button', { name: '通知' })).toBeTruthy())
  socket.become({ kind: 'disconnected' })
  const goal = { title: '夏季巡检', startsOn: '2026-06-01', endsOn: '2026-08-31', goal: '每周一次', standard: '无遗漏' }
  await console_.callAs('supervisor', endpoints.goals.add, { ...goal, inviteeIds: [3] })
  socket.become({ kind: 'connected', transport: 'websocket' })
  expect(await screen.findByRole('button', { name: '通知 · 1 条未读' })).toBeTruthy()
})

describe('the palette', () => {
  const palette = () => screen.getByRole('dialog', { name: '搜索与跳转' })
  const named = () =>
    within(palette())
      .queryAllByRole('option')
      .map((option) => option.textContent)

  test('opens by keyboard, lists pages and opens the chosen one', async () => {
    const { user, path } = await open(own)
    await user.keyboard('{Control>}k{/Control}')
    const input = await screen.findByRole('combobox', { name: '搜索与跳转' })
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(named()).toEqual(['监控大屏监测', '项目项目', '语言与账号'])
    await user.type(input, '0')
    await waitFor(() =>
      expect(named()).toEqual([
        '01敖包牧场',
        '02敖包牧场',
        '03敖包牧场',
        '锡林浩特活牛质押贷款XM-2026-004',
        '活牛质押贷款（已结清）XM-2025-001',
        '活牛质押贷款（已结清）XM-2025-002',
      ]),
    )
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(path()).toBe('/dashboard/animal-monitor/monitor?farm=1&animal=2'))
  })

  test('remembers visited pages and closes by its own keys', { tags: 'long' }, async () => {
    const { user, path } = await open(own)
    await screen.findByText('苏日娜')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: '搜索与跳转' }), '活牛')
    await user.click(await screen.findByRole('option', { name: /XM-2026-004/ }))
    await waitFor(() => expect(path()).toBe('/dashboard/project/info/3'))
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: '搜索与跳转' })
    expect(named()[0]).toBe('锡林浩特活牛质押贷款XM-2026-004')
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: '搜索与跳转' })).toBeNull())
  })

  test('finds pages and people by pinyin and people by telephone', { tags: 'long' }, async () => {
    const { user, path } = await open(users, 'platform')
    await user.keyboard('{Control>}k{/Control}')
    const input = await screen.findByRole('combobox', { name: '搜索与跳转' })
    const marked = () => [...palette().querySelectorAll('mark')].map(({ textContent }) => textContent)
    await user.type(input, 'xm')
    await waitFor(() => expect(named()).toContain('项目项目'))
    await user.clear(input)
    await user.type(input, 'suri')
    await waitFor(() => expect(named()).toEqual(['苏日娜项目经理 · 锡盟活畜监管公司']))
    expect(marked()).toEqual(['苏日'])
    await user.clear(input)
    await user.type(input, 'pm@ex')
    await waitFor(() => expect(named()).toEqual(['苏日娜项目经理 · 锡盟活畜监管公司邮箱 pm@example.com']))
    expect(marked()).toEqual(['pm@ex'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe(`${users}?open=3`))
  })

  test('offers no page that the role may not see', async () => {
    const { user } = await open(users, 'platform')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: '搜索与跳转' }), '活牛')
    expect(await screen.findByText('未找到“活牛”')).toBeTruthy()
    expect(named()).toEqual([])
  })
})
