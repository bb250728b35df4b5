import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { AlertStore } from './alerts/alertStore.ts'
import { AlertEngine, rulesPeriodMs } from './alerts/engine.ts'
import { machineNow } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Context } from './context.ts'
import type { Sql } from './db/connect.ts'
import { readHerdRecords } from './db/herdRecords.ts'
import { deleteExpired, outagesSince } from './db/housekeeping.ts'
import { createReadingWriter } from './db/readings/writer.ts'
import type { LaneOptions } from './db/readings/lane.ts'
import { Health } from './http/health.ts'
import { Checkpoints, checkpointMs } from './herd/checkpoints.ts'
import { createEvents, type EventPayloads } from './events.ts'
import { Herd } from './herd/herd.ts'
import { createHerdView } from './herd/herdView.ts'
import { layOutRegistry, sparesFarmId } from './herd/registry.ts'
import { createHttpServer } from './http/server.ts'
import { openHttpListener } from './ingest/listeners/http.ts'
import { openMqttBroker } from './ingest/listeners/mqttBroker.ts'
import { openMqttSubscriber } from './ingest/listeners/mqttSubscriber.ts'
import { Pipeline } from './ingest/pipeline.ts'
import type { QueueLimits } from './ingest/queue.ts'
import { Rates } from './ingest/rates.ts'
import { LiveHub } from './live/hub.ts'
import { createMetrics } from './metrics.ts'
import { transportsOf } from './notify/transports.ts'
import { openDelivery } from './notify/delivery.ts'
import { allRules } from './resources/alertRules.ts'
import { alertsSince, clearAlert, openAlerts, raiseAlert } from './resources/alerts.ts'
import { deleteExpiredRegistrations } from './resources/registration/housekeeping.ts'
import { deleteOldNotices } from './resources/office/notices.ts'
import { sampleStepMinutes, writeHeadcountSamples } from './resources/herd/headcountHistory.ts'
import { visibleFarmIds } from './resources/visibility.ts'
import { openSecrets } from './secrets.ts'
import { createSessions } from './auth/sessions.ts'
import { type Settings, urlOf } from './settings.ts'
import { addHealthRoutes } from './http/healthRoutes.ts'
import { monitorRoles } from '#contract/roles.ts'

export interface AppParts {
  settings: Settings
  sql: Sql
  /** The same database, for the writer of readings. */
  database: LaneOptions
  clock: Clock
  log: Logger
  /** Where the built console lies. */
  distDir: string
  /** What may wait to be stored; as much as is good unless told. */
  queue?: QueueLimits
  /** Whether this server is there to be filled with the demo: it is ready for nobody else. */
  isSeeding?: boolean
}

export interface App {
  http: FastifyInstance
  /** `http://host:port` and `mqtt://host:port` (the outside broker's address when there is one). */
  url: string
  mqttUrl: string
  /** Readings by what they came to, since the start. */
  totals: ReadonlyMap<string, number>
  /** Reads the records again, after they were changed by other means than a call. */
  recordsChanged(): Promise<void>
  stop(): Promise<void>
}

const minuteMs = 60_000
/** The nouns whose records the herd is laid out by. */
const herdNouns: ReadonlySet<EventPayloads['recordsChanged']['noun']> = new Set(['farms', 'pens', 'gateways', 'animals', 'neckbands', 'sources'])
const rememberOutagesMs = 48 * 60 * minuteMs
/** The source that readings of an outside broker count for when its address names no user. */
const brokerSourceName = 'broker'

