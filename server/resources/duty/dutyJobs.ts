import type { Context } from '../../context.ts'
import type { Sql } from '../../db/connect.ts'
import type { Jobs } from '../../jobs.ts'
import { channelTransports } from '../../notify/channels/channels.ts'
import { createDelivery, type Delivery, deliveryMs } from '../../notify/delivery.ts'
import type { Metrics } from '../../metrics.ts'
import { purgeOld } from '../../records/remove.ts'
import { alertChannels } from './alertChannels.ts'
import { createChannelPost } from './channelPost.ts'
import { deleteOldDeliveries } from './deleteOldDeliveries.ts'
import { planAlerts, planMs } from './planAlerts.ts'

const hourMs = 3_600_000

interface DutyParts {
  context: Context
  /** For the server's own work. */
  sql: Sql
  metrics: Pick<Metrics, 'messages'>
  isSeeding: boolean
}

/** Tells screens that show deliveries that something became of them. */
export const tellToldOf = ({ events }: Pick<Context, 'events'>) => (organisationIds: number[]) => events.emit('recordsChanged', { noun: 'alertDeliveries', organisationIds })

/** Starts a delivery, a job for each kind of message: jobs don't wait for each other. */
export function startDelivery(jobs: Jobs, delivery: Delivery): void {
  for (const kind of delivery.kinds) {
    jobs.start({ name: `delivery ${kind}`, everyMs: deliveryMs, time: 'machine', runs: 'each', run: (_now, isStopping) => delivery.deliver(kind, isStopping) })
  }
}

/** Starts what tells people and channels of alerts. While the demo's history is made nobody is told; `tellNobody` ends it. */
export function startDutyJobs(jobs: Jobs, { context, sql, metrics, isSeeding }: DutyParts): void {
  const { secrets, settings, log } = context
  const transports = channelTransports({ sql, secrets, post: createChannelPost(settings.WEBHOOK_NETWORKS) })
  const delivery = createDelivery({ sql, log, transports, onResult: (kind, result, count) => metrics.messages.inc({ kind, result }, count), onTold: tellToldOf(context) })
  startDelivery(jobs, delivery)
  jobs.start({ name: 'old deliveries', everyMs: hourMs, time: 'machine', runs: 'once', run: (now, isStopping) => deleteOldDeliveries(sql, now, isStopping) })
  jobs.start({ name: 'channel bin', everyMs: hourMs, time: 'machine', runs: 'once', run: (now) => purgeOld(context, alertChannels, now) })
  if (isSeeding) return
  // A clock that is driven goes through hours in a second: what they made due is looked for as often as it can be told.
  const plan = () => planAlerts({ sql, events: context.events, log, publicUrl: context.publicUrl }, context.clock.now())
  jobs.start({ name: 'alert deliveries', everyMs: planMs, time: 'machine', runs: 'each', run: plan })
}
