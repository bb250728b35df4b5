import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Call } from '#mocks/calls.ts'
import { expect } from '../fixtures.ts'
import { allWidths, button, details, rows, unfoldHistory, type Visit, type Words } from './visit.ts'

const alerts = '/dashboard/animal-monitor/alert'
const farms = '/dashboard/animal-monitor/farm/list'

/** Visits the rules of each scope, duty and channels, and the load. The last visit is the form of a rule, which blocks leaving while changed. */
export async function ruleVisits(call: Call): Promise<Visit[]> {
  const { ruleId, farmRuleId, projectRuleId } = await saveRules(call)
  await saveDuty(call)
  const dialogOf =
    (
      buttonId: 'duty.handOver' | 'duty.edit' | 'duty.addChannel',
      labelId: 'duty.note' | 'duty.timeZone' | 'duty.address',
    ) =>
    async (page: Page, words: Words) => {
      await button(page, words[buttonId]).first().click()
      await expect(page.getByRole('dialog').getByLabel(words[labelId])).toBeVisible()
    }
  return [
    { path: `${alerts}?tab=rules`, until: rows, widths: allWidths },
    { path: `${alerts}?tab=rules&open=${ruleId}`, until: unfoldHistory },
    { path: `${farms}?tab=farmRules&open=${farmRuleId}`, until: details },
    { path: `${farms}?tab=projectRules&open=${projectRuleId}`, until: details },
    {
      path: `${alerts}/duty`,
      async until(page, words) {
        await expect(page.getByRole('region', { name: words['duty.policy'] })).toBeVisible()
        await expect(page.getByText(handedOver)).toBeAttached()
        for (const summary of await page.locator('.duty summary').all()) await summary.click()
        await expect(page.getByText(handedOver)).toBeVisible()
      },
      widths: allWidths,
    },
    { path: `${alerts}/channels`, until: rows, widths: allWidths },
    { path: `${alerts}/duty`, until: dialogOf('duty.handOver', 'duty.note') },
    { path: `${alerts}/duty`, until: dialogOf('duty.edit', 'duty.timeZone') },
    { path: `${alerts}/channels`, until: dialogOf('duty.addChannel', 'duty.address') },
    {
      path: `${alerts}/load`,
      until: (page, words) =>
        expect(page.getByRole('region', { name: words['alertLoad.shifts'], exact: true })).toBeVisible(),
      widths: allWidths,
    },
    {
      path: `${alerts}?tab=rules&open=${ruleId}`,
      async until(page, words) {
        await button(page, words['form.edit']).click()
        await button(page, words['rule.schedule.addHours']).click()
        // Nearly every neckband is below this level, so there are examples to show.
        await page.getByRole('spinbutton', { name: words['rule.parameter.clearPercent'] }).fill('99')
        await page.getByRole('spinbutton', { name: words['rule.parameter.raisePercent'] }).fill('98')
        await button(page, words['rehearsal.begin']).click()
        // A process of lower priority computes it, which takes long next to other browsers.
        await expect(page.locator('.rehearsal-report')).toBeVisible({ timeout: 150_000 })
      },
    },
  ]
}

/** Creates rules stricter than the wider ones, since a running project relies on those. */
async function saveRules(call: Call) {
  const [project] = (await call(endpoints.projects.list, { isOnlyActive: true, pageSize: 1 })).list
  const [farm] = (await call(endpoints.farms.list, { pageSize: 1 })).list
  const below = (raisePercent: number) =>
    ({ kind: 'LOW_BATTERY', parameters: { raisePercent, clearPercent: raisePercent + 5 } }) as const
  const { id: ruleId } = await call(endpoints.alertRules.addOrEdit, { ...below(20), scope: 'ORGANISATION' })
  const { id: farmRuleId } = await call(endpoints.alertRules.addOrEdit, { ...below(25), farmId: farm?.id ?? 0 })
  const { id: projectRuleId } = await call(endpoints.alertRules.addOrEdit, {
    ...below(30),
    scope: 'PROJECT',
    projectId: project?.id ?? 0,
  })
  return { ruleId, farmRuleId, projectRuleId }
}

const handedOver = '三号门坏了，夜里注意。'

/** Creates a roster with a hand-over, and a disabled channel. */
async function saveDuty(call: Call): Promise<void> {
  const { people } = await call(endpoints.rosters.list, {})
  const [personId = 0, coverId = 0] = people.map(({ id }) => id)
  const days = [1, 2, 3, 4, 5, 6, 7]
  const roster = await call(endpoints.rosters.addOrEdit, {
    name: '昼夜值班',
    timeZone: 'Asia/Shanghai',
    watchedFarmIds: [],
    shifts: [
      { layer: 1, personId, days, from: 480, to: 1200 },
      { layer: 2, personId: coverId, days, from: 0, to: 0 },
    ],
  })
  await call(endpoints.rosters.handOver, { id: roster.id, note: handedOver })
  await call(endpoints.alertChannels.addOrEdit, {
    kind: 'WEBHOOK',
    name: '值班室',
    severities: ['CRITICAL'],
    language: 'zh-CN',
    isEnabled: false,
    address: 'https://example.com/hook',
    secret: 'a secret of the webhook',
  })
}
