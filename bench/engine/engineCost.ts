import { loadavg } from 'node:os'
import { pino } from 'pino'
import { ruleKinds, type RuleKind } from '#contract/alerts/alertKinds.ts'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import { AlertStore, type AlertWriter } from '../../server/alerts/alertStore.ts'
import { AlertEngine, rulesPeriodMs } from '../../server/alerts/engine.ts'
import type { HerdRecords } from '../../server/db/herdRecords.ts'
import { Herd, type Heard } from '../../server/herd/herd.ts'
import { type Device, buildRegistry } from '../../server/herd/registry.ts'
import { animalsPerFarm, farms, homeOf } from '../herd.ts'
import { count, type Section } from '../report.ts'

/** The kinds of the product's first version. */
export const firstKinds: readonly RuleKind[] = [
  'NECKBAND_SILENT',
  'SITE_OUTAGE',
  'GATEWAY_OFFLINE',
  'LEFT_PEN',
  'LOW_BATTERY',
]

const rounds = 3
const perSecond = 100_000
const readingsOfRun = 2_000_000
/** Average reporting interval of an animal, ms of herd time. */
const reportIntervalMs = 5000

const squareOf = (west: number, south: number, degrees: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [west + degrees, south],
      [west + degrees, south + degrees],
      [west, south + degrees],
      [west, south],
    ].map(([x = 0, y = 0]): [number, number] => [x, y]),
  ],
})

/** The herd of the pipe benchmark, in memory only: 12 farms with 4 pens and 1,000 animals each. */
function createHerdRecords(): HerdRecords {
  const range = (length: number) => Array.from({ length }, (_, i) => i)
  const west = (farm: number) => 112 + farm * 0.5
  return {
    farms: range(farms).map((farm) => ({
      id: farm + 1,
      name: `Bench ${farm + 1}`,
      supervisorOrgId: 1,
      windowMinutes: 60,
      timeZone: 'Asia/Shanghai',
      projects: [],
      insured: [],
      boundary: squareOf(west(farm), 43, 0.1),
    })),
    pens: range(farms).flatMap((farm) =>
      range(4).map((pen) => ({
        id: farm * 4 + pen + 1,
        farmId: farm + 1,
        name: `Pen ${pen + 1}`,
        capacity: 300,
        zone: null,
        polygon: squareOf(west(farm) + (pen % 2) * 0.05 + 0.005, 43 + Math.floor(pen / 2) * 0.05 + 0.005, 0.04),
      })),
    ),
    gateways: range(farms).map((farm) => ({
      id: farm + 1,
      mac: `G${farm}`,
      name: null,
      farmId: farm + 1,
      penId: null,
      heardAt: null,
    })),
    animals: range(farms * animalsPerFarm).map((n) => {
      const [farm, slot] = [Math.floor(n / animalsPerFarm), n % animalsPerFarm]
      return {
        id: n + 1,
        farmId: farm + 1,
        penId: farm * 4 + (slot % 4) + 1,
        visualTag: String(n),
        neckbandId: n + 1,
        deviceId: `N${n}`,
        pairedAt: 0,
        pledgedTo: null,
      }
    }),
    spares: [],
    sources: [],
  }
}

const nothingWritten: AlertWriter = { raise: () => Promise.resolve([]), clear: () => Promise.resolve([]) }
const off = (kind: RuleKind): AlertRule => ({
  id: 0,
  version: 0,
  kind,
  scope: 'PLATFORM',
  scopeId: null,
  severity: 'INFO',
  enabled: false,
  parameters: {},
  schedule: null,
})

