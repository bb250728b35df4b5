import { Socket } from 'node:net'
import { connectAsync, type MqttClient } from 'mqtt'
import type { ReadingMessage } from './herd/message.ts'
import { inParallel } from './calls.ts'

/** Maximum unacknowledged messages. */
const maxInFlight = 64

export interface Publisher {
  /** Sends messages with QoS 1, in order, and waits until the broker has acknowledged all of them. */
  publishAll(messages: readonly ReadingMessage[]): Promise<void>
  /** Reports the presence of gateways that heard nothing, as Minew's do (a message of the gateway alone). */
  publishIdle(macs: readonly string[], atMs: number): Promise<void>
  /**
   * Sends as many messages as possible now and drops the rest, like a gateway without memory. Nothing queues up without a connection, or with too
   * many unacknowledged.
   * @returns the number of messages sent
   */
  publishNow(messages: readonly ReadingMessage[]): number
  close(): Promise<void>
}

/**
 * Connects to the broker as the demo's source, and reconnects for ever.
 * @param patient also waits for a broker that is not up yet
 * @throws Error when it is not patient and is refused
 */
export async function openPublisher(url: string, patient = false): Promise<Publisher> {
  const options = {
    clientId: `drover-mocks-${Math.random().toString(36).slice(2, 10)}`,
    username: process.env['DROVER_SOURCE'] ?? 'demo',
    password: process.env['DROVER_SECRET'] ?? 'Demo2026',
    reconnectPeriod: 1000,
    keepalive: 30,
  }
  const client: MqttClient = await connectAsync(url, options, patient)
  // Without a listener an error would end the process; the client reconnects by itself.
  client.on('error', () => {})
  // Many small messages wait for answers; Nagle's algorithm would delay each batch by 40 ms.
  const disableNagle = () => {
    if (client.stream instanceof Socket) client.stream.setNoDelay(true)
  }
  client.on('connect', disableNagle)
  disableNagle()
  let inFlight = 0

  const publish = async (message: ReadingMessage) => {
    inFlight += 1
    try {
      await client.publishAsync(`ingest/json/${message.gateway}`, JSON.stringify(message), { qos: 1 })
    } finally {
      inFlight -= 1
    }
  }
  return {
    async publishAll(messages) {
      // Sent in one piece, so that the server stores them together rather than the first one alone.
      client.stream.cork()
      const all = inParallel(messages, maxInFlight, publish)
      process.nextTick(() => client.stream.uncork())
      await all
    },
    async publishIdle(macs, atMs) {
      const timestamp = new Date(atMs).toISOString()
      const reportPresence = (mac: string) =>
        client.publishAsync(`ingest/minew/${mac}`, JSON.stringify([{ timestamp, type: 'Gateway', mac }]), { qos: 1 })
      await Promise.all(macs.map(reportPresence))
    },
    publishNow(messages) {
      const room = client.connected ? Math.max(0, 8 * maxInFlight - inFlight) : 0
      const sent = messages.slice(0, room)
      for (const message of sent) publish(message).catch(() => {})
      return sent.length
    },
    async close() {
      await client.endAsync()
    },
  }
}
