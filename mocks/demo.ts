import { setInterval } from 'node:timers'
import { createHerd } from './herd/herd.ts'
import { createScene } from './herd/createScene.ts'
import type { ReadingMessage } from './herd/message.ts'
import { openParentClock, runUnder, type ParentClock } from './parentClock.ts'
import { signIn } from './calls.ts'
import { openPublisher, type Publisher } from './publish.ts'
import { seedRecords } from './seedRecords.ts'

/**
 * Runs the demo's herd in a process of its own. It reaches the server only through its addresses, DROVER_URL and MQTT_URL.
 *
 *   --seed  creates the records by calls and publishes the history, under the parent's clock
 *   --live  publishes as gateways do, in real time, until the parent ends
 */

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Shorter than the ten minutes after which a gateway counts as offline. The neckbands take turns in the steps. */
const stepMs = 9 * minuteMs
const coarseMs = 5 * stepMs
/** Parts of a second in which different gateways send, since real gateways are not synchronised either. */
const slices = 4

async function seed(clock: ParentClock): Promise<void> {
  const { from, to, borrowerOrgIds } = await clock.receive('start')
  const scene = createScene()
  const call = await signIn(
    addressOf('DROVER_URL'),
    process.env['DROVER_USER'] ?? 'pm',
    process.env['DROVER_PASSWORD'] ?? 'Demo2026',
  )
  const publisher = await openPublisher(addressOf('MQTT_URL'))
  const farmIds = await seedRecords(call, scene, borrowerOrgIds)

  const herd = createHerd(scene, { startAt: from })
  let readings = 0
  const lastDay = Math.max(from, to - dayMs)
  const publishSteps = async (since: number, until: number, intervalMs: number) => {
    if (since >= until) return
    for (const { at, messages, idleGateways } of herd.history(since, until, intervalMs, stepMs)) {
      await clock.moveTo(at)
      await Promise.all([publisher.publishAll(messages), publisher.publishIdle(idleGateways, at)])
      for (const message of messages) readings += message.readings.length
    }
  }
  // The server learns a neckband's usual interval from its first readings, so these are closer together.
  const introductionEnd = Math.min(lastDay, from + 8 * stepMs)
  await publishSteps(from, introductionEnd, stepMs)
  await publishSteps(introductionEnd, lastDay, coarseMs)
  await publishSteps(lastDay, to, stepMs)
  await publisher.close()
  await clock.send({ type: 'seeded', farmIds, readings })
}

function live(publisher: Publisher): void {
  const scene = createScene()
  const herd = createHerd(scene, { startAt: Date.now() })
  const sliceOf = new Map(scene.gateways.map(({ mac, index }) => [mac, index % slices]))
  let waiting: ReadingMessage[] = []
  let slice = 0
  setInterval(() => {
    const now = Date.now()
    waiting.push(...herd.advance(now))
    slice = (slice + 1) % slices
    publisher.publishNow(
      mergeByGateway(
        waiting.filter(({ gateway }) => sliceOf.get(gateway) === slice),
        now,
      ),
    )
    waiting = waiting.filter(({ gateway }) => sliceOf.get(gateway) !== slice)
  }, 1000 / slices)
}

/** Merges messages into one for each gateway, with everything heard since its last. */
function mergeByGateway(messages: readonly ReadingMessage[], now: number): ReadingMessage[] {
  return [...Map.groupBy(messages, ({ gateway }) => gateway)].map(([gateway, parts]) => ({
    gateway,
    sentAt: new Date(now).toISOString(),
    readings: parts.flatMap(({ readings }) => readings).slice(-1000),
  }))
}

function addressOf(name: 'DROVER_URL' | 'MQTT_URL'): string {
  const address = process.env[name]
  if (!address) throw new Error(`${name} is not set`)
  return address
}

// A terminal's Ctrl-C reaches this process too, but the parent, if any, decides when it ends.
if (process.send) process.on('SIGINT', () => {})

if (process.argv.includes('--seed')) {
  const clock = openParentClock()
  await runUnder(clock, () => seed(clock))
} else {
  process.on('disconnect', () => process.exit())
  live(await openPublisher(addressOf('MQTT_URL'), true))
}
