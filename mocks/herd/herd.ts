import { createGrazing, fenceMetres, type Doing } from './grazing.ts'
import { createOuting, type Outing } from './leaving.ts'
import { toMessages, type ReadingMessage, type SentReading } from './message.ts'
import { moveInside, round, toDegrees, type Place } from './plane.ts'
import { chance, createRandom } from './random.ts'
import type { HerdScene, SceneAnimal, SceneGateway } from './scene.ts'
import { createTroubles, type Leave, type TroubleLevel, type Troubles } from './troubles.ts'

/** Average reporting interval of a neckband. */
const reportIntervalMs = 5000
const jitterMs = 800
/** Time step of the simulation. */
const stepMs = 1000
/** After a longer pause (such as a laptop asleep) animals are placed where they should be, without walking there. */
const maxWalkMs = 10 * 60_000
/** Maximum position error. An animal inside never appears more than `outsideMetres` outside. */
const noiseMetres = 2.5
const outsideMetres = 0.8
/** Share of reports that no gateway receives. */
const lostShare = 0.03
/** Share of reports received by the further of a pen's two gateways: signal strength does not follow distance exactly. */
const furtherShare = 0.3

interface Walker {
  animal: SceneAnimal
  place: Place
  aim: Place
  doing: Doing
  leg: number
  metresPerSecond: number
  /** The animal stands still until this instant. */
  pauseUntil: number
  isMoving: boolean
  noise: Place
  nextAt: number
  /** For `history`: its last report was lost, so it reports again in the next step. */
  isOverdue: boolean
}

export interface HistoryStep {
  /** End of the step, when all its messages are sent. */
  at: number
  messages: ReadingMessage[]
  /** MACs of working gateways that heard nothing and only report their presence. */
  idleGateways: string[]
}

export interface Herd {
  scene: HerdScene
  troubles: Troubles
  /**
   * Advances the herd to an instant (epoch ms); an earlier one changes nothing.
   * @returns what the gateways heard since
   */
  advance(toAt: number): ReadingMessage[]
  /**
   * Simulates a period coarsely: one reading per neckband and interval, and one a minute for an animal that is outside. The last step ends at `to`,
   * and `advance` continues from there.
   * @param intervalMs interval of a neckband's readings, at least a minute
   * @param stepMs a whole fraction of `intervalMs` if the neckbands take turns, so that gateways are heard more often
   */
  history(from: number, to: number, intervalMs: number, stepMs?: number): Generator<HistoryStep>
}

export interface HerdOptions {
  /** Epoch ms. */
  startAt: number
  seed?: number
  /** Animals that leave at given instants, in addition to random ones. */
  leaves?: readonly { at: number; animal: number }[]
  level?: TroubleLevel
}

