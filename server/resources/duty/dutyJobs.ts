import type { Context } from '../../context.ts'
import type { Sql } from '../../db/connect.ts'
import type { Jobs } from '../../jobs.ts'
import { channelTransports } from '../../notify/channels/channels.ts'
import { createDelivery, type Delivery, deliveryIntervalMs } from '../../notify/delivery.ts'
import type { Metrics } from '../../metrics.ts'
import { purgeOld } from '../../records/remove.ts'
import { alertChannels } from './alertChannels.ts'
import { createChannelPost } from './channelPost.ts'
import { deleteOldDeliveries } from './deleteOldDeliveries.ts'
import { planAlerts, planMs } from './planAlerts.ts'
import { recordEventsMs, reportRecordEvents } from './recordWebhooks.ts'

const hourMs = 3_600_000

interface DutyParts {
  context: Context
  /** The database connection for the server's own work. */
  sql: Sql
  metrics: Pick<Metrics, 'messages'>
  isSeeding: boolean
}

/** Returns a function that emits changes of deliveries to the screens of organisations. */
export const emitDeliveriesChanged =
  ({ events }: Pick<Context, 'events'>) =>
  (organisationIds: number[]) =>
    events.emit('recordsChanged', { noun: 'alertDeliveries', organisationIds })

/** Starts one delivery job for each kind of message, so that kinds do not wait for each other. */
export function startDelivery(jobs: Jobs, delivery: Delivery): void {
  for (const kind of delivery.kinds) {
    jobs.start({
      name: `delivery ${kind}`,
      intervalMs: deliveryIntervalMs,
      time: 'machine',
      runs: 'each',
      run: (_now, isStopping) => delivery.deliver(kind, isStopping),
    })
  }
}

/**
 * Starts the jobs that notify people and channels of alerts. While demo history is generated nobody is notified; `cancelPendingEscalations` then cancels its
 * escalations.
 */
export function startDutyJobs(jobs: Jobs, { context, sql, metrics, isSeeding }: DutyParts): void {
  const { secrets, settings, log } = context
  const transports = channelTransports({ sql, secrets, post: createChannelPost(settings.WEBHOOK_NETWORKS) })
  const delivery = createDelivery({
    sql,
    log,
    transports,
    onResult: (kind, result, count) => metrics.messages.inc({ kind, result }, count),
    onAlertsDelivered: emitDeliveriesChanged(context),
  })
  startDelivery(jobs, delivery)
  jobs.start({
    name: 'old deliveries',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'once',
    run: (now, isStopping) => deleteOldDeliveries(sql, now, isStopping),
  })
  jobs.start({
    name: 'channel bin',
    intervalMs: hourMs,
    time: 'machine',
    runs: 'once',
    run: (now) => purgeOld(context, alertChannels, now),
  })
  if (isSeeding) return
  // Runs in machine time: a replayed herd clock passes hours within a second, and this is as often as notifications can go out.
  const plan = () => planAlerts({ sql, events: context.events, log, publicUrl: context.publicUrl }, context.clock.now())
  jobs.start({
    name: 'record events',
    intervalMs: recordEventsMs,
    time: 'machine',
    runs: 'each',
    run: () => reportRecordEvents({ ...context, sql }),
  })
  jobs.start({ name: 'alert deliveries', intervalMs: planMs, time: 'machine', runs: 'each', run: plan })
}
