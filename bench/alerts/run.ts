import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { openReceivers, type Receivers } from '../../e2e/alerts/receivers.ts'
import { besideQuietSite, controlSeconds, feel, feltRows } from '../import/felt.ts'
import type { Product } from '../product.ts'
import { count, goal, type Section } from '../report.ts'
import { perMessage, runLow } from './low.ts'

const limits = { acknowledgedMs: 500, messages: 1, toldSeconds: 60 }
/** How long it may take until all of it is written and told, ms. */
const mostMs = 120_000
const onShift = 'on.shift@example.com'

/** Somebody on shift for all farms but the quiet one, who wants a mail of every alert. */
async function putOnShift({ sql }: Product, farmIds: readonly number[]): Promise<void> {
  const now = Date.now()
  const channels = JSON.stringify({ CRITICAL: ['MAIL'], MAJOR: ['MAIL'], MINOR: ['MAIL'], INFO: ['MAIL'] })
  await sql`
    with person as (
      insert into users (user_name, password_hash, role, organisation_id, display_name, email, created_at, updated_at)
      select 'on.shift', 'none', 'SUPERVISOR_PM', organisation_id, 'On shift', ${onShift}, ${now}::timestamptz, ${now}::timestamptz from users where user_name = 'bench' returning id, organisation_id
    ), settings as (
      insert into notification_settings (user_id, language, time_zone, channels, updated_at) select id, 'en-US', 'Asia/Shanghai', ${channels}::text::jsonb, ${now}::timestamptz from person
    ), roster as (
      insert into rosters (organisation_id, name, time_zone, updated_at) select organisation_id, 'All', 'Asia/Shanghai', ${now}::timestamptz from person returning id
    ), farms as (
      insert into roster_farms (roster_id, farm_id) select roster.id, farm from roster, unnest(${[...farmIds]}::bigint[]) as farm
    )
    insert into roster_shifts (roster_id, layer, user_id, days, from_minute, to_minute) select roster.id, 1, person.id, '{1,2,3,4,5,6,7}', 0, 0 from roster, person`
}

/** Waits until a count comes to what it is to be. @returns seconds since `from` */
async function reach(from: number, wanted: number, counted: () => Promise<number>): Promise<number> {
  for (;;) {
    const found = await counted()
    if (found >= wanted) return (performance.now() - from) / 1000
    if (performance.now() - from > mostMs) throw new Error(`${found} of ${wanted}`)
    await sleep(100)
  }
}

const mailsOf = ({ received }: Receivers) => received.filter(({ to }) => to === onShift)

/** Alerts raised in one tick: what another source, its alerts and calls feel of it, and what whoever is on shift is sent. */
export async function benchAlerts({ alerts = 5000 } = {}): Promise<Section> {
  const receivers = await openReceivers()
  try {
    return await besideQuietSite(async ({ product, farmIds, runQuiet }) => {
      const others = farmIds.slice(1)
      await putOnShift(product, others)
      console.log('nothing …')
      const control = await feel(product, () => runQuiet(controlSeconds))
      console.log(`${count(alerts)} alerts …`)
      const { sql } = product
      const counted = async (rows: Promise<readonly { count: number }[]>) => (await rows)[0]?.count ?? 0
      const took = { written: 0, told: 0 }
      const felt = await feel(product, async () => {
        const quiet = runQuiet(controlSeconds)
        await sleep(2000)
        const from = performance.now()
        await runLow(product.mqttPort, alerts)
        const ofOthers = sql`select id from alerts where farm_id = any(${others}::bigint[])`
        took.written = await reach(from, alerts, () => counted(sql<{ count: number }[]>`select count(*)::int as count from (${ofOthers}) as a`))
        took.told = await reach(from, alerts, () => counted(sql<{ count: number }[]>`select count(distinct alert_id)::int as count from alert_deliveries where state = 'FOLDED' and alert_id in (${ofOthers})`))
        return quiet
      })
      // What is late to be sent comes in this time.
      await sleep(5000)
      const [rows] = await sql<{ twice: number; raised: number }[]>`
        select (count(*) - count(distinct subject_id))::int as twice, count(*)::int as raised from alerts where farm_id = any(${others}::bigint[])`
      const sent = mailsOf(receivers).length
      return {
        title: `${count(alerts)} alerts raised in one tick`,
        head: ['', 'nothing (control)', 'alerts'],
        rows: [
          ['raised, each once', '', rows?.raised === alerts && rows.twice === 0 ? `✓ ${count(alerts)}` : `✗ ${rows?.raised}, ${rows?.twice} twice`],
          ['all of them written after, s', '', took.written.toFixed(1)],
          ['… and told, folded into one notice, s', '', took.told.toFixed(1)],
          ['goal', '', goal(took.told, { atMost: limits.toldSeconds })],
          ['mails to whoever is on shift', '', sent === limits.messages ? '✓ 1' : `✗ ${sent}`],
          ...feltRows([control, felt], { acknowledgedMs: limits.acknowledgedMs }),
        ],
        notes: [
          `The product as \`npm start\` starts it, 12 farms and 12,000 animals, of which ${count(alerts)} run low at once, ${perMessage} a message. Somebody is on shift who wants a mail of every alert, sent to a mail server on the same machine. Meanwhile one site of another source sends 10 messages a second and raises an alert each second, and somebody asks for lists ten times a second, for ${controlSeconds} s. The machine’s load at the end: ${loadavg()[0]?.toFixed(1)}.`,
        ],
        figures: { 'alerts.acknowledgedP99Ms': felt.acknowledgedP99, 'alerts.writtenSeconds': took.written, 'alerts.toldSeconds': took.told, 'alerts.mails': sent, 'alerts.loopP99Ms': felt.loopP99Ms },
      }
    }, receivers.environment)
  } finally {
    await receivers.close()
  }
}
