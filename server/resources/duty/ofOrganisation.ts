import { dutyRoles } from '#contract/people/roles.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import type { Queries } from '../../db/connect.ts'
import { textIn } from '../../records/page.ts'

/** Returns the caller's organisation, a supervisor or a bank. @throws CallError NOT_FOUND when the caller is in neither */
export function organisationOf({ organisationId, organisationKind }: Caller): number {
  if (organisationId === null || !['SUPERVISOR', 'BANK'].includes(organisationKind ?? ''))
    throw new CallError('NOT_FOUND')
  return organisationId
}

/** @throws CallError BAD_SHAPE naming the field, for an unknown time zone */
export function requireZone(timeZone: string): void {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
  } catch (error) {
    throw new CallError('BAD_SHAPE', { fields: { timeZone: 'unknown' }, cause: error })
  }
}

/** @throws CallError BAD_SHAPE naming the field, for users who are disabled or outside the organisation's roles on duty */
export async function requirePeople(
  sql: Queries,
  organisationId: number,
  ids: readonly number[],
  fieldOf: (id: number) => string,
): Promise<void> {
  const rows = await sql<{ id: number }[]>`
    select id from users where id = any(${[...ids]}::bigint[]) and organisation_id = ${organisationId} and status = 'ACTIVE' and ${textIn(sql, 'role', dutyRoles)}`
  const foundIds = new Set(rows.map(({ id }) => id))
  const unknownId = ids.find((id) => !foundIds.has(id))
  if (unknownId !== undefined) throw new CallError('BAD_SHAPE', { fields: { [fieldOf(unknownId)]: 'unknown' } })
}
