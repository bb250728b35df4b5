import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { maxImportRows } from '#contract/calls/imports.ts'
import { createAppAlerts } from './appAlerts.ts'
import { startAppJobs } from './appJobs.ts'
import { createAppRecords } from './appRecords.ts'
import { createAuthService } from '../auth/authService.ts'
import { createPasswords } from '../auth/passwords.ts'
import { createSecurityLog } from '../auth/securityLog.ts'
import { createSessions } from '../auth/sessions.ts'
import { createTextCleaner } from '../cleaner/textCleaner.ts'
import { type Clock, machineNow, machineSpan } from '../clock.ts'
import type { Context } from '../context.ts'
import { alertsSince } from '../db/alerts.ts'
import type { Sql } from '../db/connect.ts'
import { openCallPools } from '../db/pools.ts'
import { createCountedHeads } from '../db/projects/countedHeads.ts'
import { aheadOfDatabaseMs } from '../db/databaseTime.ts'
import { createJobClaims } from '../db/jobClaims.ts'
import type { WriterConnectionOptions } from '../db/readings/writerConnection.ts'
import { saveRejected } from '../db/readings/rejectedReadings.ts'
import { createReadingWriter } from '../db/readings/writer.ts'
import { createEvents } from '../events.ts'
import { Faults } from '../faults.ts'
import { Checkpoints } from '../herd/checkpoints.ts'
import { ClockWatch } from '../herd/clock/clockWatch.ts'
import { Herd } from '../herd/herd.ts'
import { createHerdView } from '../herd/herdView.ts'
import { Listening } from '../herd/listening/listening.ts'
import { Health } from '../http/health/health.ts'
import { addHealthRoutes } from '../http/health/healthRoutes.ts'
import { createHttpServer } from '../http/server.ts'
import { createMediaSizes } from '../http/site/mediaSizes.ts'
import { answerWithinMs } from '../http/within.ts'
import { addIngestRoutes } from '../ingest/listeners/http.ts'
import { brokerSource, openMqttListener } from '../ingest/listeners/mqtt.ts'
import { Pipeline } from '../ingest/pipeline.ts'
import type { QueueLimits } from '../ingest/queue.ts'
import { Rates } from '../ingest/rates.ts'
import { Receiver } from '../ingest/receiver.ts'
import { Rejections } from '../ingest/rejections/rejections.ts'
import { followSources } from '../ingest/sourceChanges.ts'
import { Jobs } from '../jobs.ts'
import { LiveHub } from '../live/hub.ts'
import { createSheetReader } from '../imports/sheetReader.ts'
import { createCameraFetch } from '../media/cameraFetch.ts'
import { createNetworkGuard } from '../media/networks.ts'
import { createMetrics } from '../metrics.ts'
import { createDelivery } from '../notify/delivery.ts'
import { transportsOf } from '../notify/transports.ts'
import { emitDeliveriesChanged } from '../resources/duty/dutyJobs.ts'
import { createRehearser } from '../rehearsal/rehearser.ts'
import { createImporter } from '../records/import/importer.ts'
import { readLiveAccess } from '../resources/account/admission.ts'
import { openFiles } from '../resources/files/openFiles.ts'
import { ReportedVersions } from '../resources/herd/devices/reportedVersions.ts'
import { herdImports } from '../resources/herd/imports/herdImports.ts'
import { hasOutbox, outboxKey } from '../resources/office/outbox.ts'
import { openSecrets } from '../secrets/secrets.ts'
import { secondFactorRolesOf, type Settings, urlOf } from '../settings.ts'
import { type Certificates, readCertificates, renewCertificates } from '../tls/certificates.ts'

export interface AppParts {
  settings: Settings
  /** Pool for the server's own work. */
  sql: Sql
  /** The database of `sql`, for the writer of readings and for calls. */
  database: WriterConnectionOptions
  clock: Clock
  log: Logger
  /** Folder of the built console. */
  distDir: string
  /** Certificates of the settings, if already read; default: read now. */
  certificates?: Certificates
  /** Limits of the ingest queue; default: the usual ones. */
  queue?: QueueLimits
  /** Whether this server only fills the demo: then it reports that it is not ready. */
  isSeeding?: boolean
  /** Whether the data is the demo's: then the server draws its pictures. */
  isDemo?: boolean
}

export interface App {
  http: FastifyInstance
  /** `http://host:port` and `mqtt://host:port`, or `https:` and `mqtts:`; with an outside broker, its address. */
  url: string
  mqttUrl: string
  /** Key of the local outbox; null when there is no readable outbox. */
  outboxKey: string | null
  /** Readings by result since the start. */
  totals: ReadonlyMap<string, number>
  /** Waits until all alert changes so far are in the database. */
  alertsSettled(): Promise<void>
  /** Reads the records again, after changes that did not come from a call. */
  recordsChanged(): Promise<void>
  stop(): Promise<void>
}

