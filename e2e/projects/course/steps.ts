import type { Locator, Page } from '@playwright/test'
import { expect } from '../../fixtures.ts'
import { button, choose, field } from '../../journeys/forms.ts'
import type { Pasture } from './pasture.ts'

const zone = 'Asia/Shanghai'
/** Today in the browsers' time zone. */
export const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format()
const clockAt = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')

const number = (form: Locator | Page, label: string) =>
  form.getByRole('spinbutton', { name: new RegExp(`^(\\* )?${label}`) })
const certificate = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')

export const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
export const statusOf = (page: Page) => page.locator('.project-standing .tag')

export async function draftProject(
  page: Page,
  { digits, farmName, tags }: Pasture,
  loanAmount: string,
): Promise<string> {
  const code = `XM-${digits}`
  await button(page, '新增项目').click()
  const form = page.locator('.project-form')
  await field(form, '项目编号').fill(code)
  await field(form, '项目名称').fill('春季贷款')
  await number(form, '贷款金额').fill(loanAmount)
  await number(form, '合同头数').fill(String(tags.length))
  await form.getByLabel(/开始日期/).fill(today())
  await form.getByLabel(/结束日期/).fill('2099-12-31')
  await choose(form, '质权人', '锡林浩特草原银行')
  await choose(form, '出质人', '敖包养殖合作社')
  // A field appears in between.
  await expect(form.getByRole('combobox', { name: '出质人项目人员' })).toBeVisible()
  await choose(form, '质权人项目人员', '银行客户经理')
  await choose(form, '质押物所在养殖场', `${farmName}（${tags.length} 头）`)
  await button(page, '保存').click()
  await expect(statusOf(page)).toHaveText('草稿')
  return code
}

/** Fills in a new collateral line, except for its animals. */
export async function beginLine(
  page: Page,
  { category }: Pasture,
  { heads, unitPrice }: { heads: number; unitPrice: string },
): Promise<Locator> {
  await button(page, '新增明细').click()
  const form = page.getByRole('dialog', { name: '新增明细' })
  await choose(form, '种类', category)
  await choose(form, '单位', '头')
  await number(form, '数量').fill(String(heads))
  await number(form, '单价').fill(unitPrice)
  await form.getByLabel(/定价日期/).fill(today())
  await field(form, '价格来源').fill('锡林浩特市场')
  await number(form, '折扣率').fill('0.2')
  return form
}

/** Requests, in a dialog, a change that all parties must approve. */
export async function ask(page: Page, name: string, reason?: string): Promise<void> {
  await button(page, name).click()
  const dialog = page.getByRole('dialog', { name })
  if (reason !== undefined) await dialog.getByRole('textbox').fill(reason)
  await button(dialog, '提交审批').click()
}

/**
 * Fills in a death with its document.
 * @returns the button that posts it
 */
export async function beginDeath(page: Page, tag: string): Promise<Locator> {
  await button(page, '新增记录').click()
  const form = page.getByRole('dialog', { name: '新增记录' })
  await choose(form, '类型', '死亡')
  await form.getByLabel(/发生日期/).fill(today())
  await choose(form, '耳标', tag)
  await form
    .getByLabel('证明文件')
    .setInputFiles({ name: '死亡证明.pdf', mimeType: 'application/pdf', buffer: certificate })
  await expect(button(form, '死亡证明.pdf')).toBeVisible()
  await form.getByRole('textbox', { name: /原因/ }).fill('胀气')
  return button(form, '入账')
}

/**
 * Requests a movement permit that starts now.
 * @param endsAt epoch ms, a full minute
 */
export async function askForPermit(
  page: Page,
  { farmName }: Pasture,
  tags: readonly string[],
  endsAt: number,
): Promise<void> {
  await button(page, '申请移动许可').click()
  const form = page.getByRole('dialog', { name: '申请移动许可' })
  await choose(form, '养殖场', farmName)
  await field(form, '耳标').fill(tags.join('\n'))
  await form.getByLabel('起', { exact: true }).fill(clockAt(Date.now()))
  await form.getByLabel('止', { exact: true }).fill(clockAt(endsAt))
  await field(form, '用途').fill('参加那达慕')
  await field(form, '检疫证明编号').fill('JY-77')
  await button(form, '提交审批').click()
  await expect(page.getByText('已提交审批')).toBeVisible()
}

/** Requests the release of those animals in the open list of pledges whose ear tags start with `tag`. */
export async function askToRelease(page: Page, tag: string, heads: number): Promise<void> {
  await page.getByRole('searchbox').fill(tag)
  await expect(page.getByText(`筛选后 ${heads} 头牲畜`)).toBeVisible()
  await page.getByRole('checkbox', { name: '选择本页所有行' }).check()
  const toolbar = page.getByRole('toolbar', { name: '批量操作' })
  await expect(toolbar).toContainText(`已选 ${heads}`)
  await button(toolbar, '申请解除质押').click()
  const form = page.getByRole('dialog', { name: '申请解除质押' })
  await expect(form.getByText(`将解除 ${heads} 头`)).toBeVisible()
  await field(form, '原因').fill('部分还款')
  await button(form, '提交审批').click()
  await expect(form).toBeHidden()
}