/** Puts the server together on a database that is migrated, and opens its doors. */
export async function startApp({ settings, sql, database, clock, log, distDir, queue, isSeeding = false }: AppParts): Promise<App> {
  const events = createEvents(log)
  const sessions = createSessions({ sql, events })
  const herd = new Herd()
  const health = new Health(clock, sql, settings.DATA_DIR)
  health.set('demo', !isSeeding)
  const rates = new Rates()
  /** How often records changed, and how many of the changes are in force. */
  let recordChanges = 1
  let recordsRead = 0
  let rulesDirty = true
  let hub: LiveHub | undefined

  const alertStore = new AlertStore(
    {
      raise: ({ subject, ...alert }) =>
        raiseAlert(sql, {
          ...alert,
          subjectType: subject.type,
          subjectId: subject.id,
          subjectName: subject.name,
          farmId: subject.farmId,
          penId: subject.penId,
          animalId: subject.animalId,
        }),
      clear: (id, at, why) => clearAlert(sql, id, at, why),
    },
    log,
    (alerts) => events.emit('alertsChanged', { alerts }),
  )
  const engine = new AlertEngine(herd, alertStore)

  const refresh = async () => {
    if (rulesDirty) {
      rulesDirty = false
      await allRules(sql).then((rules) => engine.useRules(rules), (error: unknown) => {
        rulesDirty = true
        throw error
      })
    }
    if (recordsRead === recordChanges) return
    const upTo = recordChanges
    herd.registry = layOutRegistry(await readHerdRecords(sql), herd.registry)
    recordsRead = upTo
  }

  const writer = createReadingWriter(database)
  const pipeline = new Pipeline({
    clock,
    log,
    herd,
    writer,
    maxAgeMs: settings.MAX_READING_AGE_DAYS * 24 * 60 * minuteMs,
    refresh,
    onHeard: (device, at, isNewFix) => engine.heard(device, at, isNewFix, clock.now()),
    onBatch: () => alertStore.settle(),
    onStored: (counts, arrivedAt) => {
      rates.stored(counts, arrivedAt)
      for (const { result, count } of counts) metrics.readings.inc({ result: result === 'DUPLICATE' ? 'duplicate' : result }, count)
    },
    onDatabase: (up) => health.setStoring(up),
    ...(queue && { limits: queue }),
  })
  const metrics = createMetrics({
    readingsWaiting: () => pipeline.readingsWaiting,
    viewers: () => hub?.viewers ?? 0,
    alertsOpen: () => alertStore.count,
  })

  await refresh()
  const checkpoints = new Checkpoints({
    sql,
    clock,
    herd,
    onHeard: (device, at, isNewFix) => engine.heard(device, at, isNewFix, clock.now()),
    oldestWaitingAt: () => pipeline.oldestWaitingAt(),
  })
  alertStore.load(
    (await openAlerts(sql)).map(({ id, kind, subjectType, subjectId, farmId, sinceAt, raisedAt }) => ({
      id,
      kind,
      subject: { type: subjectType, id: subjectId, farmId },
      sinceAt,
      raisedAt: Date.parse(raisedAt),
    })),
  )
  engine.restoreOutages(await outagesSince(sql, clock.now() - rememberOutagesMs))
  await checkpoints.restore()

  const context: Context = {
    settings,
    sql,
    clock,
    log,
    secrets: await openSecrets(settings.DATA_DIR),
    publicUrl: (settings.PUBLIC_URL ?? urlOf('http', settings.HOST, settings.PORT)).replace(/\/+$/, ''),
    herd: createHerdView(herd, clock),
    events,
  }
  events.on('recordsChanged', ({ noun }) => {
    if (!herdNouns.has(noun)) return
    recordChanges++
    pipeline.nudge()
  })
  events.on('rulesChanged', () => {
    rulesDirty = true
    pipeline.nudge()
  })
  const http = await createHttpServer(context, { distDir, sessions })
  await openHttpListener(http, { pipeline, registry: () => herd.registry })
  addHealthRoutes(http, { health, metrics, settings })

  hub = new LiveHub(http.server, {
    clock,
    log,
    events,
    herd,
    admit: async (token) => {
      const caller = await sessions.authenticate(token)
      if (!caller) return null
      const { tokenHash, userId, role, twoFactorDue } = caller
      const mayMonitor = monitorRoles.some((one) => one === role) && !twoFactorDue
      return { tokenHash, userId, farmIds: mayMonitor ? await visibleFarmIds(sql, caller) : [] }
    },
    alertsSince: (farmIds, changeId) => alertsSince(sql, farmIds, changeId),
    status: () => ({ ...rates.perSecond(), database: health.parts.database, broker: health.parts.broker }),
    onFrames: (count) => {
      metrics.frames.inc(count)
      const waitedMs = rates.takeOldestShown()
      if (waitedMs !== null) metrics.publishToFrame.observe(waitedMs / 1000)
    },
  })
  const live = hub

  const post = openDelivery({ sql, log, transports: transportsOf(settings), onResult: (kind, result, count) => metrics.messages.inc({ kind, result }, count) })
  pipeline.start()
  const mqtt = await openMqtt({ settings, sql, log, herd, pipeline, health })
  const attempt = (name: string, work: () => Promise<unknown>) => async () => {
    await work().catch((error: unknown) => log.warn({ error }, `${name} waits for the database`))
  }
  const timers = [
    setInterval(attempt('the checkpoint', () => checkpoints.save()), checkpointMs),
    setInterval(attempt('the sweep of sessions', () => sessions.sweep()), minuteMs),
    setInterval(attempt('housekeeping', () => deleteExpiredRegistrations(sql, machineNow())), 60 * minuteMs),
    setInterval(attempt('housekeeping', () => deleteOldNotices(sql, machineNow())), 60 * minuteMs),
  ]
  const ends = [
    clock.every(rulesPeriodMs, (now) => engine.tick(now)),
    clock.every(sampleStepMinutes * minuteMs, (now) => attempt('the headcount', () => sampleHeadcounts(sql, herd, now))()),
    clock.every(60 * minuteMs, (now) => attempt('housekeeping', () => deleteExpired(sql, now))()),
  ]
  await http.listen({ port: settings.PORT, host: settings.HOST })

  return {
    http,
    url: urlOf('http', settings.HOST, portOf(http)),
    mqttUrl: mqtt.url,
    totals: rates.totals,
    async recordsChanged() {
      events.emit('recordsChanged', { noun: 'farms' })
      while (recordsRead < recordChanges) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      for (const end of ends) end()
      await mqtt.close()
      // What waits is stored and answered first; after that no connection is worth waiting for.
      await pipeline.stop()
      await Promise.all([live.close(), http.close()])
      await post.stop()
      await writer.close()
      await alertStore.settle()
      await checkpoints.save().catch((error: unknown) => log.warn({ error }, 'no last checkpoint'))
      health.stop()
    },
  }
}

