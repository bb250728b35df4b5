import type { registrationInputSchema } from '#contract/people/auth.ts'
import { adminRoleOf } from '#contract/people/roles.ts'
import type { z } from 'zod'
import type { Queries } from '../../db/connect.ts'
import { findTakenFields } from '../people/takenNames.ts'

export type Registration = z.output<typeof registrationInputSchema>

/**
 * Prepares for a registration with a proven telephone number. Deletes an earlier one of that number that was never activated, and frees
 * the names of users whose organisation was rejected.
 */
export async function clearFormer(sql: Queries, { telephone, userName, email }: Registration): Promise<void> {
  await deleteRegistrations(sql, await pendingOf(sql, telephone))
  await sql`
    update users u set user_name = u.user_name || ' ' || u.id, telephone = null, email = null, status = 'DISABLED'
    from organisations o where o.id = u.organisation_id and o.status = 'REJECTED'
      and (lower(u.user_name) = lower(${userName}) or u.telephone = ${telephone} or lower(u.email) = lower(${email}))`
}

async function pendingOf(sql: Queries, telephone: string): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select o.id from organisations o join users u on u.organisation_id = o.id
    where o.status = 'PENDING_ACTIVATION' and u.status = 'PENDING_ACTIVATION' and u.telephone = ${telephone} for update`
  return rows.map(({ id }) => id)
}

/** Deletes registrations that were never activated; no other records can refer to them. */
async function deleteRegistrations(sql: Queries, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from users where organisation_id = any (${[...ids]}::bigint[]) and status = 'PENDING_ACTIVATION'`
  await sql`delete from organisations where id = any (${[...ids]}::bigint[])`
}

/** Deletes registrations from before an instant that were never activated, and so frees their names. */
export async function deleteAbandoned(sql: Queries, before: number): Promise<void> {
  const rows = await sql<{ id: number }[]>`
    select id from organisations where status = 'PENDING_ACTIVATION' and registered_at < ${before}
      and not exists (select from users u where u.organisation_id = organisations.id and u.status <> 'PENDING_ACTIVATION')`
  await deleteRegistrations(
    sql,
    rows.map(({ id }) => id),
  )
}

/** Returns the unique fields that cannot be used, except the email address, whose holder is notified in place of the asker. */
export async function findTakenRegistrationFields(
  sql: Queries,
  registration: Registration,
): Promise<Record<string, string>> {
  const sameCreditCode =
    await sql`select from organisations where credit_code = ${registration.creditCode} and status <> 'REJECTED'`
  const taken = Object.entries(await findTakenFields(sql, registration)).filter(([field]) => field !== 'email')
  return { ...(sameCreditCode.length > 0 && { creditCode: 'unusable' }), ...Object.fromEntries(taken) }
}

/** Inserts an organisation and its administrator, both awaiting activation. @returns their ids */
export async function insertRegistration(
  sql: Queries,
  registration: Registration,
  { passwordHash, now }: { passwordHash: string; now: number },
): Promise<{ organisationId: number; userId: number }> {
  const {
    organizationRole,
    organizationName,
    creditCode,
    contact,
    address,
    licenceImageId,
    userName,
    email,
    telephone,
  } = registration
  const [row] = await sql<{ organisationId: number; userId: number }[]>`
    with organisation as (
      insert into organisations (kind, name, status, credit_code, contact, telephone, email, address, licence_image_id,
        registered_at, updated_at)
      values (${organizationRole}, ${organizationName}, 'PENDING_ACTIVATION', ${creditCode}, ${contact}, ${telephone}, ${email},
        ${address}, ${licenceImageId}, ${now}, ${now})
      returning id
    )
    insert into users (user_name, password_hash, password_set_at, role, organisation_id, display_name, telephone, email, status,
      created_at, updated_at)
    select ${userName}, ${passwordHash}, ${now}, ${adminRoleOf[organizationRole]}, id, ${contact}, ${telephone}, ${email},
      'PENDING_ACTIVATION', ${now}, ${now} from organisation
    returning organisation_id as "organisationId", id as "userId"`
  if (!row) throw new Error('nothing was registered')
  return row
}

/** Activates a registration. @returns its organisation; undefined when it does not await activation */
export async function activateRegistration(
  sql: Queries,
  userId: number,
  now: number,
): Promise<{ id: number; name: string } | undefined> {
  await sql`
    update users set status = 'ACTIVE', updated_at = ${now}, version = version + 1
    where id = ${userId} and status = 'PENDING_ACTIVATION'`
  const [row] = await sql<{ id: number; name: string }[]>`
    update organisations o set status = 'PENDING_APPROVAL', updated_at = ${now}, version = o.version + 1
    from users u where u.id = ${userId} and u.status = 'ACTIVE' and o.id = u.organisation_id and o.status = 'PENDING_ACTIVATION'
    returning o.id, o.name`
  return row
}
