import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow, machineSpan } from '../../clock.ts'
import { channelUse, type SealedChannel } from '../../db/messages/alertChannels.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { channelTestMessage } from '../../notify/alertTexts.ts'
import { openChannel, sendTo } from '../../notify/channels/channels.ts'
import { describeRecords, writtenByHook } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { findRecord } from '../../records/select.ts'
import { createChannelPost } from './channelPost.ts'
import { organisationOf } from './ofOrganisation.ts'

/** Maximum channels of one organisation. */
const maxChannels = 20
const testMinutes = 10

/** Addresses and secrets are not fields: answers and audit entries never contain them, and they are deleted with the channel. */
export const alertChannels = describeRecords('alertChannels', {
  noun: 'alertChannel',
  table: 'alert_channels',
  fields: {
    organisationId: 'organisation_id',
    severities: writtenByHook((sql) => sql`r.severities`),
    events: writtenByHook((sql) => sql`r.events`),
    isSigned: (sql) => sql`r.secret_sealed is not null`,
  },
  inputs: { address: null, secret: null },
  visible: (sql, { organisationId }) => sql`r.organisation_id = ${organisationId}`,
  organisation: 'organisationId',
  sort: { field: 'name', order: 'asc' },
  bin: { retentionDays: 30, needed: (sql) => sql`exists (select from alert_deliveries d where d.channel_id = r.id)` },
  hooks: {
    async beforeSave({ sql, caller, context, before, input: { kind, severities, events, address = '', secret = '' } }) {
      const organisationId = organisationOf(caller)
      // The kind can't change, because an address is valid for one kind only. A new host needs the secret again, so that it is never sent elsewhere.
      if (before !== null && before.kind !== kind) throw new CallError('BAD_SHAPE', { fields: { kind: 'invalid' } })
      const host = address === '' ? before?.host : new URL(address).host
      if (before?.isSigned === true && host !== before.host && secret === '')
        throw new CallError('BAD_SHAPE', { fields: { secret: 'required' } })
      if (before === null) await requireRoom(sql, caller)
      const seal = (text: string, part: 'address' | 'secret'): Fragment =>
        sql`${context.secrets.seal(Buffer.from(text), channelUse(part, organisationId))}`
      return {
        organisation_id: organisationId,
        severities: sql`${severities}::text[]`,
        ...(events !== undefined && { events: sql`${events}::text[]` }),
        host,
        ...(address !== '' && { address_sealed: seal(address, 'address') }),
        ...(secret !== '' && { secret_sealed: seal(secret, 'secret') }),
      }
    },
    beforeRestore: ({ sql, caller }) => requireRoom(sql, caller),
  },
})

/** Locks the organisation. @throws CallError BAD_SHAPE when it has the maximum number of channels */
async function requireRoom(sql: Queries, caller: Caller): Promise<void> {
  const organisationId = organisationOf(caller)
  await sql`select from organisations where id = ${organisationId} for no key update`
  const channels =
    await sql`select from alert_channels where organisation_id = ${organisationId} and deleted_at is null`
  if (channels.length >= maxChannels) throw new CallError('BAD_SHAPE', { fields: { name: 'too_many' } })
}

export const alertChannelHandlers: HandlersOf<'alertChannels'> = {
  ...recordHandlers(alertChannels),

  async test({ id }, caller, { sql, settings, secrets }) {
    const { kind, language } = await findRecord(sql, alertChannels, caller, id)
    const now = machineNow()
    const [channel] = await sql<
      (Pick<SealedChannel, 'addressSealed' | 'secretSealed'> & { organisation: string; organisationId: number })[]
    >`
      update alert_channels c set tested_at = (array[${now}::timestamptz] || tested_at)[1:10] from organisations o
      where c.id = ${id} and o.id = c.organisation_id and (tested_at[10] is null or tested_at[10] < ${now - testMinutes * 60_000}::timestamptz)
      returning o.name as organisation, o.id as "organisationId", c.address_sealed as "addressSealed", c.secret_sealed as "secretSealed"`
    if (channel === undefined) throw new CallError('TOO_MANY_TRIES')
    const startedAt = machineSpan()
    const message = {
      id: `test-${id}-${now}`,
      ...channelTestMessage(channel.organisation, caller.displayName, language),
      facts: { event: 'test' },
    }
    const fault = await (async () =>
      sendTo(kind, message, openChannel(secrets, channel), createChannelPost(settings.WEBHOOK_NETWORKS)))().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    return {
      id,
      isTaken: fault === null,
      fault: fault?.slice(0, 300) ?? null,
      tookMs: Math.round(machineSpan() - startedAt),
    }
  },
}
