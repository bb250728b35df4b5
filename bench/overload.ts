import { atShare, withQuietSite, type Site } from './import/felt.ts'
import { startWorker } from './processes.ts'
import type { Published, PublisherAsk } from './publisher.ts'
import { count, goal, type Section } from './report.ts'

const limits = { acknowledgedMs: 1000, alertedMs: 2000, answeredMs: 500, megabytes: 600 }
/** Rate of the flood, as a multiple of the stored readings per second. */
const floodFactor = 10
/** Half of the farms, without the one of the quiet site. */
const flood = { connections: 16, share: 1, shares: 2 }

interface OverloadOptions {
  seconds: number
}

interface Measured {
  name: string
  /** Readings of the flood stored per second. */
  storedPerSecond: number
  acknowledgedP99: number
  acknowledgedMost: number
  alertedP99: number
  alertedMost: number
  answeredP99: number
  answeredMost: number
  lost: number
  megabytes: number
  samples: string
}

/** Measures the quiet source and calls for some seconds. */
async function measure(
  name: string,
  { product, runQuiet }: Site,
  seconds: number,
  storedPerSecond: number,
): Promise<Measured> {
  let megabytes = 0
  const sampler = setInterval(() => {
    megabytes = Math.max(megabytes, product.memory().server)
  }, 500)
  try {
    const { acknowledged, alerted, answered, lost } = await runQuiet(seconds)
    return {
      name,
      storedPerSecond,
      acknowledgedP99: atShare(acknowledged, 0.99),
      acknowledgedMost: atShare(acknowledged, 1),
      alertedP99: atShare(alerted, 0.99),
      alertedMost: atShare(alerted, 1),
      answeredP99: atShare(answered, 0.99),
      answeredMost: atShare(answered, 1),
      lost,
      megabytes,
      samples: `${acknowledged.length} / ${alerted.length} / ${answered.length}`,
    }
  } finally {
    clearInterval(sampler)
  }
}

/** Floods from one source at ten times the stored rate, and measures the effect on another source, its alerts, other users' calls and memory. */
export function benchOverload({ seconds }: OverloadOptions): Promise<Section> {
  return withQuietSite(async (site) => {
    const measured = [await measure('nothing (control)', site, seconds / 2, 0)]
    for (const batch of [100, 1]) {
      console.log(`a flood of ${batch} readings a message …`)
      measured.push(await underFlood(site, batch, seconds))
    }
    return sectionOf(measured, seconds)
  })
}

async function underFlood(site: Site, batch: number, seconds: number): Promise<Measured> {
  const publisher = startWorker<PublisherAsk, Published>('./publisher.ts')
  try {
    await publisher.ask({ kind: 'open', mqttPort: site.product.mqttPort, batch, ...flood })
    const { perSecond } = await publisher.ask({
      kind: 'run',
      seconds: 5,
      readingsPerSecond: null,
      readingsInFlight: batch === 1 ? 8_000 : 40_000,
    })
    // Ten seconds' worth of stored readings is always unacknowledged, and new readings come ten times as fast as they are stored.
    const readingsInFlight = Math.min(perSecond * floodFactor, batch * 60_000 * flood.connections)
    const flooded = publisher.ask({
      kind: 'run',
      seconds: seconds + 3,
      readingsPerSecond: perSecond * floodFactor,
      readingsInFlight,
    })
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const figures = await measure(`${batch} a message`, site, seconds, 0)
    return { ...figures, storedPerSecond: (await flooded).perSecond }
  } finally {
    publisher.end()
  }
}

function sectionOf(measured: Measured[], seconds: number): Section {
  const row = (name: string, cell: (one: Measured) => string) => [name, ...measured.map(cell)]
  return {
    title: `One source floods at ${floodFactor} times what is stored, ${seconds} s each`,
    head: ['', ...measured.map(({ name }) => name)],
    rows: [
      row('readings of the flood stored a second', ({ storedPerSecond }) => count(storedPerSecond)),
      row('another source: acknowledged p99, ms', ({ acknowledgedP99 }) => count(acknowledgedP99)),
      row('goal', ({ acknowledgedP99 }) => goal(acknowledgedP99, { atMost: limits.acknowledgedMs })),
      row('… at most', ({ acknowledgedMost }) => count(acknowledgedMost)),
      row('its alert at a viewer p99, ms', ({ alertedP99 }) => count(alertedP99)),
      row('goal', ({ alertedP99 }) => goal(alertedP99, { atMost: limits.alertedMs })),
      row('… at most', ({ alertedMost }) => count(alertedMost)),
      row('calls p99, ms', ({ answeredP99 }) => count(answeredP99)),
      row('goal', ({ answeredP99 }) => goal(answeredP99, { atMost: limits.answeredMs })),
      row('… at most', ({ answeredMost }) => count(answeredMost)),
      row('messages, alerts, calls lost', ({ lost }) => (lost === 0 ? '✓ 0' : `✗ ${lost}`)),
      row('server’s memory at most, MB', ({ megabytes }) => count(megabytes)),
      row('goal', ({ megabytes }) => goal(megabytes, { atMost: limits.megabytes })),
      row('messages / alerts / calls measured', ({ samples }) => samples),
    ],
    notes: [
      'The flood: MQTT QoS 1 over 16 connections of one source, always as much on its way as is stored in ten seconds. The other source sends 10 readings each 100 ms and lets one battery run low each second; its alert is timed from the publishing of the reading to the event at a viewer. The calls: animals, open alerts, neckbands and a headcount in turn, ten a second.',
    ],
    figures: Object.fromEntries(
      measured.flatMap(({ name, samples: _samples, ...figures }) =>
        Object.entries(figures).map(([what, value]) => [`overload.${name}.${what}`, value] as const),
      ),
    ),
  }
}
