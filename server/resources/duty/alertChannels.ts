import type { AlertChannel } from '#contract/duty/alertChannels.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow, machineSpan } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { channelUse } from '../../db/messages/alertChannels.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { channelTestMessage } from '../../notify/alertTexts.ts'
import { openChannel, sendTo } from '../../notify/channels/channels.ts'
import { audit, saved } from '../../records/audit.ts'
import { first } from '../../records/transaction.ts'
import { transact } from '../../records/write.ts'
import { createChannelPost } from './channelPost.ts'
import { organisationOf } from './ofOrganisation.ts'

/** The most channels of one organisation. */
const mostChannels = 20
const testMinutes = 10

interface Sealed {
  addressSealed: Buffer
  secretSealed: Buffer | null
}

async function selectChannels(sql: Queries, caller: Caller, condition: Fragment, end: Fragment = sql``): Promise<(AlertChannel & Sealed)[]> {
  return sql<(AlertChannel & Sealed)[]>`
    select id, version, kind, name, severities, language, is_enabled as "isEnabled", host, secret_sealed is not null as "isSigned",
      address_sealed as "addressSealed", secret_sealed as "secretSealed"
    from alert_channels where organisation_id = ${organisationOf(caller)} and deleted_at is null and ${condition} order by name, id ${end}`
}

/** Without what is encrypted: as it is answered and noted. */
function shown({ addressSealed: _address, secretSealed: _secret, ...channel }: AlertChannel & Sealed): AlertChannel {
  return channel
}

const tell = ({ events }: Context, caller: Caller) => events.emit('recordsChanged', { noun: 'alertChannels', organisationIds: [organisationOf(caller)] })

export const alertChannelHandlers: HandlersOf<'alertChannels'> = {
  list: async (_input, caller, { sql }) => ({ list: (await selectChannels(sql, caller, sql`true`)).map(shown) }),

  addOrEdit: ({ id, version, kind, name, severities, language, isEnabled, address = '', secret = '' }, caller, context) =>
    transact(context, async ({ sql, afterCommit }) => {
      const organisationId = organisationOf(caller)
      const before = id === undefined ? null : first(await selectChannels(sql, caller, sql`id = ${id}`, sql`for update`))
      if (before !== null && version !== undefined && version !== before.version) throw new CallError('CONFLICT', { fields: { version: 'stale' }, current: shown(before) })
      // An address that was typed for one kind is none of another, and a secret goes nowhere else than where it was given for.
      if (before !== null && before.kind !== kind) throw new CallError('BAD_SHAPE', { fields: { kind: 'invalid' } })
      const host = address === '' ? (before?.host ?? '') : new URL(address).host
      if (before !== null && host !== before.host && before.isSigned && secret === '') throw new CallError('BAD_SHAPE', { fields: { secret: 'required' } })
      const seal = (text: string, part: 'address' | 'secret') => context.secrets.seal(Buffer.from(text), channelUse(part, organisationId))
      const addressSealed = address === '' ? (before?.addressSealed ?? Buffer.from('')) : seal(address, 'address')
      const secretSealed = secret === '' ? (before?.secretSealed ?? null) : seal(secret, 'secret')
      const now = machineNow()
      if (before === null) {
        await sql`select from organisations where id = ${organisationId} for no key update`
        if ((await selectChannels(sql, caller, sql`true`)).length >= mostChannels) throw new CallError('BAD_SHAPE', { fields: { name: 'too_many' } })
      }
      const [row] = before === null
        ? await sql<{ id: number }[]>`
            insert into alert_channels (organisation_id, kind, name, host, address_sealed, secret_sealed, severities, language, is_enabled, updated_at)
            values (${organisationId}, ${kind}, ${name}, ${host}, ${addressSealed}, ${secretSealed}, ${severities}::text[], ${language}, ${isEnabled}, ${now}) returning id`
        : await sql<{ id: number }[]>`
            update alert_channels set name = ${name}, host = ${host}, address_sealed = ${addressSealed}, secret_sealed = ${secretSealed}, severities = ${severities}::text[],
              language = ${language}, is_enabled = ${isEnabled}, updated_at = ${now}, version = version + 1
            where id = ${before.id} returning id`
      const after = shown(first(await selectChannels(sql, caller, sql`id = ${row?.id ?? 0}`)))
      await audit(sql, caller, now, { ...saved(before === null ? null : shown(before), after), noun: 'alertChannel', nounId: after.id })
      afterCommit(() => tell(context, caller))
      return after
    }),

  remove: ({ id }, caller, context) =>
    transact(context, async ({ sql, afterCommit }) => {
      const before = first(await selectChannels(sql, caller, sql`id = ${id}`, sql`for update`))
      const now = machineNow()
      // Where it went is kept by nobody any more.
      await sql`update alert_channels set deleted_at = ${now}, deleted_by = ${caller.userId}, address_sealed = '', secret_sealed = null, version = version + 1 where id = ${id}`
      await audit(sql, caller, now, { action: 'REMOVE', noun: 'alertChannel', nounId: id, before: shown(before), after: null })
      afterCommit(() => tell(context, caller))
      return {}
    }),

  async test({ id }, caller, { sql, settings, secrets }) {
    const channel = first(await selectChannels(sql, caller, sql`id = ${id}`))
    const now = machineNow()
    const [counted] = await sql<{ organisation: string }[]>`
      update alert_channels c set tested_at = (array[${now}::timestamptz] || tested_at)[1:10] from organisations o
      where c.id = ${id} and o.id = c.organisation_id and (tested_at[10] is null or tested_at[10] < ${now - testMinutes * 60_000}::timestamptz) returning o.name as organisation`
    if (counted === undefined) throw new CallError('TOO_MANY_TRIES')
    const { language, kind } = channel
    const begun = machineSpan()
    const message = {
      id: `test-${id}-${now}`,
      ...channelTestMessage(counted.organisation, caller.displayName, language),
      facts: { event: 'test' },
    }
    const fault = await (async () => sendTo(kind, message, openChannel(secrets, { ...channel, organisationId: organisationOf(caller) }), createChannelPost(settings.WEBHOOK_NETWORKS)))().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    return { id, isTaken: fault === null, fault: fault?.slice(0, 300) ?? null, tookMs: Math.round(machineSpan() - begun) }
  },
}
