import { Socket } from 'node:net'
import { connectAsync, type MqttClient } from 'mqtt'
import type { ReadingMessage } from './herd/message.ts'
import { inParallel } from './calls.ts'

/** Messages sent and not yet acknowledged at the most. */
const mostInFlight = 64

export interface Publisher {
  /** Sends messages with QoS 1, in order, and waits until the broker has acknowledged all of them. */
  publishAll(messages: readonly ReadingMessage[]): Promise<void>
  /** Lets gateways that heard nothing say that they are there, as Minew's do (a message of the gateway alone). */
  publishIdle(macs: readonly string[], atMs: number): Promise<void>
  /**
   * Sends what can be sent now and forgets the rest, as a gateway does that has no memory: without a connection, or with
   * too much unacknowledged, nothing piles up.
   * @returns the messages that were sent
   */
  publishNow(messages: readonly ReadingMessage[]): number
  close(): Promise<void>
}

/**
 * Connects to the broker as the demo's source; it reconnects by itself for ever.
 * @param patient also waits for a broker that is not there yet
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
  // Without a listener an error would end the process; the client tries again by itself.
  client.on('error', () => {})
  // Many small messages that wait for answers: held back for company they cost 40 ms a batch.
  const hurry = () => {
    if (client.stream instanceof Socket) client.stream.setNoDelay(true)
  }
  client.on('connect', hurry)
  hurry()
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
      // In one piece: the server then stores them together, and not the first one by itself.
      client.stream.cork()
      const all = inParallel(messages, mostInFlight, publish)
      process.nextTick(() => client.stream.uncork())
      await all
    },
    async publishIdle(macs, atMs) {
      const timestamp = new Date(atMs).toISOString()
      const say = (mac: string) =>
        client.publishAsync(`ingest/minew/${mac}`, JSON.stringify([{ timestamp, type: 'Gateway', mac }]), { qos: 1 })
      await Promise.all(macs.map(say))
    },
    publishNow(messages) {
      const room = client.connected ? Math.max(0, 8 * mostInFlight - inFlight) : 0
      const sent = messages.slice(0, room)
      for (const message of sent) publish(message).catch(() => {})
      return sent.length
    },
    async close() {
      await client.endAsync()
    },
  }
}
