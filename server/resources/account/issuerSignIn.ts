import { createHash, randomBytes } from 'node:crypto'
import type { Login } from '#contract/people/auth.ts'
import { issuerSignInMinutes, type IssuerFault } from '#contract/people/identityProviders.ts'
import { adminRoleOf, organisationKindOf, type Role } from '#contract/people/roles.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import {
  deleteSignIn,
  findOrganisationOfDomain,
  findProvider,
  findSubject,
  insertSignIn,
  type IssuerIdentity,
  isOnlyInvited,
  saveIdentity,
  linkSubject,
  type StoredProvider,
  type StoredSignIn,
  redeemSignIn,
} from '../../db/auth/identityProviders.ts'
import { findLoginByEmail, findLoginById, type LoginRow } from '../../db/auth/logins.ts'
import { insertSecurityEvents } from '../../db/auth/securityEvents.ts'
import { deleteSessionsOf, type EndedSession } from '../../db/auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import { createIssuerClient, type IssuerSettings } from '../../auth/issuerClient.ts'
import { audit } from '../../records/audit.ts'
import { securityEvent } from '../../auth/securityLog.ts'
import { requireStanding } from '../../auth/signIn.ts'

/** Page of the console that a provider's answer comes back to. */
const redirectPath = '/user/issuer'

/** Address that is registered at providers as the redirect URI. */
export const redirectAddressOf = ({ publicUrl }: Pick<Context, 'publicUrl'>): string => `${publicUrl}${redirectPath}`

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const randomText = () => randomBytes(32).toString('base64url')

/** What the encrypted secret of a provider is for. */
export const secretUseOf = (organisationId: number): string => `identity provider ${organisationId}`

/** Decrypts a provider's client secret. @throws CallError ISSUER_REFUSED when another installation encrypted it */
function settingsOf({ secrets }: Pick<Context, 'secrets'>, provider: StoredProvider): IssuerSettings {
  const { issuer, clientId, clientSecret: sealed, organisationId } = provider
  const secret = sealed === null ? null : secrets.open(sealed, secretUseOf(organisationId))
  if (sealed !== null && secret === null) throw refusal('unreachable')
  return { issuer, clientId, clientSecret: secret?.toString() ?? null }
}

const refusal = (reason: IssuerFault, cause?: unknown): CallError =>
  new CallError('ISSUER_REFUSED', { details: { reason }, cause })

const clientOf = ({ settings }: Pick<Context, 'settings'>) => createIssuerClient(settings.WEBHOOK_NETWORKS)

/**
 * Begins a sign-in at the identity provider of a mail domain. The browser must have the name, as it alone may finish it.
 * @returns the provider's address
 * @throws CallError BAD_SHAPE naming the e-mail, for a domain that no organisation has verified; ISSUER_REFUSED when the provider is not reachable
 */
export async function beginIssuerSignIn(
  context: Context,
  email: string,
  browser: string,
): Promise<{ address: string }> {
  const { sql, log } = context
  const organisationId = await findOrganisationOfDomain(sql, domainOf(email))
  const provider = organisationId === undefined ? undefined : await findProvider(sql, organisationId)
  if (provider === undefined) throw new CallError('BAD_SHAPE', { fields: { email: 'no_provider' } })
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()]
  const request = { state, nonce, verifier, redirectAddress: redirectAddressOf(context), email }
  const address = await clientOf(context)
    .addressOf(settingsOf(context, provider), request)
    .catch((error: unknown) => {
      log.warn({ error, organisationId }, 'identity provider did not answer')
      throw refusal('unreachable', error)
    })
  const now = machineNow()
  const signIn = {
    stateHash: hashOf(state),
    providerId: provider.id,
    browserHash: hashOf(browser),
    nonce,
    verifier,
    now,
  }
  await insertSignIn(sql, signIn, startOf(now))
  return { address: address.href }
}

interface Answer {
  state: string
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  twoFactorCode?: string | undefined
}

