import type { Organisation } from '#contract/people/organisations.ts'
import { adminRoleOf } from '#contract/people/roles.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'
import { requireRecentProof } from '../account/proof.ts'
import { insertNotices, type NoticeChange } from '../office/notices.ts'

const dayMs = 86_400_000
/** Days until a requirement starts when no day is given. */
const defaultDays = 7

type Standing = Pick<Organisation, 'id' | 'role' | 'requiresTwoFactor' | 'twoFactorFrom'>

interface RequirementInput {
  requiresTwoFactor?: boolean | undefined
  twoFactorFrom?: string | null | undefined
}

/** Returns the UTC day of an instant, `YYYY-MM-DD`. */
const dayOf = (at: number) => toInstant(at).slice(0, 10)

/**
 * Returns the day from which an organisation requires a second factor. It starts tomorrow at the earliest while an administrator has not
 * set one up, so that it locks nobody out at once.
 * @returns the day; null for no requirement; undefined when nothing changes
 * @throws CallError PROOF_REQUIRED; BAD_SHAPE when the day is too soon
 */
export async function requirementFrom(
  sql: Queries,
  caller: Caller,
  before: Standing,
  requirement: RequirementInput,
): Promise<string | null | undefined> {
  const requires = requirement.requiresTwoFactor ?? before.requiresTwoFactor
  const isSame =
    requires === before.requiresTwoFactor &&
    (!requires || requirement.twoFactorFrom === undefined || requirement.twoFactorFrom === before.twoFactorFrom)
  if (isSame) return requires ? undefined : null
  await requireRecentProof(sql, caller)
  if (!requires) return null
  const now = machineNow()
  const from = requirement.twoFactorFrom ?? (before.requiresTwoFactor ? dayOf(now) : dayOf(now + defaultDays * dayMs))
  const unprepared = await sql`
    select from users where organisation_id = ${before.id} and role = ${adminRoleOf[before.role]} and status = 'ACTIVE' and totp_confirmed_at is null limit 1`
  if (from < dayOf(unprepared.length > 0 ? now + dayMs : now))
    throw new CallError('BAD_SHAPE', { fields: { twoFactorFrom: 'too_soon' } })
  return from
}

/** Notifies users without a second factor from which day they need one. @returns the input for `emitNotices` */
export async function notifyOfRequirement(sql: Queries, organisationId: number, from: string): Promise<NoticeChange[]> {
  const rows = await sql<{ id: number }[]>`
    select id from users where organisation_id = ${organisationId} and status = 'ACTIVE' and totp_confirmed_at is null`
  const notice = {
    type: 'notification',
    code: 'TWO_FACTOR_REQUIRED',
    params: { from },
    path: '/dashboard/account#two-factor',
    at: machineNow(),
  } as const
  return insertNotices(
    sql,
    rows.map(({ id }) => id),
    notice,
  )
}
