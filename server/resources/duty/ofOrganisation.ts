import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import type { Queries } from '../../db/connect.ts'

/** Returns the caller's supervisor organisation. @throws CallError NOT_FOUND when the caller is not in one */
export function organisationOf({ organisationId, organisationKind }: Caller): number {
  if (organisationId === null || organisationKind !== 'SUPERVISOR') throw new CallError('NOT_FOUND')
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

/** @throws CallError BAD_SHAPE naming the field, for users who are disabled or outside the organisation's supervisor roles */
export async function requirePeople(
  sql: Queries,
  organisationId: number,
  ids: readonly number[],
  fieldOf: (id: number) => string,
): Promise<void> {
  const rows = await sql<{ id: number }[]>`
    select id from users where id = any(${[...ids]}::bigint[]) and organisation_id = ${organisationId} and status = 'ACTIVE' and role in ('ADMIN_SUPERVISOR', 'SUPERVISOR_PM')`
  const foundIds = new Set(rows.map(({ id }) => id))
  const unknownId = ids.find((id) => !foundIds.has(id))
  if (unknownId !== undefined) throw new CallError('BAD_SHAPE', { fields: { [fieldOf(unknownId)]: 'unknown' } })
}
