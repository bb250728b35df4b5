import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const bodySchema = z.object({
  delivery: z.string(),
  reason: z.string().optional(),
  alert: z.object({ id: z.number(), subject: z.string() }).optional(),
  others: z.array(z.object({ id: z.number() })).optional(),
})

/** Deliveries of an alert: number of arrivals by delivery id, which is the same for all retries. */
export type Deliveries = ReadonlyMap<string, number>

/** Opens a webhook receiver on this machine, which accepts everything and counts deliveries of new alerts. */
export async function openHooks() {
  const byAlert = new Map<number, Map<string, number>>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { delivery, reason, alert, others = [] } = bodySchema.parse(JSON.parse(body))
      // Alerts that came together share a message.
      if (alert && reason === 'RAISED')
        for (const { id } of [alert, ...others]) {
          const deliveries = byAlert.get(id) ?? new Map<string, number>()
          byAlert.set(id, deliveries.set(delivery, (deliveries.get(delivery) ?? 0) + 1))
        }
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** Deliveries by alert id. */
    deliveriesByAlert: (): ReadonlyMap<number, Deliveries> => byAlert,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
