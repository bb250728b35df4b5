import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Queries } from '../../../db/connect.ts'
import { collaboratingOrganisations } from '../../people/parties.ts'

/** A party as given in a save; undefined changes nothing. */
interface Named {
  id: number | null | undefined
  name: string | null | undefined
}

/**
 * Checks that the caller already works with a party or names it in full, so that guessed ids reveal nothing about other organisations.
 * @param before the id of the present party
 * @throws CallError BAD_SHAPE naming the field
 */
export async function requireParty(
  sql: Queries,
  caller: Caller,
  kind: 'BANK' | 'BORROWER',
  before: number | null,
  { id, name }: Named,
): Promise<void> {
  if (id === undefined || id === null || id === before) return
  const allowed = await sql`
    select from organisations where id = ${id} and kind = ${kind} and status = 'ACTIVE' and deleted_at is null
      and (id in (${collaboratingOrganisations(sql, caller)}) or lower(name) = lower(${name ?? ''}) or credit_code = upper(${name ?? ''})) for key share`
  if (allowed.length === 0)
    throw new CallError('BAD_SHAPE', { fields: { [kind === 'BANK' ? 'bankOrgId' : 'borrowerOrgId']: 'unknown' } })
}
