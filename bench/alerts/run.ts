import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { openReceivers, type Receivers } from '../../e2e/alerts/receivers.ts'
import { withQuietSite, controlSeconds, measureImpact, impactRows } from '../import/felt.ts'
import { count, goal, type Section } from '../report.ts'
import { perMessage, runLow } from './low.ts'
import { type Channels, putOnShift } from './onShift.ts'

const limits = { acknowledgedMs: 500, messages: 1, toldSeconds: 60 }
/** Maximum time until all alerts are written and sent, ms. */
const maxWaitMs = 120_000
const onShift = 'on.shift@example.com'
const byMail: Channels = { CRITICAL: ['MAIL'], MAJOR: ['MAIL'], MINOR: ['MAIL'], INFO: ['MAIL'] }

/**
 * Waits until a count reaches its target.
 * @returns seconds since `from`
 */
async function waitForCount(from: number, wanted: number, counted: () => Promise<number>): Promise<number> {
  for (;;) {
    const found = await counted()
    if (found >= wanted) return (performance.now() - from) / 1000
    if (performance.now() - from > maxWaitMs) throw new Error(`${found} of ${wanted}`)
    await sleep(100)
  }
}

const mailsOf = ({ received }: Receivers) => received.filter(({ to }) => to === onShift)

/** Raises alerts in one tick and measures their effect on another source, its alerts and calls, and the messages to the person on shift. */
export async function benchAlerts({ alerts = 5000 } = {}): Promise<Section> {
  const receivers = await openReceivers()
  try {
    return await withQuietSite(async ({ product, farmIds, runQuiet }) => {
      const others = farmIds.slice(1)
      await putOnShift(product.sql, { name: 'on.shift', email: onShift, channels: byMail, farmIds: others })
      console.log('nothing …')
      const control = await measureImpact(product, () => runQuiet(controlSeconds))
      console.log(`${count(alerts)} alerts …`)
      const { sql } = product
      const counted = async (rows: Promise<readonly { count: number }[]>) => (await rows)[0]?.count ?? 0
      const took = { written: 0, told: 0 }
      const impact = await measureImpact(product, async () => {
        const quiet = runQuiet(controlSeconds)
        await sleep(2000)
        const from = performance.now()
        await runLow(product.mqttPort, alerts)
        const ofOthers = sql`select id from alerts where farm_id = any(${others}::bigint[])`
        took.written = await waitForCount(from, alerts, () =>
          counted(sql<{ count: number }[]>`select count(*)::int as count from (${ofOthers}) as a`),
        )
        took.told = await waitForCount(from, alerts, () =>
          counted(
            sql<
              { count: number }[]
            >`select count(distinct alert_id)::int as count from alert_deliveries where state = 'FOLDED' and alert_id in (${ofOthers})`,
          ),
        )
        return quiet
      })
      // Waits for late messages.
      await sleep(5000)
      const [rows] = await sql<{ twice: number; raised: number }[]>`
        select (count(*) - count(distinct subject_id))::int as twice, count(*)::int as raised from alerts where farm_id = any(${others}::bigint[])`
      const sent = mailsOf(receivers).length
      return {
        title: `${count(alerts)} alerts raised in one tick`,
        head: ['', 'nothing (control)', 'alerts'],
        rows: [
          [
            'raised, each once',
            '',
            rows?.raised === alerts && rows.twice === 0
              ? `✓ ${count(alerts)}`
              : `✗ ${rows?.raised}, ${rows?.twice} twice`,
          ],
          ['all of them written after, s', '', took.written.toFixed(1)],
          ['… and told, folded into one notice, s', '', took.told.toFixed(1)],
          ['goal', '', goal(took.told, { atMost: limits.toldSeconds })],
          ['mails to whoever is on shift', '', sent === limits.messages ? '✓ 1' : `✗ ${sent}`],
          ...impactRows([control, impact], { acknowledgedMs: limits.acknowledgedMs }),
        ],
        notes: [
          `The product as \`npm start\` starts it, 12 farms and 12,000 animals, of which ${count(alerts)} run low at once, ${perMessage} a message. Somebody is on shift who wants a mail of every alert, sent to a mail server on the same machine. Meanwhile one site of another source sends 10 messages a second and raises an alert each second, and somebody asks for lists ten times a second, for ${controlSeconds} s. The machine’s load at the end: ${loadavg()[0]?.toFixed(1)}.`,
        ],
        figures: {
          'alerts.acknowledgedP99Ms': impact.acknowledgedP99,
          'alerts.writtenSeconds': took.written,
          'alerts.toldSeconds': took.told,
          'alerts.mails': sent,
          'alerts.loopP99Ms': impact.loopP99Ms,
        },
      }
    }, receivers.environment)
  } finally {
    await receivers.close()
  }
}
