import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { generate, parser as createParser, type Packet } from 'mqtt-packet'

/** An outside broker as small as the tests need it: what is published goes to every subscriber. */
export interface TestBroker {
  /** `host:port` */
  address: string
  /** Whether subscriptions are refused with SUBACK 0x80. */
  refuses: boolean
  close: () => Promise<void>
}

const refusal = 0x80

export async function openTestBroker({ refuses = false } = {}): Promise<TestBroker> {
  const clients = new Set<Socket>()
  const subscribers = new Set<Socket>()
  const server = createServer((socket) => {
    clients.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      clients.delete(socket)
      subscribers.delete(socket)
    })
    const parser = createParser()
    parser.on('packet', (packet: Packet) => {
      const { messageId = 0 } = packet
      if (packet.cmd === 'connect') socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
      if (packet.cmd === 'pingreq') socket.write(generate({ cmd: 'pingresp' }))
      if (packet.cmd === 'disconnect') socket.end()
      if (packet.cmd === 'subscribe') {
        if (!broker.refuses) subscribers.add(socket)
        const granted = packet.subscriptions.map(({ qos }) => (broker.refuses ? refusal : qos))
        socket.write(generate({ cmd: 'suback', messageId, granted }))
      }
      if (packet.cmd === 'unsubscribe') socket.write(generate({ cmd: 'unsuback', messageId, granted: [] }))
      if (packet.cmd === 'publish') {
        for (const other of subscribers) other.write(generate({ ...packet, dup: false, retain: false }))
        if (packet.qos > 0) socket.write(generate({ cmd: 'puback', messageId }))
      }
    })
    socket.on('data', (bytes: Buffer) => void parser.parse(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const broker: TestBroker = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuses,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of clients) socket.destroy()
      await closed
    },
  }
  return broker
}
