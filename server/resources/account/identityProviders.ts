import { randomBytes } from 'node:crypto'
import { promises as dns } from 'node:dns'
import { domainProofPrefix, type IdentityProvider } from '#contract/people/identityProviders.ts'
import { adminRoleOf, rolesOf } from '#contract/people/roles.ts'
import { createIssuerClient, isLoopback } from '../../auth/issuerClient.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { findProvider, type StoredProvider } from '../../db/auth/identityProviders.ts'
import { deleteSessionsOf } from '../../db/auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import { codeOf } from '../../errorCode.ts'
import type { HandlersOf } from '../../handler.ts'
import { audit, saved } from '../../records/audit.ts'
import { inTransaction } from '../../records/transaction.ts'
import { redirectAddressOf, secretUseOf } from './issuerSignIn.ts'
import { requireRecentProof } from './proof.ts'

const proofHostOf = (domain: string) => `_drover.${domain}`

/** Returns a provider as answers and audit entries show it: without its secret. */
function shown({
  clientSecret,
  domains,
  organisationId: _organisation,
  ...provider
}: StoredProvider): IdentityProvider {
  return {
    ...provider,
    hasClientSecret: clientSecret !== null,
    domains: domains.map(({ domain, token, verifiedAt }) => ({
      domain,
      proof: `${domainProofPrefix}${token}`,
      proofHost: proofHostOf(domain),
      verifiedAt,
    })),
  }
}

/** @throws CallError NOT_FOUND without a provider */
async function ownProvider(sql: Queries, { organisationId }: Caller, lock = false): Promise<StoredProvider> {
  const provider = await findProvider(sql, organisationId, { lock })
  if (provider === undefined) throw new CallError('NOT_FOUND')
  return provider
}

export const identityProviderHandlers: HandlersOf<'identityProviders'> = {
  async shown(_input, { organisationId }, context) {
    const provider = await findProvider(context.sql, organisationId)
    return { provider: provider ? shown(provider) : null, redirectAddress: redirectAddressOf(context) }
  },

  async detail({ id }, caller, { sql }) {
    const provider = await ownProvider(sql, caller)
    if (provider.id !== id) throw new CallError('NOT_FOUND')
    return shown(provider)
  },

  async addOrEdit(input, caller, context) {
    const { organisationId, organisationKind } = caller
    if (organisationId === null || organisationKind === null) throw new CallError('NOT_ALLOWED')
    requireSafeAddress(input.issuer)
    const place = input.roles.findIndex(({ role }) => !rolesOf(organisationKind).includes(role))
    if (place >= 0) throw new CallError('BAD_SHAPE', { fields: { [`roles.${place}.role`]: 'not_of_kind' } })
    const current = await findProvider(context.sql, organisationId)
    if (input.id !== undefined && current?.id !== input.id) throw new CallError('NOT_FOUND')
    await requireRecentProof(context.sql, caller)
    if (current?.issuer !== input.issuer || current.clientId !== input.clientId)
      await requireProvider(context, input.issuer, input.clientId)
    const { after, ended } = await inTransaction(context.sql, async (sql) => {
      await sql`select from organisations where id = ${organisationId} for no key update`
      const stored = await findProvider(sql, organisationId, { lock: true })
      if (input.id !== undefined && stored?.id !== input.id) throw new CallError('NOT_FOUND')
      if (stored !== undefined && (input.id === undefined || stored.version !== input.version))
        throw new CallError('CONFLICT', { current: shown(stored) })
      const now = machineNow()
      const secret =
        input.clientSecret === undefined
          ? (stored?.clientSecret ?? null)
          : input.clientSecret === null
            ? null
            : context.secrets.seal(Buffer.from(input.clientSecret), secretUseOf(organisationId))
      await sql`
        insert into identity_providers (organisation_id, issuer, client_id, client_secret, role_claim, roles, is_required, created_at, updated_at)
        values (${organisationId}, ${input.issuer}, ${input.clientId}, ${secret}, ${input.roleClaim}, ${sql.json(input.roles)}::jsonb, ${input.isRequired}, ${now}, ${now})
        on conflict (organisation_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
          client_secret = excluded.client_secret, role_claim = excluded.role_claim, roles = excluded.roles,
          is_required = excluded.is_required, updated_at = excluded.updated_at, version = identity_providers.version + 1`
      const { id } = await ownProvider(sql, caller)
      await setDomains(sql, id, input.domains)
      const provider = await ownProvider(sql, caller)
      await audit(sql, caller, now, {
        ...saved(stored ? shown(stored) : null, shown(provider)),
        noun: 'identityProvider',
        nounId: id,
      })
      const mustReturn = input.isRequired && stored?.isRequired !== true
      return { after: provider, ended: mustReturn ? await endOtherSessions(sql, caller) : [] }
    })
    context.sessions.ended(ended, 'ENDED_ELSEWHERE')
    return shown(after)
  },

  async verifyDomain({ domain }, caller, context) {
    context.auth.count('link', caller.address, `user ${caller.userId}`)
    const claimed = (await ownProvider(context.sql, caller)).domains.find((one) => one.domain === domain)
    if (claimed === undefined) throw new CallError('BAD_SHAPE', { fields: { domain: 'unknown' } })
    const records = await dns.resolveTxt(proofHostOf(domain)).catch(() => [])
    if (!records.some((parts) => parts.join('') === `${domainProofPrefix}${claimed.token}`))
      throw new CallError('BAD_SHAPE', { fields: { domain: 'no_proof' } })
    return inTransaction(context.sql, async (sql) => {
      await requireRecentProof(sql, caller)
      const before = await ownProvider(sql, caller, true)
      const now = machineNow()
      await sql`
        update identity_domains set verified_at = ${now} where provider_id = ${before.id} and domain = ${domain} and token = ${claimed.token}
          and verified_at is null`.catch((error: unknown) => {
        // Its record proves the domain now: it was another organisation's.
        if (codeOf(error) === '23505') throw new CallError('CONFLICT', { fields: { domain: 'unusable' } })
        throw error
      })
      const after = await ownProvider(sql, caller)
      await audit(sql, caller, now, {
        action: 'EDIT',
        noun: 'identityProvider',
        nounId: before.id,
        before: shown(before),
        after: shown(after),
      })
      return shown(after)
    })
  },

  async remove(_input, caller, context) {
    const ended = await inTransaction(context.sql, async (sql) => {
      await requireRecentProof(sql, caller)
      const before = await ownProvider(sql, caller, true)
      const sessions = await sql<{ userId: number }[]>`
        select distinct user_id as "userId" from sessions where provider_id = ${before.id} and user_id <> ${caller.userId}`
      await sql`delete from identity_providers where id = ${before.id}`
      await audit(sql, caller, machineNow(), {
        action: 'REMOVE',
        noun: 'identityProvider',
        nounId: before.id,
        before: shown(before),
        after: null,
      })
      return deleteSessionsOf(
        sql,
        sessions.map(({ userId }) => userId),
      )
    })
    context.sessions.ended(ended, 'ENDED_ELSEWHERE')
    return {}
  },
}

