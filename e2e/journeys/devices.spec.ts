import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'

test('a gateway that nobody registered is found in quarantine and adopted; from then on it is heard', async ({ openAs, product }) => {
  const login = await signInDemo(product, 'pm')
  const call = openCalls(product.url, login.token)
  const mac = `AC233F${String(Date.now()).slice(-6)}`
  const { deviceId } = (await call(endpoints.neckbands.list, { pageSize: 1 })).list[0] ?? { deviceId: '' }
  const send = async () => {
    const body = { gateway: mac, sentAt: Date.now(), readings: [{ neckband: deviceId, at: Date.now(), rssi: -58 }] }
    const response = await fetch(`${product.url}/ingest/json`, { method: 'POST', headers: { authorization: 'Bearer Demo2026' }, body: JSON.stringify(body) })
    return response.status
  }
  expect(await send()).toBe(422)

  const page = await openAs(login)
  const faults = listenForFaults(page)
  await page.goto(`/dashboard/animal-monitor/device/unknown?deviceId=${mac}`)
  const row = page.getByRole('row', { name: new RegExp(mac) })
  await row.getByText('网关').click()
  await expect(page.getByText('"rssi":-58')).toBeVisible()
  await page.getByRole('combobox', { name: /养殖场/ }).click()
  await page.locator('.ant-select-item-option').first().click()
  await page.getByRole('textbox', { name: /原因/ }).fill('东门新装')
  await page.getByRole('button', { name: '接纳' }).click()
  await expect(row).toHaveCount(0)

  expect(await send()).toBe(200)
  await page.goto(`/dashboard/animal-monitor/device/gateway?mac=${mac}`)
  await expect(page.getByRole('row', { name: new RegExp(mac) })).toContainText('在线')
  expect(faults).toEqual([])
})
