import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { type BrokerFault, brokerFaults } from '#contract/live/live.ts'
import type { App } from '../app/app.ts'
import { createClock } from '../clock.ts'
import { openDatabase } from '../db/open/database.ts'
import { hasCluster } from '../db/embedded/cluster.ts'
import { giveUpRoot } from '../db/embedded/giveUpRoot.ts'
import { readMarks } from '../db/marks.ts'
import { demoPassword, demoSource, networkSettings, requirePrivate } from '../demo/demoAccounts.ts'
import { demoUsers } from '../demo/demoParties.ts'
import { demoPicturePath } from '../http/demo/demoPictureRoute.ts'
import { moveDemoCameras } from '../db/demoCameras.ts'
import { hasUsers } from '../resources/people/users.ts'
import { brokerSource } from '../ingest/listeners/mqtt.ts'
import { readSettings, secondFactorRolesOf, StartError } from '../settings.ts'
import { readCertificates } from '../tls/certificates.ts'
import { startChild } from './clockDriver.ts'
import { consoleIsBuilt, createLog, runCommand } from './runCommand.ts'
import { seedDemo } from './seedDemo.ts'
import { serve } from './serve.ts'

const write = (text: string) => process.stdout.write(text)
const say = (text: string) => write(`${text}\n`)

const brokerFaultWords: Record<Exclude<BrokerFault, 'NO_SOURCE'>, string> = {
  UNREACHABLE: 'can’t be reached',
  UNTRUSTED:
    'has a certificate that this machine does not trust (NODE_EXTRA_CA_CERTS takes the file of a private authority)',
  SILENT: 'does not answer',
  LOGIN_REFUSED: 'refuses the user and password of MQTT_URL',
  SUBSCRIPTION_REFUSED: 'refuses the subscription to ingest/#',
}
/** Describes the effect of a broker's fault on readings. */
function describeFault(fault: BrokerFault, address: string): string {
  if (fault !== 'NO_SOURCE')
    return `${brokerFaultWords[fault]}: no readings come from there. It is tried again until it is there.`
  return `is there, but its messages count for the source “${brokerSource(address)}”, as MQTT_URL says, and there is no such source: each of them is refused.`
}
const brokerStateMs = 3000

/** Waits briefly for the state of an outside broker. @returns a sentence for the operator; null when all is well */
async function brokerNote({ http, mqttUrl }: App): Promise<string | null> {
  for (let waitedMs = 0; waitedMs < brokerStateMs; waitedMs += 100) {
    const { missing, broker, warnings } = readySchema.parse((await http.inject('/health/ready')).json())
    if (broker) return describeFault(broker, mqttUrl)
    if (!missing.includes('broker')) return warnings.includes('BROKER_QOS_0') ? qos0Words : null
    await wait(100)
  }
  return describeFault('UNREACHABLE', mqttUrl)
}
const readySchema = z.object({
  missing: z.array(z.string()),
  broker: z.enum(brokerFaults).optional(),
  warnings: z.array(z.string()).default([]),
})
const qos0Words =
  'grants only QoS 0, so messages can be lost: it does not send again what could not be stored. Allow QoS 1 there (mosquitto: max_qos 1).'

/** Removes user and password from an address. */
function bare(address: string): string {
  const url = new URL(address)
  return `${url.protocol}//${url.host}`
}

await runCommand(async (opened) => {
  let settings = readSettings(process.env)
  const log = createLog(settings)
  // Keys are often readable only by root, so they are read before root is given up.
  const certificates = await readCertificates(settings)
  // A new embedded database is created during the build. An existing one stays unchanged until its console is built.
  if (settings.DATABASE_URL !== undefined || hasCluster(settings.DATA_DIR)) await consoleIsBuilt()
  const staysRoot = await giveUpRoot(settings.DATA_DIR)
  const database = await openDatabase(settings, log)
  opened(database.close)
  const { sql } = database
  const clock = createClock((error) => log.error({ error }, 'periodic work failed'))
  opened(clock.stop)

  let marks = await readMarks(sql)
  // The demo was started in an empty database but never completed, so all data is the demo's.
  const wasInterrupted = marks.demo_begun !== undefined && marks.demo_seeded === undefined
  const isDemo =
    settings.DEMO === '1' ||
    (settings.DEMO === undefined && (database.isNew || wasInterrupted) && networkSettings(settings).length === 0)
  if (isDemo) requirePrivate(settings)
  if (wasInterrupted) {
    if (!isDemo || database.startOver === null) {
      const place = database.startOver === null ? 'empty the database' : `delete ${settings.DATA_DIR}`
      throw new StartError(`the demo was interrupted while it was made: ${place} and start again`)
    }
    say('The demo was interrupted while it was made; it is made again.')
    await database.startOver()
    marks = await readMarks(sql)
  }
  const isSeeding = isDemo && marks.demo_seeded === undefined
  const isPlatform = isSeeding ? settings.DEMO_KIND === 'platform' : marks.demo_platform !== undefined
  if (isSeeding && (await hasUsers(sql)))
    throw new StartError('DEMO: this database is in use; the demo needs a new one')
  // The demo's cameras are drawn by this server itself.
  if (isPlatform) settings = { ...settings, CAMERA_NETWORKS: [...settings.CAMERA_NETWORKS, 'loopback'] }
  if (isSeeding) await seedDemo({ settings, database, clock, log, write, isTerminal: process.stdout.isTTY })
  await consoleIsBuilt()
  const app = await serve({ settings, sql, database, clock, log, certificates, isDemo: isPlatform })
  opened(app.stop)
  if (isPlatform) await moveDemoCameras(sql, app.url, demoPicturePath)
  const isLive = isSeeding || (marks.demo_seeded !== undefined && settings.DEMO !== '0')
  if (isLive) {
    const { demo_begun: madeAt } = await readMarks(sql)
    const herd = startChild('demo.ts', ['--live'], {
      DROVER_URL: app.url,
      MQTT_URL: app.mqttUrl,
      DEMO_KIND: isPlatform ? 'platform' : 'herd',
      DEMO_AT: String(madeAt ?? ''),
    })
    opened(() => herd.kill())
  }
  say(`\nDrover is ready: ${app.url}`)
  if (isLive) {
    say(
      `  accounts  ${demoUsers[isPlatform ? 'platform' : 'herd'].map(({ userName }) => userName).join(', ')} — password ${demoPassword}`,
    )
    say(`  readings  ${bare(app.mqttUrl)} or ${app.url}/ingest/json — source ${demoSource}, secret ${demoPassword}`)
  } else if (!(await hasUsers(sql))) say('  No one can sign in yet: make an administrator with `npm run admin`.')
  if (settings.SECOND_FACTOR === undefined && secondFactorRolesOf(settings).length === 0)
    say('  sign-in   needs no second factor, because only this machine reaches the server (SECOND_FACTOR)')
  const note = settings.MQTT_URL === undefined ? null : await brokerNote(app)
  if (app.outboxKey !== null)
    say(`  outbox    ${app.url}/outbox#key=${app.outboxKey} — mails and SMS end here: SMTP_URL and SMS_URL are not set`)
  if (staysRoot !== null)
    say(`  It runs as root, because ${staysRoot}. docs/OPERATIONS.md says what it needs to give that up.`)
  if (database.ownsTables)
    say(
      '  The role in DATABASE_URL owns the tables, so it could change records that must stay as they are. docs/OPERATIONS.md, “Two roles”, says how to avoid that.',
    )
  if (note !== null) say(`  The broker ${bare(app.mqttUrl)} ${note}`)
  say('  Ctrl-C stops it.')
  return 'stay'
})
