import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { message, openTestApp, testStart } from '../testing/testApp.ts'
import type { TestApp } from '../testing/testApp.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

describe.skipIf(!hasIpv6)('an IPv6 host', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ environment: { HOST: '::1' } })
  }, 60_000)
  afterAll(() => test.close())

  it('listens where its addresses say', async () => {
    expect([new URL(test.app.url).hostname, new URL(test.app.mqttUrl).hostname]).toEqual(['[::1]', '[::1]'])
    expect((await test.ingest('json', message(testStart, [{ index: 0, battery: 50 }]))).status).toBe(200)
    await test.publish([
      { topic: 'ingest/json/AC233F000001', body: message(testStart + 1, [{ index: 1, battery: 50 }]) },
    ])
    expect(test.app.totals.get('stored')).toBe(2)
  })

  it('links to the same address in mails', async () => {
    const email = 'pm@example.com'
    await test.sql`update users set email = ${email} where user_name = 'pm'`
    expect((await test.call('POST', '/collateral/common/auth/password/forgot', { email })).status).toBe(200)
    const letters = () => test.sql<{ body: string }[]>`select body from outbox where recipient = ${email}`
    await expect
      .poll(async () => (await letters()).map(({ body }) => body.includes(`${test.app.url}/`)))
      .toEqual([true])
  })
})
