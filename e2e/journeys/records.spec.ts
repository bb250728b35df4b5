import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import readXlsxFile from 'read-excel-file/node'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls, signIn } from '#mocks/calls.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { invite, newcomer, password, signInDemo, test } from '../people.ts'
import type { Product } from '../product.ts'
import { field } from './forms.ts'

/** Adds an organisation and a second platform administrator. */
async function prepare(product: Product) {
  const login = await signInDemo(product, 'platform')
  const platform = openCalls(product.url, login.token)
  const person = newcomer()
  const organisation = await platform(endpoints.organisations.addOrEdit, {
    role: 'BORROWER',
    name: `牧业 ${person.digits}`,
    creditCode: person.creditCode,
    contact: '打开时的人',
    telephone: person.telephone,
    email: person.email,
    address: '打开时的地址',
    requiresTwoFactor: false,
  })
  const colleague = newcomer()
  const { login: second } = await invite(product, platform, colleague, {
    role: 'ADMIN_PLATFORM',
    organisationId: login.userOrgId,
  })
  const stored = () => platform(endpoints.organisations.detail, { id: organisation.id })
  return {
    login,
    second,
    colleague,
    organisation,
    stored,
    path: `/dashboard/profiles/org?name=${person.digits}&open=${organisation.id}`,
  }
}

async function edit(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: '编辑' }).click()
}

test('shows the second editor of a record the conflicting fields', { tag: '@long' }, async ({ openAs, product }) => {
  const { login, second, path, stored } = await prepare(product)
  const first = await openAs(login)
  const other = await openAs(second)
  await edit(first, path)
  await edit(other, path)
  await field(other, '地址').fill('后保存的地址')
  await field(other, '联系人').fill('后来的人')
  await field(first, '地址').fill('先保存的地址')
  await first.getByRole('button', { name: '保存' }).click()
  await expect(first.getByText('已保存')).toBeVisible()

  await other.getByRole('button', { name: '保存' }).click()
  const dialog = other.getByRole('dialog', { name: '该记录已被他人修改' })
  const address = dialog.getByRole('group', { name: /地址/ })
  await expect(address).toContainText('打开时的地址')
  await expect(address).toContainText('先保存的地址')
  const save = dialog.getByRole('button', { name: '按所选保存' })
  await expect(save).toBeDisabled()
  expect(await stored()).toMatchObject({ address: '先保存的地址', contact: '打开时的人' })
  await address.getByRole('radio', { name: /采用对方的/ }).check()
  await save.click()
  await expect(other.getByText('已保存')).toBeVisible()
  expect(await stored()).toMatchObject({ address: '先保存的地址', contact: '后来的人' })
})

test('restores a form after its session ended', { tag: '@long' }, async ({ openAs, product }) => {
  const { second, colleague, path, stored } = await prepare(product)
  const page = await openAs(second)
  await edit(page, path)
  await field(page, '地址').fill('还没有保存的地址')
  const elsewhere = await signIn(product.url, colleague.userName, password)
  await elsewhere(endpoints.account.endOtherSessions, {})
  await expect(page).toHaveURL(/\/user\/login\?redirect=/)
  await page.getByLabel('用户名').fill(colleague.userName)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('已恢复您重新登录前填写的内容。')).toBeVisible()
  await expect(field(page, '地址')).toHaveValue('还没有保存的地址')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存')).toBeVisible()
  expect((await stored()).address).toBe('还没有保存的地址')
})

test('restores a list after "back" and exports all filtered rows', async ({ openAs, product }) => {
  const login = await signInDemo(product, 'platform')
  const platform = openCalls(product.url, login.token)
  const page = await openAs(login)
  const faults = listenForFaults(page)
  const row = page.getByRole('row').nth(1)

  await page.goto('/dashboard/profiles/user?size=2')
  await page.getByRole('searchbox').fill('example.com')
  await expect(page.getByText(/^筛选后 \d+ 个用户$/)).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: '状态' }).click()
  await page.getByRole('checkbox', { name: '正常' }).click()
  await expect(page.getByRole('checkbox', { name: '正常' })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: '用户名' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: '用户名' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/\?name=example.com&status=ACTIVE&sort=userName&page=2&size=2$/)
  const { list: all, total } = await platform(endpoints.users.list, {
    name: 'example.com',
    status: ['ACTIVE'],
    sort: { field: 'userName', order: 'asc' },
    pageSize: 1000,
  })
  const third = all[2]?.userName ?? ''
  await expect(row).toContainText(third)

  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '机构' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '机构' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?name=example.com&status=ACTIVE&sort=userName&page=2&size=2$/)
  await expect(row).toContainText(third)
  await expect(page.getByRole('searchbox')).toHaveValue('example.com')
  await expect(page.getByRole('columnheader', { name: '用户名' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('textbox', { name: '页码' })).toHaveValue('2')

  const download = async (format: string) => {
    await page.getByRole('button', { name: `导出 ${total} 行` }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const userNames = all.map(({ userName }) => userName)
  const csv = await download('CSV')
  expect(csv.name).toMatch(/^用户 \d{4}-\d\d-\d\d\.csv$/)
  const [head = '', ...lines] = csv.bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const place = head.split(',').indexOf('用户名')
  expect(lines.map((line) => line.split(',')[place])).toEqual(userNames)
  expect(lines.every((line) => line.includes('正常'))).toBe(true)

  const xlsx = await download('Excel（XLSX）')
  expect(xlsx.name).toMatch(/\.xlsx$/)
  const [sheet] = await readXlsxFile(xlsx.bytes)
  const [titles = [], ...rows] = sheet?.data ?? []
  const column = titles.indexOf('用户名')
  expect(rows.map((cells) => cells[column])).toEqual(userNames)
  expect(faults).toEqual([])
})

test('scrolls the last row out from below the bulk toolbar', { tag: '@long' }, async ({ openAs, product }) => {
  const page = await openAs(await signInDemo(product, 'supervisor'))
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  const rows = page.locator('.grid-body [role=row]')
  for (const [path, width] of [
    ['/dashboard/animal-monitor/animal/list', 768],
    ['/dashboard/animal-monitor/animal/list', 390],
    ['/dashboard/animal-monitor/alert?tab=all', 1366],
  ] as const) {
    await page.setViewportSize({ width, height: 768 })
    await page.goto(path)
    await page.getByRole('row').getByRole('checkbox').last().waitFor()
    await rows.first().focus()
    await page.keyboard.press('Space')
    await expect(bar).toBeVisible()
    await page.keyboard.press('End')
    await expect(rows.last()).toBeFocused()
    const [row, over] = await Promise.all([rows.last().boundingBox(), bar.boundingBox()])
    expect((row?.y ?? Infinity) + (row?.height ?? 0), `${path} ${width}`).toBeLessThanOrEqual(over?.y ?? 0)
  }
})

test('shows the bulk toolbar in one line on a phone', { tag: '@long' }, async ({ openAs, product }) => {
  const page = await openAs(await signInDemo(product, 'supervisor'))
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  await page.goto('/dashboard/animal-monitor/animal/list')
  await page.locator('.grid-body [role=row]').first().focus()
  await page.keyboard.press('Space')
  await expect(bar.getByRole('button')).toHaveCount(4)
  expect((await bar.boundingBox())?.height).toBeLessThan(60)
  await bar.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '批量修改' }).click()
  await expect(page.getByRole('dialog').getByText('将修改 1 头牲畜')).toBeVisible()
})

