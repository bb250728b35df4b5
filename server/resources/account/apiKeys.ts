import { maxKeyDays, maxKeys } from '#contract/people/apiKeys.ts'
import { scopesOf } from '#contract/calls/keyScopes.ts'
import { createKeySecret, hashKeySecret, keyHintOf } from '../../auth/keySecrets.ts'
import { securityEvent } from '../../auth/securityLog.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import { insertKeyActor, insertKeySecret } from '../../db/auth/apiKeys.ts'
import { insertSecurityEvents } from '../../db/auth/securityEvents.ts'
import type { Queries } from '../../db/connect.ts'
import type { CallInfo, HandlersOf } from '../../handler.ts'
import { atHerdTime, audit } from '../../records/audit.ts'
import { describeRecords, writtenByHook } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { textIn } from '../../records/page.ts'
import { findRecord } from '../../records/select.ts'
import { first } from '../../records/transaction.ts'
import { changeRecord, saveWithin, transact, update } from '../../records/write.ts'
import { ofOwnOrganisation } from '../ownOrganisation.ts'
import { requireRecentProof } from './proof.ts'

const hourMs = 3_600_000

const stateOf = (sql: Queries) => sql`case when r.revoked_at is not null then 'REVOKED'
  when r.expires_at <= ${machineNow()}::timestamptz then 'EXPIRED' else 'ACTIVE' end`

/** Keys without their secrets, which no answer but that to adding or rotating contains, and no audit entry. */
export const apiKeys = describeRecords('apiKeys', {
  ...ofOwnOrganisation,
  noun: 'apiKey',
  table: 'api_keys',
  fields: {
    organisationId: 'organisation_id',
    scopes: writtenByHook((sql) => sql`r.scopes`),
    networks: writtenByHook((sql) => sql`r.networks`),
    state: stateOf,
    previousUntil: (sql) =>
      sql`(select max(s.valid_until) from api_key_secrets s where s.key_id = r.id and s.valid_until > ${machineNow()}::timestamptz and r.revoked_at is null)`,
    createdBy: (sql) => sql`(select display_name from users where users.id = r.created_by)`,
    revokedBy: (sql) => sql`(select display_name from users where users.id = r.revoked_by)`,
  },
  filters: { state: (sql, states) => textIn(sql, stateOf(sql), states) },
  unique: { api_keys_name: 'name' },
  needsVersion: true,
  hooks: {
    async beforeSave(change) {
      const { sql, caller, before, input } = change
      await requireRecentProof(sql, caller)
      if (before !== null && before.state === 'REVOKED') throw new CallError('CONFLICT', { fields: { id: 'revoked' } })
      requireExpiry(input.expiresAt)
      requireScopes(caller, input.scopes)
      const placed = {
        ...(await ofOwnOrganisation.hooks.beforeSave(change)),
        scopes: sql`${input.scopes}::text[]`,
        networks: sql`${input.networks}::text[]`,
      }
      if (before !== null) {
        await sql`update users set display_name = ${input.name} where id = (select actor_id from api_keys where id = ${before.id})`
        return { ...placed, reminded_at: null }
      }
      await requireRoom(sql, caller)
      const now = machineNow()
      const actorId = await insertKeyActor(sql, { name: input.name, now })
      return { ...placed, actor_id: actorId, created_by: caller.userId, created_at: now, hint: '' }
    },
  },
})

/** @throws CallError BAD_SHAPE naming the field, for an expiry that has passed or is more than a year away */
function requireExpiry(expiresAt: number): void {
  const now = machineNow()
  const fault = expiresAt <= now ? 'past' : expiresAt > now + maxKeyDays * 24 * hourMs ? 'period_too_long' : null
  if (fault !== null) throw new CallError('BAD_SHAPE', { fields: { expiresAt: fault } })
}

/** @throws CallError BAD_SHAPE naming the scope that the organisation's administrator lacks */
function requireScopes({ role }: Caller, scopes: readonly string[]): void {
  const allowed = new Set(scopesOf(role))
  const place = scopes.findIndex((scope) => !allowed.has(scope))
  if (place >= 0) throw new CallError('BAD_SHAPE', { fields: { [`scopes.${place}`]: 'unknown' } })
}

