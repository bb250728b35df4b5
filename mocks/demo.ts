import { setInterval } from 'node:timers'
import { createHerd } from './herd/herd.ts'
import { createScene } from './herd/createScene.ts'
import type { ReadingMessage } from './herd/message.ts'
import { openParentClock, runUnder, type ParentClock } from './parentClock.ts'
import { signIn } from './calls.ts'
import { openPublisher, type Publisher } from './publish.ts'
import { createPlatformHerd, openPlatform } from './demo/platform.ts'
import { seedRecords } from './seedRecords.ts'

/**
 * Runs the demo's herd in a process of its own. It reaches the server only through its addresses, DROVER_URL and MQTT_URL.
 *
 *   --seed  creates the records by calls and publishes the history, under the parent's clock
 *   --live  publishes as gateways do, in real time, until the parent ends
 *
 * DEMO_KIND `platform` is the whole demo, whose people work on several loans; DEMO_AT is the last instant of its history. `herd` is one herd and one loan.
 */

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Shorter than the ten minutes after which a gateway counts as offline. The neckbands take turns in the steps. */
const stepMs = 9 * minuteMs
const coarseMs = 5 * stepMs
const isPlatform = process.env['DEMO_KIND'] === 'platform'
/** Parts of a second in which different gateways send, since real gateways are not synchronised either. */
const slices = 4

async function seed(clock: ParentClock): Promise<void> {
  const { from, to, borrowerOrgIds } = await clock.receive('start')
  const publisher = await openPublisher(addressOf('MQTT_URL'))
  const herd = isPlatform ? createPlatformHerd(from, to) : createHerd(createScene(), { startAt: from })
  const onMade = (animals: number) => void clock.send({ type: 'made', animals, of: herd.scene.animals.length })
  const { farmIds, keepUntil } = isPlatform
    ? await openPlatform({
        origin: addressOf('DROVER_URL'),
        outboxKey: process.env['OUTBOX_KEY'] ?? '',
        herd,
        from,
        to,
        onMade,
      })
    : { ...(await seedRecords(await signInManager(), herd.scene, borrowerOrgIds, onMade)), keepUntil: async () => {} }

  let readings = 0
  const lastDay = Math.max(from, to - dayMs)
  const publishSteps = async (since: number, until: number, intervalMs: number) => {
    if (since >= until) return
    for (const { at, messages, idleGateways } of herd.history(since, until, intervalMs, stepMs)) {
      await clock.moveTo(at)
      await Promise.all([publisher.publishAll(messages), publisher.publishIdle(idleGateways, at)])
      await keepUntil(at)
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

const signInManager = () =>
  signIn(addressOf('DROVER_URL'), process.env['DROVER_USER'] ?? 'pm', process.env['DROVER_PASSWORD'] ?? 'Demo2026')

function live(publisher: Publisher): void {
  const now = Date.now()
  const herd = isPlatform
    ? createPlatformHerd(now, Number(process.env['DEMO_AT'] ?? now))
    : createHerd(createScene(), { startAt: now })
  const sliceOf = new Map(herd.scene.gateways.map(({ mac, index }) => [mac, index % slices]))
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
