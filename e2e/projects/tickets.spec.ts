import { endpoints } from '#contract/calls/endpoints.ts'
import { signIn } from '#mocks/calls.ts'
import { addAnimal, expect, listenForFaults } from '../fixtures.ts'
import { button, choose, field } from '../journeys/forms.ts'
import { newcomer, signInDemo, test } from '../people.ts'

const dayMs = 86_400_000
/** Returns the local time that many days from now, in the format of a date field. */
const inDays = (days: number) => new Date(Date.now() + days * dayMs + 8 * 3_600_000).toISOString().slice(0, 16)

test('requests, discusses and approves a movement permit', { tag: '@long' }, async ({ openAs, product, pm }) => {
  const tag = `M${newcomer().digits}`
  const { animalId, farmId } = await addAnimal(pm, tag)
  const { name: farmName } = await pm(endpoints.farms.detail, { id: farmId })
  const borrower = await openAs(await signInDemo(product, 'borrower'))
  const supervisor = await openAs(await signInDemo(product, 'supervisor'))
  const faults = [borrower, supervisor].map((page) => listenForFaults(page))

  await borrower.goto('/dashboard/approvals')
  await borrower.getByRole('button', { name: '申请移动许可' }).click()
  const form = borrower.getByRole('dialog', { name: '申请移动许可' })
  await choose(form, '养殖场', farmName)
  await field(form, '耳标').fill(tag)
  await form.getByLabel('起', { exact: true }).fill(inDays(0))
  await form.getByLabel('止', { exact: true }).fill(inDays(2))
  await field(form, '用途').fill('参加那达慕')
  await field(form, '检疫证明编号').fill('JY-77')
  await button(form, '提交审批').click()
  await expect(borrower.getByText('已提交审批')).toBeVisible()

  await supervisor.goto('/dashboard/approvals')
  const row = supervisor.getByRole('row', { name: new RegExp(`${farmName}.*移动许可.*待审批`) }).first()
  await row.getByText(farmName).first().click()
  const changes = supervisor.getByRole('table', { name: '变更内容' })
  for (const words of [`耳标${tag}`, '头数1', '用途参加那达慕', '检疫证明编号JY-77'])
    await expect(changes).toContainText(words)
  await expect(changes.getByRole('row', { name: /^止 .*UTC\+8$/ })).toBeVisible()

  // Both open screens show the question and its answer.
  const talk = supervisor.getByRole('region', { name: '评论' })
  await talk.getByRole('textbox').fill('谁来押运？')
  await talk.getByRole('button', { name: /发\s*表/ }).click()
  await expect(talk.getByText('谁来押运？')).toBeVisible()
  await borrower
    .getByRole('row', { name: new RegExp(`${farmName}.*移动许可`) })
    .first()
    .getByText(farmName)
    .first()
    .click()
  const answers = borrower.getByRole('region', { name: '评论' })
  await expect(answers.getByText('谁来押运？')).toBeVisible()
  await answers.getByRole('textbox').fill('巴特尔')
  await answers.getByRole('button', { name: /发\s*表/ }).click()
  await expect(talk.getByText('巴特尔')).toBeVisible()

  await supervisor
    .getByRole('region', { name: '审批决定' })
    .getByRole('button', { name: /通\s*过/ })
    .click()
  await expect(borrower.getByRole('region', { name: '审批进度' }).getByText('已通过')).toBeVisible()
  await supervisor.goto(`/dashboard/animal-monitor/animal/details/${animalId}`)
  await expect(supervisor.getByText('JY-77')).toBeVisible()
  expect(faults).toEqual([[], []])
})

test(
  'approves similar tickets together, each with its own decision',
  { tag: '@long' },
  async ({ openAs, product, pm }) => {
    const supervisor = await signIn(product.url, 'supervisor', 'Demo2026')
    const animals = [await addAnimal(pm, `N${newcomer().digits}`), await addAnimal(pm, `N${newcomer().digits}`)]
    const purpose = `转场 ${newcomer().digits}`
    const permits = []
    for (const { farmId, animalId } of animals) {
      permits.push(
        await pm(endpoints.movementPermits.request, {
          farmId,
          ids: [animalId],
          startsAt: Date.now(),
          endsAt: Date.now() + dayMs,
          purpose,
        }),
      )
    }
    const page = await openAs(await signInDemo(product, 'supervisor'))
    const faults = listenForFaults(page)
    await page.goto('/dashboard/approvals?mine=TO_DECIDE&kind=MOVEMENT_PERMIT')
    const boxes = page.getByRole('grid').getByRole('row').getByRole('checkbox')
    await boxes.nth(1).check()
    await boxes.nth(2).check()
    await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '通过' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '审批意见（选填）' }).fill('一并同意')
    await dialog.getByRole('button', { name: /通\s*过/ }).click()
    await expect(page.getByText(/已通过：/)).toBeVisible()
    const details = await Promise.all(
      permits.map(({ ticketId }) => supervisor(endpoints.tickets.details, { ticketId })),
    )
    expect(details.map(({ state, steps }) => [state, steps[0]?.comment])).toEqual([
      ['APPROVED', '一并同意'],
      ['APPROVED', '一并同意'],
    ])
    expect(faults).toEqual([])
  },
)
