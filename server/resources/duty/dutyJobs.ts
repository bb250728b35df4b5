import type { Context } from '../../context.ts'
import type { Sql } from '../../db/connect.ts'
import type { Jobs } from '../../jobs.ts'
import { channelTransports } from '../../notify/channels/channels.ts'
import { createDelivery, deliveryMs } from '../../notify/delivery.ts'
import type { Metrics } from '../../metrics.ts'
import { createChannelPost } from './channelPost.ts'
import { planAlerts, planMs } from './planAlerts.ts'

interface DutyParts {
  context: Context
  /** For the server's own work. */
  sql: Sql
  metrics: Pick<Metrics, 'messages'>
  isSeeding: boolean
}

/** Starts what tells people and channels of alerts. While the demo's history is made nobody is told; `tellNobody` ends it. */
export function startDutyJobs(jobs: Jobs, { context, sql, metrics, isSeeding }: DutyParts): void {
  const { secrets, settings, log } = context
  const transports = channelTransports({ sql, secrets, post: createChannelPost(settings.WEBHOOK_NETWORKS) })
  const delivery = createDelivery({ sql, log, transports, onResult: (kind, result, count) => metrics.messages.inc({ kind, result }, count) })
  jobs.start({ name: 'channels', everyMs: deliveryMs, time: 'machine', runs: 'each', run: () => delivery.deliver() })
  if (isSeeding) return
  // A clock that is driven goes through hours in a second: what they made due is looked for as often as it can be told.
  const plan = () => planAlerts({ sql, events: context.events, log, publicUrl: context.publicUrl }, context.clock.now())
  jobs.start({ name: 'alert deliveries', everyMs: planMs, time: 'machine', runs: 'each', run: plan })
}