test('aligns titles and columns right to left, also while loading', { tag: '@long' }, async ({ openAs, product }) => {
  const page = await openAs(await signInDemo(product, 'platform'), { locale: 'ar' })
  await page.setViewportSize({ width: 1366, height: 768 })
  const answers = Promise.withResolvers<void>()
  await page.route('**/user/list', async (route) => {
    await answers.promise
    await route.continue()
  })
  /** Right edges of an element's children, px. */
  const starts = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((row) => [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().right)))
  await page.goto('/dashboard/profiles/user')
  const bars = await starts('.coming-row')
  const titles = await starts('.grid-head .grid-row')
  expect(titles.length).toBeGreaterThan(5)
  // The last column, of the menu, stays in view.
  expect(bars.slice(0, -1)).toEqual(titles.slice(0, -1).map((edge) => edge - 10))
  answers.resolve()
  await expect(page.locator('.grid-body')).toBeVisible()
  expect(await starts('.grid-body .grid-row')).toEqual(await starts('.grid-head .grid-row'))
})

test('opens an animal and a farm on the monitor by Ctrl-K', { tag: '@long' }, async ({ openAs, product, pm }) => {
  const [animal] = (await pm(endpoints.animals.list, { pageSize: 1 })).list
  const [farm] = (await pm(endpoints.farms.list, { pageSize: 1 })).list
  const page = await openAs(await signInDemo(product, 'supervisor'))
  const find = async (text: string, found: string | RegExp) => {
    await page.goto('/dashboard/account')
    await expect(page.getByRole('heading', { level: 1, name: '我的账号' })).toBeVisible()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: '搜索与跳转' })
    await palette.getByRole('combobox').fill(text)
    await palette.getByRole('option', { name: found }).first().click()
  }
  await find(animal?.visualTag ?? '', animal?.visualTag ?? '')
  await expect(page).toHaveURL(new RegExp(`/monitor\\?farm=${animal?.farmId}&animal=${animal?.id}$`))
  await expect(page.getByRole('complementary', { name: '牲畜' })).toContainText(animal?.visualTag ?? '')
  await find(farm?.name ?? '', new RegExp(`^${farm?.name}`))
  await expect(page).toHaveURL(new RegExp(`/monitor\\?farm=${farm?.id}$`))
})

test(
  'aligns a panel’s labels and keeps messages off header and search',
  { tag: '@long' },
  async ({ openAs, product }) => {
    const { login, path } = await prepare(product)
    const page = await openAs(login)
    await page.goto(path)
    const details = page.getByRole('complementary', { name: /^牧业/ })
    await expect(details.getByText('注册时间', { exact: true })).toBeVisible()
    const values = await details
      .locator('dl > div > dd')
      .evaluateAll((all) => all.map((value) => Math.round(value.getBoundingClientRect().left)))
    expect(await details.locator('dl').count()).toBeGreaterThan(1)
    expect(values.length).toBeGreaterThan(5)
    expect(new Set(values).size).toBe(1)

    await page.getByRole('button', { name: '编辑' }).click()
    await field(page, '地址').fill('新的地址')
    await page.getByRole('button', { name: '保存' }).click()
    const line = page.getByRole('alert').filter({ hasText: '已保存' })
    // The message moves in from above and is measured at its final place.
    await line.click({ trial: true })
    const boxOf = async (what: Locator) => (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const passing = await boxOf(line)
    expect(passing.width).toBeGreaterThan(0)
    for (const place of [page.locator('header').first(), page.getByRole('searchbox')]) {
      const box = await boxOf(place)
      expect(box.width).toBeGreaterThan(0)
      const isApart =
        passing.x >= box.x + box.width ||
        passing.x + passing.width <= box.x ||
        passing.y >= box.y + box.height ||
        passing.y + passing.height <= box.y
      expect(isApart, `${JSON.stringify(passing)} covers ${JSON.stringify(box)}`).toBe(true)
    }
  },
)