async function sampleHeadcounts(sql: Sql, herd: Herd, now: number): Promise<void> {
  const samples = [...herd.registry.farms.values()].flatMap(({ id, windowMinutes }) => {
    if (id === sparesFarmId) return []
    const counts = herd.headcount(id, now, windowMinutes)
    return counts && counts.ledger > 0 ? [{ farmId: id, at: now, windowMinutes, ledger: counts.ledger, heard: counts.heard, unverified: counts.unverified }] : []
  })
  if (samples.length > 0) await writeHeadcountSamples(sql, samples)
}

interface MqttParts {
  settings: Settings
  sql: Sql
  log: Logger
  herd: Herd
  pipeline: Pipeline
  health: Health
}

async function openMqtt({ settings, log, herd, pipeline, health }: MqttParts): Promise<{ url: string; close(): Promise<void> }> {
  if (settings.MQTT_URL === undefined) {
    const broker = await openMqttBroker({ host: settings.HOST, port: settings.MQTT_PORT, pipeline, registry: () => herd.registry, log })
    health.set('broker', true)
    return { url: urlOf('mqtt', settings.HOST, broker.port), close: broker.close }
  }
  const { username } = new URL(settings.MQTT_URL)
  const name = username === '' ? brokerSourceName : decodeURIComponent(username)
  const subscriber = openMqttSubscriber({
    url: settings.MQTT_URL,
    clientId: `drover-${settings.PORT}`,
    source: () => [...herd.registry.sources.values()].find((source) => source.name === name),
    pipeline,
    log,
    onState: (fault) => health.setBroker(fault),
  })
  return { url: settings.MQTT_URL, close: subscriber.close }
}

function portOf(http: FastifyInstance): number {
  const address = http.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
