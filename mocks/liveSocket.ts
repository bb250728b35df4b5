import { tickMs, type LiveGateway, type ServerEvents } from '#contract/live.ts'
import type { LiveSocket } from '#streams/liveSocket.ts'
import type { SceneFarm } from './herd/scene.ts'
import { encodeFrame } from './pretend/frame.ts'
import type { World } from './pretend/world.ts'

type Listeners = { [E in keyof ServerEvents]: Set<ServerEvents[E]> }

/** The pretend herd's frames begin at the same place in each page: a screen that comes back starts with a snapshot. */
const epoch = 1
const ticksPerStatus = 4

/**
 * The live wire without a server: the same events and frames, from a world in this page.
 * @param nowMs the pretend herd's time, epoch ms
 */
export function createLiveSocket(world: World, nowMs: () => number): LiveSocket {
  const listeners: Listeners = {
    snapshot: new Set(),
    delta: new Set(),
    status: new Set(),
    headcounts: new Set(),
    gateways: new Set(),
    alerts: new Set(),
    behind: new Set(),
    sceneChanged: new Set(),
    accountChanged: new Set(),
    notices: new Set(),
    ended: new Set(),
  }
  const emit = <E extends keyof ServerEvents>(event: E, ...values: Parameters<ServerEvents[E]>) => {
    for (const listener of listeners[event]) (listener as (...values: Parameters<ServerEvents[E]>) => void)(...values)
  }
  const watched = new Map<SceneFarm, { sequence: number; tick: number }>()
  const startedAt = world.now
  let ticks = 0
  let newestChange = world.alerts.newestChange
  let states: LiveGateway[] = []

  const sendSnapshot = (farm: SceneFarm) => {
    watched.set(farm, { sequence: 0, tick: world.tick })
    const roster = {
      farmId: farm.index + 1,
      animalIds: farm.animals.map(({ index }) => index + 1),
      visualTags: farm.animals.map(({ visualTag }) => visualTag),
    }
    emit('snapshot', roster, encodeFrame(world, farm, epoch, 0, null))
  }

  const sendState = () => {
    const part = { up: true, since: startedAt }
    emit('status', {
      herdAt: world.now,
      speed: 1,
      readingsPerSecond: world.readingsPerSecond(),
      rejectedPerSecond: 0,
      database: part,
      broker: part,
    })
    emit('headcounts', world.scene.farms.map((farm) => world.headcount(farm)))
    const changed = world.scene.gateways.map((gateway) => world.gateway(gateway)).filter((gateway, place) => gateway.state !== states[place]?.state || ticks % 20 === 0)
    if (changed.length > 0) emit('gateways', changed)
    states = world.scene.gateways.map((gateway) => world.gateway(gateway))
    const alerts = world.alerts.since(newestChange || -1)
    newestChange = world.alerts.newestChange
    if (alerts.length > 0) emit('alerts', alerts)
  }

  const timer = setInterval(() => {
    world.advance(nowMs())
    for (const [farm, place] of watched) {
      const bytes = encodeFrame(world, farm, epoch, place.sequence + 1, place.tick)
      watched.set(farm, { sequence: place.sequence + 1, tick: world.tick })
      emit('delta', bytes)
    }
    if (ticks % ticksPerStatus === 0) sendState()
    ticks += 1
  }, tickMs)

  return {
    on: (event, listener) => void listeners[event].add(listener),
    off: (event, listener) => void listeners[event].delete(listener),
    onState(listener) {
      // As over a network: never before the caller has gone on.
      queueMicrotask(() => listener({ kind: 'connected', transport: 'websocket' }))
      return () => {}
    },
    async watch({ farms }) {
      await Promise.resolve()
      const wanted = new Set(farms.map(({ farmId }) => farmId))
      for (const farm of watched.keys()) if (!wanted.has(farm.index + 1)) watched.delete(farm)
      const refused: number[] = []
      for (const { farmId, epoch: known, sequence } of farms) {
        const farm = world.scene.farms[farmId - 1]
        if (!farm) refused.push(farmId)
        else if (known !== epoch || watched.get(farm)?.sequence !== sequence) sendSnapshot(farm)
      }
      return { refused }
    },
    alertsSince: async (changeId) => world.alerts.since(changeId),
    close() {
      clearInterval(timer)
      for (const all of Object.values(listeners)) all.clear()
    },
  }
}
