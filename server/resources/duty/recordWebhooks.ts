import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'
import { type RecordEventKind, recordEventKinds } from '#contract/duty/recordEvents.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { type PlacedEvent, placeRecordEvents } from '../../db/projects/recordEvents.ts'
import type { Language } from '../../languages.ts'
import { recordSubjects } from '../../notify/recordSubjects.ts'
import { translate } from '../../notify/texts.ts'

/** Time until a message about a record is given up, ms. Feeds have the record in any case. */
const worthSendingMs = 24 * 3_600_000
/** Interval at which record events are looked for, ms of machine time. */
export const recordEventsMs = 2_000

interface Wanted {
  eventId: number
  channelId: number
  organisationId: number
  channel: OrganisationChannelKind
  language: Language
  facts: Record<string, unknown>
}

/** Builds an instant as in answers. */
const instant = (sql: Queries, column: Fragment) =>
  sql`to_char(timezone('UTC', ${column}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Builds the facts of each kind of event `e`, and its source with the project `p` whose bank and supervisor may know it. */
function sourceOf(sql: Queries, kind: RecordEventKind): { facts: Fragment; from: Fragment } {
  const ofProject = sql`'projectId', p.id, 'projectCode', p.code`
  switch (kind) {
    case 'LEDGER_ENTRY':
      return {
        facts: sql`jsonb_build_object('id', s.id, ${ofProject}, 'kind', s.kind, 'heads', s.heads, 'lineId', s.line_id, 'happenedAt', ${instant(sql, sql`s.happened_at`)}, 'recordedAt', ${instant(sql, sql`s.recorded_at`)})`,
        from: sql`ledger_entries s on s.id = e.subject_id join projects p on p.id = s.project_id`,
      }
    case 'DAY_CLOSE':
      return {
        facts: sql`jsonb_build_object('id', s.id, ${ofProject}, 'day', s.day, 'ledger', s.ledger, 'heard', s.heard, 'unverified', s.unverified, 'unaccounted', s.unaccounted,
          'eligibleValue', s.eligible_value::text, 'balance', s.balance::text, 'ratio', s.ratio::text, 'closedAt', ${instant(sql, sql`s.closed_at`)})`,
        from: sql`day_closes s on s.id = e.subject_id join projects p on p.id = s.project_id`,
      }
    case 'COVERAGE':
      return {
        facts: sql`jsonb_build_object('alertId', s.id, ${ofProject}, 'what', e.what, 'severity', s.severity, 'at', ${instant(sql, sql`coalesce(s.cleared_at, s.raised_at)`)})`,
        from: sql`alerts s on s.id = e.subject_id and s.subject_type = 'PROJECT' join projects p on p.id = s.subject_id`,
      }
    case 'TICKET':
      return {
        facts: sql`jsonb_build_object('id', s.id, ${ofProject}, 'kind', s.kind, 'state', s.state, 'decidedAt', ${instant(sql, sql`s.decided_at`)})`,
        from: sql`tickets s on s.id = e.subject_id and s.subject_type = 'PROJECT' join projects p on p.id = s.subject_id`,
      }
  }
}

/** Selects the events of a kind with the channels that want them: of the bank and the supervisor of the project. */
function readWanted(sql: Queries, kind: RecordEventKind, ids: readonly number[]): Promise<Wanted[]> {
  const { facts, from } = sourceOf(sql, kind)
  return sql<Wanted[]>`
    select e.id as "eventId", c.id as "channelId", c.organisation_id as "organisationId", c.kind as channel, c.language, ${facts} as facts
    from record_events e join ${from}
      join alert_channels c on ((c.organisation_id = p.bank_org_id and p.status <> 'DRAFT') or c.organisation_id = p.supervisor_org_id)
        and c.is_enabled and c.deleted_at is null and ${kind} = any(c.events)
    where e.kind = ${kind} and e.id = any(${[...ids]}::bigint[]) order by e.id, c.id`
}

/** Writes the deliveries of record events to channels, with their messages, in the transaction that gives the events their places. */
async function writeWebhooks(
  sql: Queries,
  events: readonly PlacedEvent[],
  { publicUrl, at }: { publicUrl: string; at: number },
): Promise<number[]> {
  const now = machineNow()
  const organisations = new Set<number>()
  for (const kind of recordEventKinds) {
    const ids = events.flatMap((event) => (event.kind === kind ? [event.id] : []))
    if (ids.length === 0) continue
    for (const { eventId, channelId, organisationId, channel, language, facts } of await readWanted(sql, kind, ids)) {
      const project = String(facts['projectCode'])
      const link = `${publicUrl}/dashboard/project/info/${String(facts['projectId'])}`
      const subject = translate(language, recordSubjects[kind], { project })
      const body = JSON.stringify({ text: `${subject}\n${link}`, facts: { event: kind, record: { ...facts, link } } })
      await sql`
        with planned as (
          insert into alert_deliveries (record_event_id, organisation_id, step, reason, channel_id, channel, state, planned_at, queued_at)
          values (${eventId}, ${organisationId}, 0, 'RECORD', ${channelId}, ${channel}, 'QUEUED', ${at}::timestamptz, ${now}::timestamptz)
          on conflict do nothing returning id
        )
        insert into outbox (kind, at, recipient, subject, body, next_try_at, give_up_at, delivery_id)
        select ${channel}, ${now}::timestamptz, ${String(channelId)}, ${subject}, ${body}, ${now}::timestamptz, ${now + worthSendingMs}::timestamptz, id from planned`
      organisations.add(organisationId)
    }
  }
  return [...organisations]
}

/** Gives committed record events their places in the feeds, and plans the messages of channels that report them. */
export async function reportRecordEvents({
  sql,
  clock,
  events,
  publicUrl,
}: Pick<Context, 'sql' | 'clock' | 'events' | 'publicUrl'>): Promise<void> {
  const organisations: number[] = []
  await placeRecordEvents(sql, async (transaction, placed) => {
    organisations.push(...(await writeWebhooks(transaction, placed, { publicUrl, at: clock.now() })))
  })
  if (organisations.length > 0)
    events.emit('recordsChanged', { noun: 'alertDeliveries', organisationIds: [...new Set(organisations)] })
}