/** Creates a simulated herd. The same scene, options and instants give the same readings. */
export function createHerd(scene: HerdScene, { startAt, seed = scene.seed, leaves = [], level }: HerdOptions): Herd {
  const grazing = createGrazing(scene)
  const troubles = createTroubles(scene, leaves, level)
  const random = createRandom(seed ^ 0x5eed)
  let cursor = startAt
  let outing: { leave: Leave; way: Outing } | null = null

  const walkers = scene.animals.map((animal): Walker => {
    const { doing, place } = grazing.aim(animal, startAt, 0)
    return {
      animal,
      place: { ...place },
      aim: place,
      doing,
      leg: 0,
      metresPerSecond: 0,
      pauseUntil: startAt + random() * 20_000,
      isMoving: false,
      noise: { x: gaussian() * 0.8, y: gaussian() * 0.8 },
      nextAt: startAt + random() * reportIntervalMs,
      isOverdue: false,
    }
  })

  function gaussian(): number {
    return random() + random() + random() + random() - 2
  }

  /** Starts the walk outside that is due at an instant, and ends an older one. */
  const follow = (at: number) => {
    const leave = troubles.leave(at)
    if (!leave) outing = null
    else if (outing?.leave.from !== leave.from || outing.leave.animal !== leave.animal) {
      const walker = walkers[leave.animal.index]
      // A walk that began long ago starts where the animal should have been.
      const start =
        walker && at - leave.from < 2 * stepMs ? { ...walker.place } : grazing.aim(leave.animal, leave.from, 0).place
      outing = { leave, way: createOuting(leave, start) }
    }
  }

  const outsideAt = (animal: SceneAnimal, at: number) => (outing?.leave.animal === animal ? outing.way.at(at) : null)

  const walk = (walker: Walker, at: number) => {
    const outside = outsideAt(walker.animal, at)
    if (outside) {
      walker.place = outside
      walker.isMoving = true
      walker.pauseUntil = at
      return
    }
    if (at < walker.pauseUntil) return
    const { doing } = grazing.aim(walker.animal, at, walker.leg)
    const [dx, dy] = [walker.aim.x - walker.place.x, walker.aim.y - walker.place.y]
    const left = Math.hypot(dx, dy)
    if (left < 0.6 || doing !== walker.doing) {
      const arrived = doing === walker.doing
      walker.leg += 1
      const next = grazing.aim(walker.animal, at, walker.leg)
      walker.doing = next.doing
      walker.aim = next.place
      const far = Math.hypot(next.place.x - walker.place.x, next.place.y - walker.place.y)
      walker.metresPerSecond = far > 30 || doing === 'drinking' ? 0.5 + random() * 0.3 : 0.18 + random() * 0.4
      walker.isMoving = false
      if (arrived)
        walker.pauseUntil = at + (doing === 'grazing' ? 4000 + random() ** 2 * 70_000 : 60_000 + random() * 240_000)
      return
    }
    const stride = Math.min(left, (walker.metresPerSecond * stepMs) / 1000)
    const sway = (random() - 0.5) * 0.5
    const heading = Math.atan2(dy, dx) + sway
    walker.place.x += Math.cos(heading) * stride
    walker.place.y += Math.sin(heading) * stride
    walker.isMoving = true
    moveInside(walker.animal.pen.sides, walker.place, fenceMetres)
  }

  /** Returns the gateway that receives a report from a place. */
  const catcher = (gateways: readonly SceneGateway[], place: Place): SceneGateway | undefined => {
    const best = nearest(gateways, place)
    return gateways.length > 1 && random() < furtherShare ? gateways.find((gateway) => gateway !== best) : best
  }

  /** Returns the gateway that hears a neckband at a place, with its reading; null when none does. */
  const receiveReport = (
    walker: Walker,
    at: number,
    place: Place,
    isOutside: boolean,
  ): [SceneGateway, SentReading] | null => {
    const { animal, noise } = walker
    if (troubles.isSilent(animal, at)) return null
    const gateway = catcher(animal.pen.gateways, place)
    if (!gateway || troubles.isDown(gateway, at)) return null
    // Successive position errors are similar.
    noise.x = Math.max(-noiseMetres, Math.min(noiseMetres, noise.x * 0.93 + gaussian() * 0.55))
    noise.y = Math.max(-noiseMetres, Math.min(noiseMetres, noise.y * 0.93 + gaussian() * 0.55))
    const shown = { x: place.x + noise.x, y: place.y + noise.y }
    if (!isOutside) moveInside(animal.pen.sides, shown, -outsideMetres)
    const [longitude, latitude] = toDegrees(animal.farm.origin, shown)
    const metres = Math.hypot(place.x - gateway.place.x, place.y - gateway.place.y)
    const activity = walker.isMoving
      ? 0.35 + random() * 0.4
      : walker.doing === 'grazing'
        ? 0.12 + random() * 0.2
        : random() * 0.08
    const reading: SentReading = {
      neckband: animal.neckband,
      at: Math.round(at),
      longitude,
      latitude,
      accuracyM: round(2 + random() * 2.5, 10),
      rssi: Math.round(-46 - 20 * Math.log10(Math.max(1, metres)) + gaussian() * 4),
      battery: Math.round(troubles.battery(animal, at)),
      temperatureC: round(
        38.5 + 0.25 * Math.sin((at / 86_400_000) * 2 * Math.PI + animal.index) + gaussian() * 0.12,
        10,
      ),
      activity: round(activity, 100),
      moving: walker.isMoving,
      tamper: false,
    }
    return [gateway, reading]
  }

  /** Places an animal where it should be at an instant, without walking there. */
  const put = (walker: Walker, at: number, leg: number) => {
    const { doing, place } = grazing.aim(walker.animal, at, leg)
    walker.leg = leg
    walker.doing = doing
    walker.aim = place
    walker.place = { ...place }
    walker.isMoving = doing === 'grazing' && chance(walker.animal.index, leg, 81) < 0.5
    walker.pauseUntil = at + random() * 20_000
    walker.nextAt = at + random() * reportIntervalMs
  }

  return {
    scene,
    troubles,
    advance(toAt) {
      const heard = new Map<SceneGateway, SentReading[]>()
      if (toAt - cursor > maxWalkMs) {
        for (const walker of walkers) put(walker, toAt - stepMs, walker.leg + 1)
        cursor = toAt - stepMs
      }
      while (cursor < toAt) {
        const until = Math.min(toAt, (Math.floor(cursor / stepMs) + 1) * stepMs)
        const isWholeStep = until % stepMs === 0
        if (isWholeStep) follow(until)
        for (const walker of walkers) {
          if (isWholeStep) walk(walker, until)
          if (walker.nextAt > until) continue
          const at = walker.nextAt
          walker.nextAt += reportIntervalMs + (random() * 2 - 1) * jitterMs
          if (random() < lostShare) continue
          collect(heard, receiveReport(walker, at, walker.place, outsideAt(walker.animal, at) !== null))
        }
        cursor = until
      }
      return messagesOf(heard, toAt)
    },
    *history(from, to, intervalMs, stepMs = intervalMs) {
      const turns = Math.round(intervalMs / stepMs)
      for (let at = from + stepMs; ; at += stepMs) {
        const end = Math.min(at, to)
        const heard = new Map<SceneGateway, SentReading[]>()
        const step = Math.ceil(end / stepMs)
        // Live readings continue until a gateway fails. So all neckbands of its pen report in the step before.
        const failing = new Set(
          scene.pens.filter(({ gateways }) => gateways.some((gateway) => troubles.isDown(gateway, end + stepMs))),
        )
        const isDue = ({ animal, isOverdue }: Walker) =>
          isOverdue || (animal.index + step) % turns === 0 || failing.has(animal.pen)
        // At the end all animals are placed, so that `advance` continues from there.
        for (const walker of walkers) if (end >= to || isDue(walker)) put(walker, end, step)
        stray(heard, end - stepMs, end)
        for (const walker of walkers) {
          if (!isDue(walker)) continue
          const early = random() * Math.min(60_000, stepMs / 4)
          const outside = outsideAt(walker.animal, end)
          if (outside) walker.place = outside
          const caught = receiveReport(
            walker,
            Math.max(from, end - (outside ? 0 : early)),
            walker.place,
            outside !== null,
          )
          walker.isOverdue = caught === null
          collect(heard, caught)
        }
        cursor = end
        const idle = scene.gateways.filter((gateway) => !heard.has(gateway) && !troubles.isDown(gateway, end))
        yield { at: end, messages: messagesOf(heard, end), idleGateways: idle.map(({ mac }) => mac) }
        if (end >= to) return
      }
    },
  }

  /** Adds a reading each minute for the animal that is outside between two instants. */
  function stray(heard: Map<SceneGateway, SentReading[]>, from: number, to: number): void {
    for (let at = (Math.floor(from / 60_000) + 1) * 60_000; at < to - 60_000; at += 60_000) {
      follow(at)
      const walker = outing && walkers[outing.leave.animal.index]
      const outside = walker && outsideAt(walker.animal, at)
      if (walker && outside) {
        walker.isMoving = true
        collect(heard, receiveReport(walker, at, outside, true))
      }
    }
    follow(to)
  }
}

function nearest(gateways: readonly SceneGateway[], { x, y }: Place): SceneGateway | undefined {
  let best: SceneGateway | undefined
  let minMetres = Infinity
  for (const gateway of gateways) {
    const metres = Math.hypot(gateway.place.x - x, gateway.place.y - y)
    if (metres < minMetres) [best, minMetres] = [gateway, metres]
  }
  return best
}

function collect(heard: Map<SceneGateway, SentReading[]>, caught: [SceneGateway, SentReading] | null): void {
  if (!caught) return
  const [gateway, reading] = caught
  const readings = heard.get(gateway)
  if (readings) readings.push(reading)
  else heard.set(gateway, [reading])
}

function messagesOf(heard: Map<SceneGateway, SentReading[]>, sentAtMs: number): ReadingMessage[] {
  return [...heard].flatMap(([gateway, readings]) => toMessages(gateway.mac, sentAtMs, readings))
}