interface Origin {
  address: string
  agent?: string | undefined
  browser?: string | undefined
}

/**
 * Signs in with a provider's answer, in the browser that began it. An account at the provider opens the user that it is linked to. At
 * first, the provider's verified e-mail links it: to a user of the same organisation, within its verified domains or only invited.
 * @throws CallError LINK_EXPIRED for an answer that nobody waits for; ISSUER_REFUSED with a `reason`; TWO_FACTOR_REQUIRED, BAD_TWO_FACTOR
 */
export async function finishIssuerSignIn(context: Context, answer: Answer, origin: Origin): Promise<Login> {
  try {
    return await finish(context, answer, origin)
  } catch (error) {
    if (error instanceof CallError && error.code !== 'TWO_FACTOR_REQUIRED')
      context.securityLog.note({
        kind: 'SIGN_IN_FAILED',
        address: origin.address,
        agent: origin.agent,
        what: [error.code, error.details?.['reason']].filter(Boolean).join(' '),
      })
    throw error
  }
}

async function finish(context: Context, answer: Answer, origin: Origin): Promise<Login> {
  const { sql } = context
  const now = machineNow()
  const stateHash = hashOf(answer.state)
  const browserHash = hashOf(origin.browser ?? '')
  const signIn = await redeemSignIn(sql, { stateHash, browserHash, since: startOf(now), now })
  const provider = signIn && (await findProvider(sql, signIn.organisationId))
  if (signIn === undefined || provider === undefined) throw new CallError('LINK_EXPIRED')
  const identity = signIn.identity ?? (await redeem(context, provider, signIn, answer))
  if (signIn.identity === null) await saveIdentity(sql, stateHash, identity)

  const { login, ended } = await sql.begin(async (transaction) => {
    const user = await findUser(transaction, provider, identity, now)
    const changed = await applyRole(transaction, provider, identity, user, { now, address: origin.address })
    await requireSecondFactor(context, transaction, user, identity, answer.twoFactorCode)
    // Only one of two answers at the same time signs in.
    if (!(await deleteSignIn(transaction, stateHash))) throw new CallError('LINK_EXPIRED')
    const { userId, userName, passwordHash, totpSecret } = user
    const { address, agent } = origin
    const withoutSecondFactor = totpSecret === null
    const token = await context.sessions.start(
      {
        userId,
        passwordHash,
        withoutSecondFactor,
        isProven: true,
        autoLogin: false,
        address,
        agent,
        providerId: provider.id,
        hasIssuerFactor: identity.hasSecondFactor,
      },
      transaction,
    )
    if (token === null) throw refusal('account')
    await insertSecurityEvents(transaction, [
      securityEvent({ kind: 'SIGN_IN', userId, userName, address, agent, what: 'issuer' }),
    ])
    return { login: loginOf(user, changed.role, token), ended: changed.ended }
  })
  context.sessions.ended(ended, 'ROLE_CHANGED')
  return login
}

async function redeem(
  context: Context,
  provider: StoredProvider,
  { nonce, verifier }: StoredSignIn,
  { state, code, iss, error }: Answer,
): Promise<IssuerIdentity> {
  if (error !== undefined || code === undefined) throw refusal('denied')
  const { roleClaim } = provider
  const redirectAddress = redirectAddressOf(context)
  return clientOf(context)
    .redeem(settingsOf(context, provider), { state, nonce, verifier, code, iss, redirectAddress, roleClaim })
    .catch((cause: unknown) => {
      context.log.warn(
        { error: cause, organisationId: provider.organisationId },
        'answer of an identity provider refused',
      )
      throw refusal('answer', cause)
    })
}

