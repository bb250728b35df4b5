import { connectAsync } from 'mqtt'
import { animalsPerFarm, gatewayOf, homeOf, neckbandOf, source } from '../herd.ts'

export const perMessage = 100

/** Makes batteries of many animals run low at once, farm by farm from `firstFarm` on; the second farm by default. */
export async function runLow(mqttPort: number, alerts: number, firstFarm = 1): Promise<void> {
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: source.name,
    password: source.secret,
    clientId: `low ${firstFarm}`,
  })
  const at = Date.now()
  const messages = Array.from({ length: Math.ceil(alerts / perMessage) }, (_, n) => {
    const farm = firstFarm + Math.floor((n * perMessage) / animalsPerFarm)
    const gateway = gatewayOf(farm, n % 10)
    const readings = Array.from({ length: Math.min(perMessage, alerts - n * perMessage) }, (_reading, i) => {
      const slot = ((n * perMessage) % animalsPerFarm) + i
      const { east, north } = homeOf(farm, slot)
      return {
        neckband: neckbandOf(farm, slot),
        at,
        longitude: east / 1e6,
        latitude: north / 1e6,
        accuracyM: 4,
        rssi: -70,
        battery: 5,
      }
    })
    return [gateway, JSON.stringify({ gateway, readings })] as const
  })
  await Promise.all(messages.map(([gateway, body]) => client.publishAsync(`ingest/json/${gateway}`, body, { qos: 1 })))
  await client.endAsync()
}