/** @throws CallError BAD_SHAPE for an issuer over plain HTTP elsewhere than on this machine, or with more than a path */
function requireSafeAddress(issuer: string): void {
  const { protocol, username, password, search, hash } = new URL(issuer)
  if ((protocol !== 'https:' && !isLoopback(issuer)) || [username, password, search, hash].some((part) => part !== ''))
    throw new CallError('BAD_SHAPE', { fields: { issuer: 'https_only' } })
}

/** @throws CallError BAD_SHAPE naming the issuer when its metadata cannot be read */
async function requireProvider({ settings, log }: Context, issuer: string, clientId: string): Promise<void> {
  await createIssuerClient(settings.WEBHOOK_NETWORKS)
    .check({ issuer, clientId, clientSecret: null })
    .catch((error: unknown) => {
      log.warn({ error, issuer }, 'identity provider cannot be read')
      throw new CallError('BAD_SHAPE', { fields: { issuer: 'unreachable' } })
    })
}

/** Keeps the named domains with their proofs, and gives new ones a token. */
async function setDomains(sql: Queries, providerId: number, domains: readonly string[]): Promise<void> {
  const named = [...new Set(domains)]
  await sql`delete from identity_domains where provider_id = ${providerId} and domain <> all(${named}::text[])`
  const tokens = named.map(() => randomBytes(18).toString('base64url'))
  await sql`
    insert into identity_domains (provider_id, domain, token)
    select ${providerId}, d.domain, d.token from unnest(${named}::text[], ${tokens}::text[]) as d (domain, token) on conflict do nothing`
}

/** Ends the sessions of users who must sign in at the provider from now on. */
async function endOtherSessions(sql: Queries, { organisationId, organisationKind }: Caller) {
  if (organisationKind === null) return []
  const users = await sql<{ id: number }[]>`
    select distinct u.id from users u join sessions s on s.user_id = u.id
    where u.organisation_id = ${organisationId} and u.role is distinct from ${adminRoleOf[organisationKind]} and s.provider_id is null and s.display_id is null`
  return deleteSessionsOf(
    sql,
    users.map(({ id }) => id),
  )
}
