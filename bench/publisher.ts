import {
  animalsPerFarm,
  animalsPerGateway,
  farms,
  finalStamp,
  gatewayOf,
  gatewaysPerFarm,
  homeOf,
  neckbandOf,
  probesPerFarm,
  source,
  stampMs,
} from './herd.ts'
import { makeTemplate, MqttSender, type Template } from './mqttSender.ts'
import { answer } from './processes.ts'

/** Messages to a process that simulates a share of the herd's gateways. */
export type PublisherAsk =
  /** `share` of `shares` selects the gateways; `batch` is 1 or 100 readings per message. */
  | { kind: 'open'; mqttPort: number; connections: number; share: number; shares: number; batch: number }
  /** Sends for some seconds: as fast as acknowledged, or at a rate. */
  | { kind: 'run'; seconds: number; readingsPerSecond: number | null; readingsInFlight: number }
  /** Sends every animal's last position. */
  | { kind: 'finish' }
  /** Returns only the figures. */
  | { kind: 'figures' }

export interface Published {
  /** All readings acknowledged since it was opened. */
  acknowledged: number
  /** Readings acknowledged per second in this run. */
  perSecond: number
  /** Readings acknowledged per second in the slowest ten seconds of this run. */
  slowestPerSecond: number
  cpuSeconds: number
}

interface Line {
  sender: MqttSender
  templates: Template[]
  next: number
}

let lines: Line[] = []
let probes: { sender: MqttSender; templates: Template[] } | null = null
let batch = 1
let pump: (line: Line) => void = () => {}

const reading = (farm: number, slot: number) => ({ neckband: neckbandOf(farm, slot), ...homeOf(farm, slot) })
const acknowledged = () =>
  lines.reduce((sum, { sender }) => sum + sender.messagesAcknowledged * batch, probes?.sender.messagesAcknowledged ?? 0)

function check(): void {
  for (const { sender } of lines) if (sender.failure) throw sender.failure
  if (probes?.sender.failure) throw probes.sender.failure
}

async function open(ask: Extract<PublisherAsk, { kind: 'open' }>): Promise<void> {
  batch = ask.batch
  const name = (i: number) => `bench-${ask.share}-${i}-${ask.batch}`
  for (let i = 0; i < ask.connections; i++) {
    const line: Line = {
      sender: await MqttSender.open(ask.mqttPort, name(i), source.name, source.secret, () => pump(line)),
      templates: [],
      next: 0,
    }
    lines.push(line)
  }
  // Alternates between farms, so that no farm's animals all report in one tick.
  let turn = 0
  for (let group = 0; group < farms * gatewaysPerFarm; group++) {
    if (group % ask.shares !== ask.share) continue
    const line = lines[turn++ % lines.length]!
    const [farm, gateway] = [group % farms, Math.floor(group / farms)]
    const slots = Array.from({ length: animalsPerGateway }, (_, i) => gateway * animalsPerGateway + i)
    for (let first = 0; first < slots.length; first += batch) {
      const readings = slots.slice(first, first + batch).map((slot) => reading(farm, slot))
      line.templates.push(makeTemplate(gatewayOf(farm, gateway), readings))
    }
  }
  if (ask.share !== 0) return
  const templates: Template[] = []
  for (let farm = 0; farm < farms; farm++) {
    for (let i = 0; i < probesPerFarm; i++) {
      templates.push(makeTemplate(gatewayOf(farm, 0), [reading(farm, animalsPerFarm + i)]))
    }
  }
  probes = { sender: await MqttSender.open(ask.mqttPort, name(-1), source.name, source.secret, () => {}), templates }
}

/** Starts the probes. Each reports every 0.4 to 0.8 s, at varying points of a tick. */
function startProbes(): () => void {
  const timers = new Set<NodeJS.Timeout>()
  for (const template of probes?.templates ?? []) {
    const speak = () => {
      probes?.sender.send([template], stampMs, null)
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          speak()
        },
        400 + Math.random() * 400,
      )
      timers.add(timer)
    }
    const timer = setTimeout(speak, Math.random() * 800)
    timers.add(timer)
  }
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}

async function runFor(seconds: number, readingsPerSecond: number | null, readingsInFlight: number) {
  const window = Math.max(1, Math.floor(readingsInFlight / batch / lines.length))
  const from = performance.now()
  const before = acknowledged()
  let sent = 0
  let running = true
  pump = (line) => {
    if (!running) return
    let room = window - line.sender.inFlight
    // Sends in chunks, since one message per write would cost mostly system calls.
    if (batch === 1 && room < window / 8) return
    if (readingsPerSecond !== null) {
      const allowed = ((performance.now() - from) / 1000) * readingsPerSecond - sent
      room = Math.min(room, Math.floor(allowed / batch))
    }
    if (room <= 0) return
    const templates: Template[] = []
    for (let i = 0; i < room; i++) templates.push(line.templates[line.next++ % line.templates.length]!)
    sent += room * batch
    line.sender.send(templates, stampMs, null)
  }
  const endProbes = startProbes()
  let first = 0
  const turn = () => {
    // Each connection in turn is the first to use the allowed rate.
    first++
    for (let i = 0; i < lines.length; i++) pump(lines[(first + i) % lines.length]!)
  }
  const timer = setInterval(turn, 2)
  turn()
  const samples: { at: number; count: number }[] = []
  let slowestPerSecond = Number.POSITIVE_INFINITY
  while (performance.now() - from < seconds * 1000) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    check()
    const now = { at: performance.now(), count: acknowledged() }
    samples.push(now)
    const past = samples.length > 100 ? samples.shift() : undefined
    if (past) slowestPerSecond = Math.min(slowestPerSecond, ((now.count - past.count) / (now.at - past.at)) * 1000)
  }
  running = false
  clearInterval(timer)
  endProbes()
  const perSecond = ((acknowledged() - before) / (performance.now() - from)) * 1000
  await drained()
  return { perSecond, slowestPerSecond: Math.min(slowestPerSecond, perSecond) }
}

async function drained(): Promise<void> {
  const busy = () => lines.some(({ sender }) => sender.inFlight > 0) || (probes?.sender.inFlight ?? 0) > 0
  for (let i = 0; i < 3000 && busy(); i++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    check()
  }
  if (busy()) throw new Error('the broker left messages unacknowledged for 30 s')
}

answer<PublisherAsk, Published>(async (ask) => {
  let rate = { perSecond: 0, slowestPerSecond: 0 }
  if (ask.kind === 'open') {
    for (const { sender } of lines) sender.close()
    probes?.sender.close()
    lines = []
    probes = null
    await open(ask)
  } else if (ask.kind === 'run') rate = await runFor(ask.seconds, ask.readingsPerSecond, ask.readingsInFlight)
  else if (ask.kind === 'finish') {
    for (const { sender, templates } of [...lines, ...(probes ? [probes] : [])])
      sender.send(templates, stampMs, finalStamp)
    await drained()
  }
  const { user, system } = process.cpuUsage()
  return { acknowledged: acknowledged(), ...rate, cpuSeconds: (user + system) / 1e6 }
})
