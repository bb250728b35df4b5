import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import type { Polygon } from '#contract/values/geo.ts'
import { type ClientEvents, livePath, type ServerEvents } from '#contract/live/live.ts'
import { createClock } from '../clock.ts'
import type { HerdRecords } from '../db/herdRecords.ts'
import { createEvents } from '../events.ts'
import { Faults } from '../faults.ts'
import { Herd } from '../herd/herd.ts'
import { buildRegistry } from '../herd/registry.ts'
import { type HubParts, LiveHub } from './hub.ts'
import type { LiveAccess } from './viewer.ts'

const square: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [116, 43.9],
      [116.1, 43.9],
      [116.1, 44],
      [116, 44],
      [116, 43.9],
    ],
  ],
}

/** Access of a token, for tests in which only its farms matter. */
export const admissionOf = (token: string, farmIds: number[]): LiveAccess => ({
  tokenHash: token,
  userId: token.length,
  role: 'SUPERVISOR_PM',
  organisationId: 3,
  farmIds,
})

/** Replaces the herd's farms, and optionally other records. */
export function seedFarms(herd: Herd, farmIds: readonly number[], records: Partial<HerdRecords> = {}): void {
  const farms = farmIds.map((id) => ({
    id,
    name: `${id}`,
    supervisorOrgId: null,
    windowMinutes: 60,
    timeZone: 'UTC',
    projects: [],
    insured: [],
    boundary: square,
  }))
  herd.registry = buildRegistry(
    { farms, pens: [], gateways: [], animals: [], spares: [], sources: [], ...records },
    herd.registry,
  )
}

/** Animals on the given farms, each with a neckband of its own id. */
export const animalsOn = (farmIds: readonly number[]): HerdRecords['animals'] =>
  farmIds.map((farmId, place) => ({
    id: place + 1,
    visualTag: `${place + 1}`,
    farmId,
    penId: null,
    neckbandId: place + 1,
    deviceId: `AC${place + 1}`,
    pairedAt: 0,
    pledgedTo: null,
  }))

export type TestHub = Awaited<ReturnType<typeof openTestHub>>

/** Resolves when a socket is admitted; rejects with the refusal. */
export function letIn(client: Socket<ServerEvents, ClientEvents>): Promise<void> {
  return new Promise((resolve, reject) => {
    client.once('connect', resolve)
    client.once('connect_error', reject)
  })
}

/** Opens a live hub on a free port, with stubs for everything that is not given. */
export async function openTestHub(given: Pick<HubParts, 'admit'> & Partial<HubParts>) {
  const clock = createClock()
  const log = pino({ level: 'silent' })
  const http = createServer()
  const parts: HubParts = {
    clock,
    log,
    faults: new Faults(log),
    events: createEvents(log),
    herd: new Herd(),
    settings: { TRUSTED_PROXY: 'loopback' },
    alertsSince: () => Promise.resolve({ alerts: [], isAll: true, asOf: '' }),
    status: () => ({ database: { up: true, since: 0 }, broker: { up: true, since: 0 } }),
    rates: () => [],
    onFrames: () => {},
    ...given,
  }
  const hub = new LiveHub(http, parts)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const clients: Socket<ServerEvents, ClientEvents>[] = []
  return {
    hub,
    url,
    port,
    herd: parts.herd,
    events: parts.events,
    /** Starts to connect a socket. */
    connect(token: string, extraHeaders: Record<string, string> = {}): Socket<ServerEvents, ClientEvents> {
      const client: Socket<ServerEvents, ClientEvents> = io(url, {
        path: livePath,
        transports: ['websocket'],
        auth: { token },
        reconnection: false,
        forceNew: true,
        extraHeaders,
      })
      clients.push(client)
      return client
    },
    disconnect() {
      for (const client of clients.splice(0)) client.disconnect()
    },
    async close() {
      this.disconnect()
      await hub.close()
      clock.stop()
    },
  }
}
