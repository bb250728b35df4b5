import type { OwnTexts } from '#contract/values/commonPasswords.ts'
import type { OrganisationStatus } from '#contract/people/organisations.ts'
import type { OrganisationKind, Role } from '#contract/people/roles.ts'
import type { UserStatus } from '#contract/people/users.ts'
import type { Fragment, Queries } from '../connect.ts'

/** The stored facts that a sign-in is checked against. */
export interface LoginRow {
  userId: number
  userName: string
  displayName: string
  email: string | null
  telephone: string | null
  /** Null for an invited user who has not set a password. */
  passwordHash: string | null
  role: Role | null
  organisationId: number | null
  organisationKind: OrganisationKind | null
  organisationName: string | null
  status: UserStatus
  organisationStatus: OrganisationStatus | null
  /** Encrypted; null without a confirmed second factor. */
  totpSecret: Buffer | null
}

async function find(sql: Queries, condition: Fragment): Promise<LoginRow | undefined> {
  const [row] = await sql<LoginRow[]>`
    select u.id as "userId", u.user_name as "userName", u.display_name as "displayName", u.email, u.telephone,
      u.password_hash as "passwordHash", u.role,
      u.organisation_id as "organisationId", o.kind as "organisationKind", o.name as "organisationName", u.status,
      o.status as "organisationStatus", case when u.totp_confirmed_at is null then null else u.totp_secret end as "totpSecret"
    from users u left join organisations o on o.id = u.organisation_id where ${condition}`
  return row
}

/** Returns the texts of an account that its password must not contain. */
export function ownTexts({ userName, displayName, email, telephone, organisationName }: LoginRow): OwnTexts {
  return [userName, displayName, email, telephone, organisationName]
}

/** Finds a login by user name, ignoring case. */
export function findLogin(sql: Queries, userName: string): Promise<LoginRow | undefined> {
  return find(sql, sql`lower(u.user_name) = lower(${userName})`)
}

/** @param telephone in E.164 */
export function findLoginByTelephone(sql: Queries, telephone: string): Promise<LoginRow | undefined> {
  return find(sql, sql`u.telephone = ${telephone}`)
}

export function findLoginByEmail(sql: Queries, email: string): Promise<LoginRow | undefined> {
  return find(sql, sql`lower(u.email) = lower(${email})`)
}

export function findLoginById(sql: Queries, userId: number): Promise<LoginRow | undefined> {
  return find(sql, sql`u.id = ${userId}`)
}

/** Sets a user's password (machine time). The caller ends the sessions that were opened with the old one. */
export async function setPassword(sql: Queries, userId: number, passwordHash: string, now: number): Promise<void> {
  await sql`
    update users set password_hash = ${passwordHash}, password_set_at = ${now}, updated_at = ${now}, version = version + 1
    where id = ${userId}`
}