const hourMs = 3_600_000
/** Assembles the server on a migrated database, each part after its dependencies, and starts to listen. */
export async function startApp({
  settings,
  sql,
  database,
  clock,
  log,
  distDir,
  queue,
  isSeeding = false,
  isDemo = false,
  ...parts
}: AppParts): Promise<App> {
  const certificates = parts.certificates ?? (await readCertificates(settings))
  const events = createEvents(log)
  const metrics = createMetrics()
  const faults = new Faults(log, (place) => metrics.faults.inc({ place }))
  const rates = new Rates()
  const herd = new Herd()
  const listening = new Listening({
    sql,
    clock,
    herd,
    ...(settings.MQTT_URL !== undefined && { broker: brokerSource(settings.MQTT_URL) }),
  })
  const health = new Health(clock, { sql, target: database.target, dataDir: settings.DATA_DIR, events, listening })
  health.set('demo', !isSeeding)
  const jobs = new Jobs({ clock, log, claim: createJobClaims(sql), onRun: (run) => metrics.jobs.inc(run) })

  const records = createAppRecords({ sql, herd, log })
  const { alertStore, engine, rules, restoreAlerts } = createAppAlerts({ sql, herd, clock, events, log, faults })
  const refresh = () => rules.refresh().then(() => records.refresh())

  const writer = createReadingWriter(database)
  const rejections = new Rejections(
    () => herd.registry,
    (notes) => saveRejected(sql, notes),
  )
  const reportedVersions = new ReportedVersions()
  const pipeline = new Pipeline({
    log,
    faults,
    herd,
    writer,
    maxAgeMs: settings.MAX_READING_AGE_DAYS * 24 * hourMs,
    aheadMs: () => clock.aheadMs(),
    refresh,
    onReading: (device, isNewFix) => engine.onReading(device, isNewFix, clock.now()),
    onVersions: (neckbandId, versions) => reportedVersions.note(neckbandId, versions),
    onBatch: () => void alertStore.settle(),
    onStored: (counts, tallies, arrivedAt) => {
      rates.stored(counts, tallies, arrivedAt)
      for (const { result, count } of counts)
        metrics.readings.inc({ result: result === 'DUPLICATE' ? 'duplicate' : result }, count)
    },
    onRejected: (message, rejected, impossible) => rejections.note(message, rejected, impossible),
    onDatabase: (up) => health.setStoring(up),
    ...(queue && { limits: queue }),
  })
  records.follow(events, () => pipeline.nudge())
  events.on('rulesChanged', () => {
    rules.note()
    pipeline.nudge()
  })

  const clockWatch = new ClockWatch({
    wall: machineNow,
    span: machineSpan,
    aheadOfDatabaseMs: () => aheadOfDatabaseMs(sql),
    now: () => clock.now(),
    log,
  })
  const checkpoints = new Checkpoints({
    sql,
    clock,
    faults,
    herd,
    listening,
    // A driven clock is independent of the machine's clock.
    onFound: (keptAt) => clock.isReal() && clockWatch.noteStored(keptAt),
    onRecall: (device, isNewFix) => engine.recall(device, isNewFix, clock.now()),
    oldestWaitingAt: () => pipeline.oldestWaitingAt(),
  })
  await refresh()
  await restoreAlerts()
  await checkpoints.restore()

  const calls = openCallPools(database.target, answerWithinMs)
  const secrets = await openSecrets(settings.DATA_DIR)
  const files = await openFiles(sql, settings, log)
  const sizes = createMediaSizes({ dataDir: settings.DATA_DIR, log, files: files.store })
  const securityLog = createSecurityLog({ sql: calls.small, log })
  const sessions = createSessions({
    sql: calls.small,
    events,
    securityLog,
    secondFactorRoles: secondFactorRolesOf(settings),
    machineTime: () => machineNow() - clock.aheadMs(),
  })
  const passwords = createPasswords()
  const auth = createAuthService({
    sql: calls.small,
    secrets,
    log,
    sessions,
    passwords,
    securityLog,
    isLimited: !isSeeding,
  })
  const cleaner = createTextCleaner({ log })
  const reader = createSheetReader({ log, maxRows: maxImportRows })
  const rehearser = createRehearser({ sql, target: database.target, log })
  const imports = createImporter({
    sql: calls.imports,
    reader,
    events,
    clock,
    log,
    nouns: herdImports,
    context: () => context,
  })
  const scheme = certificates.http ? 'https' : 'http'
  /** Address of the server. Its port is final only after `listen`, when the settings leave it open. */
  const address = { url: urlOf(scheme, settings.HOST, settings.PORT) }
  const context: Context = {
    settings,
    sql: calls.small,
    clock,
    log,
    secrets,
    get publicUrl() {
      return (settings.PUBLIC_URL ?? address.url).replace(/\/+$/, '')
    },
    herd: createHerdView(herd, clock),
    countedHeads: createCountedHeads(),
    events,
    files: files.store,
    cameraFetch: createCameraFetch(createNetworkGuard(settings.CAMERA_NETWORKS)),
    cleaner,
    imports,
    rehearser,
    sessions,
    passwords,
    securityLog,
    auth,
  }
  const http = await createHttpServer(context, {
    distDir,
    certificate: certificates.http,
    costly: calls.costly,
    sizes,
    isSeeding,
    isDemo,
  })
  const receiver = new Receiver({ clock, registry: () => herd.registry, intake: pipeline, faults })
  await addIngestRoutes(http, { receiver, registry: () => herd.registry })
  addHealthRoutes(http, { health, faults, metrics, settings })
  const hub = new LiveHub(http.server, {
    clock,
    log,
    faults,
    events,
    herd,
    settings,
    admit: (token) => readLiveAccess(calls.small, sessions, token),
    alertsSince: (viewer, asOf) => alertsSince(calls.small, viewer, asOf),
    status: () => ({ ...health.screenStatus, ...(clockWatch.fault && clock.isReal() && { clock: clockWatch.fault }) }),
    rates: (farmIds) => rates.of(farmIds, (sourceId) => herd.registry.sources.get(sourceId)?.name),
    onFrames: (count) => {
      metrics.frames.inc(count)
      const waitedMs = rates.drainOldestWaitMs()
      if (waitedMs !== null) metrics.publishToFrame.observe(waitedMs / 1000)
    },
  })
  metrics.gauge('drover_ingest_queue_readings', 'Readings that wait to be stored.', () => pipeline.readingsWaiting)
  metrics.gauge(
    'drover_files_missing',
    'Files that rows name and that are not in the data directory.',
    () => files.missing,
  )
  metrics.gauge('drover_viewers', 'Open live connections.', () => hub.viewers)
  metrics.gauge('drover_alerts_open', 'Alerts that are active.', () => alertStore.count)

  const transports = transportsOf(settings)
  const delivery = createDelivery({
    sql,
    log,
    transports,
    onResult: (kind, result, count) => metrics.messages.inc({ kind, result }, count),
    onAlertsDelivered: emitDeliveriesChanged({ events }),
  })

  pipeline.start()

  const mqtt = await openMqttListener({
    settings,
    certificate: certificates.mqtt,
    log,
    receiver,
    registry: () => herd.registry,
    onState: (fault) => health.setBroker(fault),
    onGrant: (isGuaranteed) => {
      health.isBrokerReliable = isGuaranteed
    },
    onCutOff: (gatewayIds) => herd.markDisconnected(gatewayIds),
  })
  await http.listen({ port: settings.PORT, host: settings.HOST })
  address.url = urlOf(scheme, settings.HOST, portOf(http))
  // After `listen`, so that a process that cannot listen ends at once without unfinished work.
  startAppJobs(jobs, {
    context,
    settings,
    log,
    sql,
    herd,
    engine,
    pipeline,
    listening,
    checkpoints,
    rejections,
    reportedVersions,
    clockWatch,
    health,
    delivery: transports.length > 0 ? delivery : null,
    sessions,
    files,
    sizes,
    metrics,
    isSeeding,
  })
  const sourceChanges = followSources({
    target: database.target,
    events,
    whenCurrent: () => records.whenCurrent(),
    endRevoked: mqtt.endRevoked,
    log,
  })
  const show = ({ http: ofHttp, mqtt: ofMqtt }: Certificates) => {
    if (ofHttp && http.server instanceof TlsServer) http.server.setSecureContext(ofHttp)
    if (ofMqtt) mqtt.renew(ofMqtt)
  }
  jobs.start({
    name: 'certificates',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'each',
    run: () => renewCertificates(settings, log, show),
  })

  return {
    http,
    url: address.url,
    mqttUrl: mqtt.url,
    outboxKey: hasOutbox(settings) ? outboxKey(secrets) : null,
    totals: rates.totals,
    alertsSettled: () => alertStore.settle(),
    async recordsChanged() {
      events.emit('recordsChanged', { noun: 'farms' })
      await records.whenCurrent()
    },
    async stop() {
      await jobs.stop()
      await sourceChanges.close()
      await mqtt.close()
      // First stores and answers all waiting messages; after that, open connections need not be waited for.
      await pipeline.stop()
      await records.stop()
      await reportedVersions
        .save(context)
        .catch((error: unknown) => log.warn({ err: error }, 'versions that neckbands said last are not kept'))
      await rejections.save().catch((error: unknown) => log.warn({ err: error }, 'what was rejected last is not kept'))
      await Promise.all([hub.close(), http.close()])
      await rehearser.close()
      await imports.close()
      cleaner.close()
      delivery.close()
      await calls.close()
      await writer.close()
      await alertStore.settle()
      await checkpoints.saveLast().catch((error: unknown) => log.warn({ err: error }, 'no last checkpoint'))
    },
  }
}

function portOf(http: FastifyInstance): number {
  const address = http.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