/** @returns µs per reading, recorded in the herd and judged; and ms per tick, which judges everything */
async function run(kinds: readonly RuleKind[]): Promise<{ heard: number; ticks: number }> {
  const herd = new Herd()
  herd.registry = buildRegistry(createHerdRecords(), herd.registry)
  const engine = new AlertEngine(herd, new AlertStore(nothingWritten, pino({ level: 'silent' }), () => {}))
  engine.useRules(ruleKinds.filter((kind) => !kinds.includes(kind)).map(off))
  herd.listeningSinceAt = 0
  const devices: Device[] = [...herd.registry.deviceOfNeckband.values()]
  const gateways = [...herd.registry.gateways.values()]
  const homes = devices.map((_, n) => homeOf(Math.floor(n / animalsPerFarm), n % animalsPerFarm))
  const reading: Heard = {
    at: 0,
    longitude: 0,
    latitude: 0,
    accuracyM: 3,
    rssi: -60,
    battery: 80,
    temperatureC: 38.5,
    activity: 0.3,
    moving: true,
    tamper: false,
  }
  let [heardMs, ticksMs, ticks] = [0, 0, 0]
  const from = Date.UTC(2026, 4, 1)
  for (let done = 0; done < readingsOfRun;) {
    const began = performance.now()
    const until = done + Math.round((devices.length * rulesPeriodMs) / reportIntervalMs)
    for (; done < until; done++) {
      const n = done % devices.length
      const device = devices[n] as Device
      const gateway = gateways[device.herd.id - 1]
      const home = homes[n] as { east: number; north: number }
      reading.at = from + Math.floor((done * reportIntervalMs) / devices.length)
      reading.longitude = (home.east + (done % 97)) / 1e6
      reading.latitude = (home.north + (done % 89)) / 1e6
      reading.rssi = -60 - (done % 7)
      reading.moving = done % 3 !== 0
      if (gateway) herd.hearGateway(gateway, reading.at)
      engine.onReading(device, herd.hear(device, gateway, reading), reading.at)
    }
    const between = performance.now()
    heardMs += between - began
    await engine.tick(reading.at)
    ticks++
    ticksMs += performance.now() - between
  }
  return { heard: (heardMs * 1000) / readingsOfRun, ticks: ticksMs / ticks }
}

/** Measures the cost of judging a reading in memory, with all kinds and with the first five. Takes the fastest of several alternating rounds. */
export async function benchEngine(): Promise<Section> {
  const sides = [
    { name: 'all', kinds: [...ruleKinds] },
    { name: 'first', kinds: [...firstKinds] },
  ] as const
  const best = new Map<string, { heard: number; ticks: number }>()
  for (let round = 0; round < rounds; round++) {
    for (const { name, kinds } of sides) {
      const cost = await run(kinds)
      const before = best.get(name) ?? cost
      best.set(name, { heard: Math.min(before.heard, cost.heard), ticks: Math.min(before.ticks, cost.ticks) })
    }
  }
  const [all, first] = [best.get('all'), best.get('first')]
  const figures = [all?.heard, all?.ticks, first?.heard, first?.ticks].map((one) => one ?? Number.NaN)
  const [allHeard = 0, allTicks = 0, firstHeard = 0, firstTicks = 0] = figures
  const micros = (value: number) => value.toFixed(2)
  /** Adds a reading's share of the ticks, at `perSecond` readings. */
  const all100 = (heard: number, ticks: number) => heard + (ticks * 1000) / ((rulesPeriodMs / 1000) * perSecond)
  return {
    title: 'What the alert engine costs',
    head: ['', `all ${ruleKinds.length} kinds`, 'the first five', 'more'],
    rows: [
      [
        'a reading taken into the herd and judged, µs',
        micros(allHeard),
        micros(firstHeard),
        micros(allHeard - firstHeard),
      ],
      [
        `a tick, each ${rulesPeriodMs / 1000} s, ms`,
        allTicks.toFixed(1),
        firstTicks.toFixed(1),
        (allTicks - firstTicks).toFixed(1),
      ],
      [
        `both, at ${count(perSecond)} readings/s, µs a reading`,
        ...[
          all100(allHeard, allTicks),
          all100(firstHeard, firstTicks),
          all100(allHeard, allTicks) - all100(firstHeard, firstTicks),
        ].map(micros),
      ],
    ],
    notes: [
      `The herd and the engine alone, on one core: 12,000 animals that report every ${reportIntervalMs / 1000} s with position, strength, battery, temperature and movement, ${readingsOfRun / 1e6} million readings, the fastest of ${rounds} rounds in turns. Load of the machine: ${loadavg()[0]?.toFixed(1)}. The first five are ${firstKinds.join(', ')}.`,
    ],
    figures: { 'engine.all.micros': all100(allHeard, allTicks), 'engine.first.micros': all100(firstHeard, firstTicks) },
  }
}
