import { connectAsync, type MqttClient } from 'mqtt'
import { io, type Socket } from 'socket.io-client'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type ClientEvents, livePath, type ServerEvents } from '#contract/live/live.ts'
import { animalsPerGateway, gatewayOf, homeOf, neckbandOf } from './herd.ts'
import { answer } from './processes.ts'

/** Messages to a process that simulates one site of few animals, a user who watches it, and a user who reads lists. */
export type QuietAsk =
  | {
      kind: 'open'
      webPort: number
      mqttPort: number
      token: string
      source: string
      secret: string
      farm: number
      farmId: number
    }
  | { kind: 'run'; seconds: number }

/** Durations in ms. */
export interface QuietTimes {
  /** From publishing a message to its acknowledgement. */
  acknowledged: number[]
  /** From publishing a reading until a viewer receives the alert it raises. */
  alerted: number[]
  /** Duration of calls. */
  answered: number[]
  /** Messages, alerts and calls without a result within 30 s. */
  lost: number
}

const messageIntervalMs = 100
const readingsPerMessage = 10
const alertIntervalMs = 1000
const callIntervalMs = 100
const lostMs = 30_000
const full = 90
const low = 5

let place: Extract<QuietAsk, { kind: 'open' }>
let gateway: MqttClient
let socket: Socket<ServerEvents, ClientEvents>
/** Resolvers that wait for the alert of an animal, by its tag. */
const expected = new Map<string, () => void>()
let turn = 0

async function open(ask: typeof place): Promise<void> {
  place = ask
  gateway = await connectAsync(`mqtt://127.0.0.1:${ask.mqttPort}`, {
    username: ask.source,
    password: ask.secret,
    clientId: 'quiet',
  })
  socket = io(`http://127.0.0.1:${ask.webPort}`, {
    path: livePath,
    transports: ['websocket'],
    auth: { token: ask.token },
  })
  socket.on('alerts', (alerts) => {
    for (const { kind, clearedAt, subjectName } of alerts)
      if (kind === 'LOW_BATTERY' && clearedAt === null) expected.get(subjectName)?.()
  })
  await new Promise<void>((resolve) => socket.once('farms', () => resolve()))
  await socket.emitWithAck('watch', { farms: [{ farmId: ask.farmId }] })
}

async function send(slots: readonly number[], battery: number): Promise<void> {
  const { farm } = place
  const readings = slots.map((slot) => {
    const { east, north } = homeOf(farm, slot)
    return {
      neckband: neckbandOf(farm, slot),
      at: Date.now(),
      longitude: east / 1e6,
      latitude: north / 1e6,
      accuracyM: 4,
      rssi: -70,
      battery,
    }
  })
  await gateway.publishAsync(
    `ingest/json/${gatewayOf(farm, 0)}`,
    JSON.stringify({ gateway: gatewayOf(farm, 0), readings }),
    { qos: 1 },
  )
}

/** Runs work at fixed intervals, without waiting for earlier runs. Runs longer than `lostMs` count as lost. */
async function runAtInterval(
  seconds: number,
  intervalMs: number,
  work: (beat: number) => Promise<void>,
): Promise<{ times: number[]; lost: number }> {
  const times: number[] = []
  let lost = 0
  const pending: Promise<void>[] = []
  const from = performance.now()
  for (let beat = 0; performance.now() - from < seconds * 1000; beat++) {
    const began = performance.now()
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('lost')), lostMs).unref())
    pending.push(
      Promise.race([work(beat), late]).then(
        () => void times.push(performance.now() - began),
        () => void lost++,
      ),
    )
    const next = from + (beat + 1) * intervalMs - performance.now()
    if (next > 0) await new Promise((resolve) => setTimeout(resolve, next))
  }
  await Promise.all(pending)
  return { times, lost }
}

/** Makes the next animal's battery low, then charges it again before its next turn. */
async function raise(): Promise<void> {
  const slot = animalsPerGateway + (turn++ % animalsPerGateway)
  const tag = `${place.farm}-${slot}`
  const raised = new Promise<void>((resolve) => expected.set(tag, resolve))
  await send([slot], low)
  await raised
  expected.delete(tag)
  await send([slot], full)
}

const calls = [
  [endpoints.animals.list.path, { pageSize: 20 }],
  [endpoints.alerts.list.path, { pageSize: 20, state: 'ACTIVE' }],
  [endpoints.neckbands.list.path, { pageSize: 20 }],
  [endpoints.headcounts.at.path, {}],
] as const

async function ask(beat: number): Promise<void> {
  const [path, input] = calls[beat % calls.length] ?? calls[0]
  const body = JSON.stringify({ ...input, farmId: place.farmId })
  const headers = {
    'content-type': 'application/json',
    'x-auth-token': place.token,
    'x-auth-timestamp': String(Date.now()),
  }
  const response = await fetch(`http://127.0.0.1:${place.webPort}${path}`, { method: 'POST', headers, body })
  await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
}

answer<QuietAsk, QuietTimes>(async (message) => {
  if (message.kind === 'open') {
    await open(message)
    return { acknowledged: [], alerted: [], answered: [], lost: 0 }
  }
  const slots = Array.from({ length: readingsPerMessage }, (_, slot) => slot)
  const runs = await Promise.all([
    runAtInterval(message.seconds, messageIntervalMs, () => send(slots, full)),
    runAtInterval(message.seconds, alertIntervalMs, raise),
    runAtInterval(message.seconds, callIntervalMs, ask),
  ])
  const [acknowledged, alerted, answered] = runs.map(({ times }) => times) as [number[], number[], number[]]
  return { acknowledged, alerted, answered, lost: runs.reduce((sum, { lost }) => sum + lost, 0) }
})