/** Finds the user of an account at a provider, and links it at first. @throws CallError ISSUER_REFUSED; those of a user who may not sign in */
async function findUser(
  sql: Queries,
  provider: StoredProvider,
  identity: IssuerIdentity,
  now: number,
): Promise<LoginRow> {
  const account = { ...identity, providerId: provider.id }
  const linkedId = await findSubject(sql, account)
  const linked = linkedId === undefined ? undefined : await findLoginById(sql, linkedId)
  const user = linked ?? (await findByEmail(sql, provider, identity))
  // A user who went to another organisation is no longer this one's.
  if (user.organisationId !== provider.organisationId) throw refusal('account')
  if (user.status === 'DISABLED' || user.organisationStatus === 'DISABLED') throw refusal('account')
  requireStanding(user, 'BAD_CREDENTIALS')
  if (linked === undefined && !(await linkSubject(sql, account, user.userId, now))) throw refusal('account')
  return user
}

async function findByEmail(sql: Queries, provider: StoredProvider, { email }: IssuerIdentity): Promise<LoginRow> {
  if (email === null) throw refusal('email')
  const user = await findLoginByEmail(sql, email)
  const isOwn = user?.organisationId === provider.organisationId
  const isInDomain = provider.domains.some(
    ({ domain, verifiedAt }) => verifiedAt !== null && domain === domainOf(email),
  )
  if (!isInDomain && !(isOwn && (await isOnlyInvited(sql, user.userId)))) throw refusal('domain')
  if (!isOwn) throw refusal('account')
  return user
}

/**
 * Gives a user the role of their first known group. An organisation's last administrator keeps theirs.
 * @returns the role, and the sessions that a change ends
 */
async function applyRole(
  sql: Queries,
  { roleClaim, roles }: StoredProvider,
  { groups }: IssuerIdentity,
  user: LoginRow,
  { now, address }: { now: number; address: string },
): Promise<{ role: Role | null; ended: EndedSession[] }> {
  if (roleClaim === null) return { role: user.role, ended: [] }
  const named = roles.find(({ group }) => groups.includes(group))?.role
  if (named === undefined) throw refusal('role')
  if (named === user.role || organisationKindOf[named] !== user.organisationKind) return { role: user.role, ended: [] }
  if (await isLastAdmin(sql, user)) return { role: user.role, ended: [] }
  await sql`update users set role = ${named}, updated_at = ${now}, version = version + 1 where id = ${user.userId}`
  const { userId } = user
  await audit(sql, { userId, address }, now, {
    action: 'EDIT',
    noun: 'user',
    nounId: userId,
    before: { role: user.role },
    after: { role: named },
    detail: { by: 'issuer' },
  })
  return { role: named, ended: await deleteSessionsOf(sql, [userId]) }
}

async function isLastAdmin(
  sql: Queries,
  { userId, role, organisationId, organisationKind }: LoginRow,
): Promise<boolean> {
  if (organisationKind === null || role !== adminRoleOf[organisationKind]) return false
  await sql`select from organisations where id = ${organisationId} for no key update`
  const others = await sql`
    select from users where organisation_id = ${organisationId} and role = ${role} and status = 'ACTIVE' and id <> ${userId} limit 1`
  return others.length === 0
}

async function requireSecondFactor(
  { auth }: Context,
  sql: Queries,
  { userId, totpSecret }: LoginRow,
  { hasSecondFactor }: IssuerIdentity,
  code: string | undefined,
): Promise<void> {
  if (totpSecret === null || hasSecondFactor) return
  if (code === undefined) throw new CallError('TWO_FACTOR_REQUIRED')
  if (!(await auth.checkSecondFactor(sql, { userId, totpSecret, code }))) throw new CallError('BAD_TWO_FACTOR')
}

function loginOf(
  { organisationId, organisationKind, organisationName }: LoginRow,
  role: Role | null,
  token: string,
): Login {
  return {
    role,
    token,
    userOrgId: organisationId,
    organizationRole: organisationKind,
    organizationName: organisationName,
  }
}

/** Returns the domain of an e-mail, in lower case. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Returns since when a sign-in may have begun, epoch ms. */
const startOf = (now: number): number => now - issuerSignInMinutes * 60_000
