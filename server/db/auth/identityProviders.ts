import type { Role } from '#contract/people/roles.ts'
import type { Queries } from '../connect.ts'

/** What a provider's answer says about a user. */
export interface IssuerIdentity {
  issuer: string
  subject: string
  /** In lower case; null when the provider does not vouch for it. */
  email: string | null
  /** Groups in the role claim. */
  groups: string[]
  /** The provider checked a second factor. */
  hasSecondFactor: boolean
}

/** A stored identity provider with its domains. Instants are machine time, epoch ms. */
export interface StoredProvider {
  id: number
  version: number
  organisationId: number
  issuer: string
  clientId: string
  /** Encrypted; null for a client without one. */
  clientSecret: Buffer | null
  roleClaim: string | null
  roles: { group: string; role: Role }[]
  isRequired: boolean
  domains: { domain: string; token: string; verifiedAt: string | null }[]
}

/** Finds the provider of an organisation. @param lock locks it until the transaction ends */
export async function findProvider(
  sql: Queries,
  organisationId: number | null,
  { lock = false }: { lock?: boolean } = {},
): Promise<StoredProvider | undefined> {
  const [row] = await sql<StoredProvider[]>`
    select p.id, p.version, p.organisation_id as "organisationId", p.issuer, p.client_id as "clientId", p.client_secret as "clientSecret",
      p.role_claim as "roleClaim", p.roles, p.is_required as "isRequired",
      coalesce((select jsonb_agg(jsonb_build_object('domain', d.domain, 'token', d.token, 'verifiedAt',
        to_char(timezone('UTC', d.verified_at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by d.domain)
        from identity_domains d where d.provider_id = p.id), '[]') as domains
    from identity_providers p where p.organisation_id = ${organisationId} ${lock ? sql`for update` : sql``}`
  return row
}

/** Finds the organisation whose provider has a verified domain (lower case). */
export async function findOrganisationOfDomain(sql: Queries, domain: string): Promise<number | undefined> {
  const [row] = await sql<{ organisationId: number }[]>`
    select p.organisation_id as "organisationId" from identity_domains d join identity_providers p on p.id = d.provider_id
    join organisations o on o.id = p.organisation_id
    where d.domain = ${domain} and d.verified_at is not null and o.status = 'ACTIVE'`
  return row?.organisationId
}

/** Whether an organisation requires its users, other than administrators, to sign in at its provider. */
export async function requiresIssuer(sql: Queries, organisationId: number | null): Promise<boolean> {
  const rows = await sql`select from identity_providers where organisation_id = ${organisationId} and is_required`
  return rows.length > 0
}

interface NewSignIn {
  stateHash: Buffer
  providerId: number
  browserHash: Buffer
  nonce: string
  verifier: string
  now: number
}

/** Stores a sign-in that begins, and deletes those that are too old. @param since start of their period, epoch ms */
export async function insertSignIn(sql: Queries, signIn: NewSignIn, since: number): Promise<void> {
  await sql`delete from issuer_sign_ins where created_at < ${since}`
  await sql`
    insert into issuer_sign_ins (state_hash, provider_id, browser_hash, nonce, verifier, created_at)
    values (${signIn.stateHash}, ${signIn.providerId}, ${signIn.browserHash}, ${signIn.nonce}, ${signIn.verifier}, ${signIn.now})`
}

/** A sign-in on its way. */
export interface StoredSignIn {
  organisationId: number
  nonce: string
  verifier: string
  /** What the provider said, once its answer was redeemed. */
  identity: IssuerIdentity | null
}

/** Marks a sign-in as redeemed, once. @returns undefined for one that is unknown, too old, of another browser or redeemed before */
export async function redeemSignIn(
  sql: Queries,
  { stateHash, browserHash, since, now }: { stateHash: Buffer; browserHash: Buffer; since: number; now: number },
): Promise<StoredSignIn | undefined> {
  const [row] = await sql<StoredSignIn[]>`
    update issuer_sign_ins s set redeemed_at = ${now} from identity_providers p
    where s.state_hash = ${stateHash} and s.browser_hash = ${browserHash} and s.created_at >= ${since} and p.id = s.provider_id
      and (s.redeemed_at is null or s.identity is not null)
    returning p.organisation_id as "organisationId", s.nonce, s.verifier, s.identity`
  return row
}

/** Keeps what a provider said until the second factor is given. */
export async function saveIdentity(sql: Queries, stateHash: Buffer, identity: IssuerIdentity): Promise<void> {
  await sql`update issuer_sign_ins set identity = ${sql.json(identity)}::jsonb where state_hash = ${stateHash}`
}

/** Ends a sign-in on its way. @returns whether it still was */
export async function deleteSignIn(sql: Queries, stateHash: Buffer): Promise<boolean> {
  const rows = await sql`delete from issuer_sign_ins where state_hash = ${stateHash} returning state_hash`
  return rows.length > 0
}

type Subject = Pick<IssuerIdentity, 'issuer' | 'subject'> & { providerId: number }

/** Finds the user of an issuer's account. */
export async function findSubject(sql: Queries, { providerId, issuer, subject }: Subject): Promise<number | undefined> {
  const [row] = await sql<{ userId: number }[]>`
    select user_id as "userId" from identity_subjects where provider_id = ${providerId} and issuer = ${issuer} and subject = ${subject}`
  return row?.userId
}

/** Links an issuer's account to a user. @returns false when one of them is linked otherwise */
export async function linkSubject(
  sql: Queries,
  { providerId, issuer, subject }: Subject,
  userId: number,
  now: number,
): Promise<boolean> {
  const rows = await sql`
    insert into identity_subjects (provider_id, issuer, subject, user_id, linked_at) values (${providerId}, ${issuer}, ${subject}, ${userId}, ${now})
    on conflict do nothing returning user_id`
  return rows.length > 0
}

/** Whether a user was invited and never had access: nothing of theirs can be taken over. */
export async function isOnlyInvited(sql: Queries, userId: number): Promise<boolean> {
  const rows = await sql`select from users where id = ${userId} and password_set_at is null and last_seen_at is null`
  return rows.length > 0
}