/** Locks the organisation. @throws CallError BAD_SHAPE when it has the maximum number of keys */
async function requireRoom(sql: Queries, { organisationId }: Caller): Promise<void> {
  await sql`select from organisations where id = ${organisationId} for no key update`
  const keys = await sql`select from api_keys where organisation_id = ${organisationId} and revoked_at is null`
  if (keys.length >= maxKeys) throw new CallError('BAD_SHAPE', { fields: { name: 'too_many' } })
}

/** Stores a new secret of a key and logs it. @returns the secret */
async function giveSecret(
  sql: Queries,
  { userId, userName }: Caller,
  { address, agent }: Pick<CallInfo, 'address' | 'agent'>,
  { keyId, what, overlapHours }: { keyId: number; what: 'added' | 'rotated'; overlapHours: number },
): Promise<string> {
  const secret = createKeySecret()
  const now = machineNow()
  const overlapUntil = now + overlapHours * hourMs
  await insertKeySecret(sql, { keyId, secretHash: hashKeySecret(secret), madeBy: userId, now, overlapUntil })
  await sql`update api_keys set hint = ${keyHintOf(secret)} where id = ${keyId}`
  await insertSecurityEvents(sql, [
    securityEvent({ kind: 'API_KEY', userId, userName, address, agent, what: `${what} ${keyId}` }),
  ])
  return secret
}

const records = recordHandlers(apiKeys)

export const apiKeyHandlers: HandlersOf<'apiKeys'> = {
  ...records,

  scopes: async (_input, { role }) => ({ list: scopesOf(role) }),

  async addOrEdit(input, caller, context, call) {
    const { id, secret } = await transact(context, async (within) => {
      const { sql } = within
      await saveWithin(within, apiKeys, caller, input, { language: call.language, note: {} })
      if (input.id !== undefined) return { id: input.id, secret: null }
      const added = first(
        await sql<{ id: number }[]>`
          select id from api_keys where organisation_id = ${caller.organisationId} and lower(name) = lower(${input.name}) and revoked_at is null`,
      )
      return {
        ...added,
        secret: await giveSecret(sql, caller, call, { keyId: added.id, what: 'added', overlapHours: 0 }),
      }
    })
    return { ...(await records.detail({ id }, caller, context, call)), secret }
  },

  async rotate({ id, overlapHours }, caller, context, call) {
    const made: { secret: string | null } = { secret: null }
    await changeRecord(context, apiKeys, caller, async ({ sql, now }) => {
      await requireRecentProof(sql, caller)
      const before = await lockUnrevoked(sql, caller, id)
      made.secret = await giveSecret(sql, caller, call, { keyId: id, what: 'rotated', overlapHours })
      await update(sql, apiKeys, id, {})
      const after = await findRecord(sql, apiKeys, caller, id)
      await audit(sql, caller, atHerdTime(now), { action: 'ROTATE', noun: 'apiKey', nounId: id, before, after })
      return { before, after }
    })
    return { ...(await records.detail({ id }, caller, context, call)), secret: made.secret }
  },

  async revoke({ id }, caller, context, { address, agent }) {
    await changeRecord(context, apiKeys, caller, async ({ sql, now }) => {
      const before = await lockUnrevoked(sql, caller, id)
      await update(sql, apiKeys, id, { revoked_at: machineNow(), revoked_by: caller.userId })
      const after = await findRecord(sql, apiKeys, caller, id)
      await audit(sql, caller, atHerdTime(now), { action: 'REVOKE', noun: 'apiKey', nounId: id, before, after })
      const { userId, userName } = caller
      await insertSecurityEvents(sql, [
        securityEvent({ kind: 'API_KEY', userId, userName, address, agent, what: `revoked ${id}` }),
      ])
      return { before, after }
    })
    return {}
  },
}

/** Locks a key of the caller's organisation. @throws CallError NOT_FOUND; CONFLICT when it is revoked */
async function lockUnrevoked(sql: Queries, caller: Caller, id: number) {
  const key = await findRecord(sql, apiKeys, caller, id, { lock: true })
  if (key.state === 'REVOKED') throw new CallError('CONFLICT', { fields: { id: 'revoked' } })
  return key
}
