import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceId, gatewayMac, openTestApp, testStart, type TestApp } from '../../testing/testApp.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const send = (gateway: string, readings: object[]) =>
  app.ingest('json', JSON.stringify({ gateway, sentAt: testStart, readings }))
const rejectedReadings = () => app.sql<
  { reason: string; deviceId: string; farmId: number; gateway: string | null; count: number; sample: string }[]
>`
  select reason, device_id as "deviceId", farm_id as "farmId", gateway, count::int, sample from rejected_readings order by reason, device_id`

test('counts rejected readings by reason and device, with sample and farm', async () => {
  const unknown = { neckband: 'DD:00:00:00:00:01', at: testStart, rssi: -71 }
  await send(gatewayMac, [{ neckband: deviceId(0), at: testStart }, unknown])
  await send(gatewayMac, [unknown, { neckband: deviceId(1), at: testStart, longitude: 0, latitude: 0 }])
  await send('AC233F0000FF', [{ neckband: deviceId(0), at: testStart }])
  await app.ingest('osmand', 'token=Demo2026&lat=1')
  const { farmId } = app
  await expect.poll(rejectedReadings).toMatchObject([
    {
      reason: 'BAD_POSITION',
      deviceId: deviceId(1),
      farmId,
      count: 1,
      sample: expect.stringContaining('"longitude":0'),
    },
    { reason: 'BAD_SHAPE', deviceId: '', farmId: 0, gateway: null, count: 1 },
    {
      reason: 'UNKNOWN_DEVICE',
      deviceId: 'DD0000000001',
      farmId,
      gateway: gatewayMac,
      count: 2,
      sample: expect.stringContaining('"rssi":-71'),
    },
    { reason: 'UNKNOWN_GATEWAY', deviceId: 'AC233F0000FF', farmId: 0, gateway: 'AC233F0000FF', count: 1 },
  ])
  expect(JSON.stringify(await rejectedReadings())).not.toContain('Demo2026')
})
