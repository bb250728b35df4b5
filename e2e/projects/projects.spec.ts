import { expectWithin } from '../expectWithin.ts'
import { expect, openGateway } from '../fixtures.ts'
import { button, field } from '../journeys/forms.ts'
import { test } from '../people.ts'
import { approve, openParties } from './course/parties.ts'
import { publishReadings, publishWholeHerd, makePasture } from './course/pasture.ts'
import {
  ask,
  askForPermit,
  askToRelease,
  beginDeath,
  beginLine,
  draftProject,
  openTab,
  statusOf,
} from './course/steps.ts'

const heads = 202
/** Maximum time until an entry is on every open screen, ms. */
const liveMs = 2_000
const minuteMs = 60_000
/** Minimum duration of the permit, ms: enough to request and approve it on a busy machine. */
const awayMs = 20_000

test('takes a loan from its draft to its closing', { tag: '@long' }, async ({ openAs, product, pm: call }) => {
  const pasture = await makePasture(call, heads)
  const { tags, farmName } = pasture
  const tagOf = (place: number) => tags[place - 1] ?? ''
  const broker = await openGateway(product.mqttUrl)
  await publishWholeHerd(call, broker, pasture)
  const { pm, supervisor, bank, borrower, bankDesk, faults } = await openParties(openAs, product)
  let code = ''

  await test.step('drafts a project with its first line', async () => {
    await pm.waitForURL('**/dashboard/projects')
    code = await draftProject(pm, pasture, '1000000')
    await ask(pm, '提交审批')
    const refused = pm.getByRole('dialog', { name: '提交审批' })
    await expect(refused.getByText('提交前请补全：质押物')).toBeVisible()
    await button(refused, '取消').click()
    await openTab(pm, '质押物')
    const line = await beginLine(pm, pasture, { heads: 2, unitPrice: '10000' })
    await field(line, '耳标').fill(tags.slice(0, 2).join('\n'))
    await expect(line.getByText('将质押 2 头牲畜')).toBeVisible()
    await button(line, '保存').click()
    await expect(pm.getByText('明细已保存')).toBeVisible()
    await ask(pm, '提交审批')
    await expect(statusOf(pm)).toHaveText('待审批')
  })

  await test.step('starts after all parties approve', async () => {
    for (const page of [supervisor, bankDesk, borrower]) await approve(page, '项目开通', code)
    await expect(statusOf(pm)).toHaveText('进行中')
  })

  const ratio = bank.locator('.figures-ratio')
  const ledger = (count: number) => bank.getByRole('button', { name: `台账在栏：${count} 头，查看明细` })
  const expectToShow = (count: number, covered: string) =>
    expectWithin(bank, liveMs, async (limit) => {
      await expect(ledger(count)).toBeVisible(limit)
      await expect(ratio).toHaveText(covered, limit)
    })
  await test.step('adds 200 animals after the bank approves', async () => {
    await bank.goto(new URL(pm.url()).pathname)
    await expect(ledger(2)).toBeVisible()
    await expect(ratio).toHaveText('0.01×')
    const line = await beginLine(pm, pasture, { heads: 200, unitPrice: '10000' })
    await button(line, '选择全部可质押牲畜').click()
    await expect(line.getByText('将质押 200 头牲畜')).toBeVisible()
    await button(line, '提交审批').click()
    await expect(pm.getByText('申请已提交，等待审批')).toBeVisible()
    await approve(bankDesk, '质押物变更', code)
    await expectToShow(heads, '1.61×')
  })

  await test.step('lowers the ratio by a death', async () => {
    await openTab(pm, '头数台账')
    const post = await beginDeath(pm, tagOf(100))
    await expect(ratio).toHaveText('1.61×')
    await post.click()
    await expectToShow(heads - 1, '1.60×')
    await expect(pm.getByRole('row', { name: /死亡.*-1.*胀气/ })).toBeVisible()
  })

  const away = [11, 12, 13].map(tagOf)
  const late = tagOf(11)
  const stray = tagOf(50)
  let permitEndsAt = 0
  const alertOf = (tag: string) => supervisor.getByRole('row', { name: new RegExp(`离开圈舍.*${tag}`) })
  await test.step('raises an exit only without a permit', async () => {
    permitEndsAt = Math.ceil((Date.now() + awayMs) / minuteMs) * minuteMs
    await askForPermit(borrower, pasture, away, permitEndsAt)
    await approve(supervisor, '移动许可', farmName)
    await supervisor.goto(`${new URL(bank.url()).pathname}?tab=alerts`)
    await publishReadings(broker, pasture, [...away, stray], 'outside')
    await expect(alertOf(stray)).toBeVisible()
    for (const tag of away) await expect(alertOf(tag)).toHaveCount(0)
    // All but one return before the next steps, which take a while.
    await publishReadings(broker, pasture, away.slice(1), 'inside')
  })

  await test.step('closes the day only with all heads explained', async () => {
    await openTab(pm, '封账')
    await button(pm, '今日封账').click()
    const form = pm.getByRole('dialog', { name: '今日封账' })
    await expect(form.getByText('1 头尚未说明')).toBeVisible()
    await button(form, '今日封账').click()
    await expect(form.getByText('请先说明去向不明的牲畜')).toBeVisible()
    await button(form, '取消').click()
    await openTab(pm, '总览')
    await button(pm, '全部说明：1 头').click()
    const why = pm.getByRole('dialog', { name: '说明原因' })
    await field(why, '说明').fill('项圈脱落，已见到牛')
    await button(why, '说明原因').click()
    await openTab(pm, '头数台账')
    await openTab(pm, '封账')
    await button(pm, '今日封账').click()
    await button(form, '今日封账').click()
    await expect(button(pm, '今日已封账')).toBeDisabled()
  })

  await test.step('verifies the newest sealed day as the bank', async () => {
    await bank.getByRole('link', { name: '查验', exact: true }).click()
    await expect(bank).toHaveURL(/\/verify\/[0-9a-f]{64}$/)
    await expect(bank.getByText(/的记录完好$/)).toBeVisible()
    await bank.goBack()
    await expect(ratio).toBeVisible()
  })

  await test.step('raises an exit when the permit ends', async () => {
    await expect(alertOf(late)).toBeVisible({ timeout: Math.max(0, permitEndsAt - Date.now()) + 20_000 })
    for (const tag of away.slice(1)) await expect(alertOf(tag)).toHaveCount(0)
  })

  await test.step('releases ten animals', async () => {
    await openTab(pm, '质押物')
    await openTab(pm, '质押牲畜')
    await askToRelease(pm, `${pasture.digits}-18`, 10)
    await supervisor.goto('/dashboard/approvals?mine=TO_DECIDE')
    for (const page of [supervisor, bankDesk]) await approve(page, '牲畜解除质押', code)
    await expectToShow(heads - 11, '1.52×')
  })

  await test.step('closes after the bank approves', async () => {
    await ask(pm, '申请结清', '贷款已还清')
    await expect(statusOf(pm)).toHaveText('结清审批中')
    await approve(bankDesk, '项目结清', code)
    for (const page of [pm, bank]) await expect(statusOf(page)).toHaveText('已结清')
    await openTab(pm, '历史')
    await expect(pm.getByText('结清审批中').first()).toBeVisible()
  })
  await broker.endAsync()
  expect(faults()).toEqual([])
})
