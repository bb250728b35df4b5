import { machineNow } from '../clock.ts'
import type { Queries } from '../db/connect.ts'
import type { ChangeAction } from '#contract/calls/records.ts'
import type { Caller } from '../auth/sessions.ts'

/** Actions on a record that existed before and still exists. */
type Change = Exclude<ChangeAction, 'ADD' | 'REMOVE' | 'PURGE'>

/**
 * A change, its record, and the record before and after, as in answers or rows: never with a password, code, token or secret.
 * `detail` holds additional data, such as a reason.
 */
export type AuditEntry = { noun: string; nounId: number; detail?: Record<string, unknown> } & (
  | { action: 'ADD'; before: null; after: object }
  | { action: Change; before: object; after: object }
  | { action: 'REMOVE' | 'PURGE'; before: object; after: null }
)

/** The author of a change. The caller of a public call has no user id, only an address. */
export type Author = Pick<Caller, 'userId' | 'address'>

/** When a change was made, epoch ms: machine time, and herd time for records that past views show. */
export type AuditTime = number | { machine: number; herd: number }

/** Returns the present of both clocks. @param herd herd time, epoch ms */
export const atHerdTime = (herd: number): AuditTime => ({ machine: machineNow(), herd })

/** Writes an audit entry in the transaction of the change. */
export function audit(sql: Queries, author: Author, at: AuditTime, entry: AuditEntry): Promise<void> {
  return auditAll(sql, author, at, [entry])
}

/** Writes several audit entries in order, with one statement. */
export async function auditAll(
  sql: Queries,
  { userId, address }: Author,
  at: AuditTime,
  entries: readonly AuditEntry[],
): Promise<void> {
  const texts = (of: (entry: AuditEntry) => object | null) => entries.map((entry) => asJson(of(entry)))
  const { machine, herd } = typeof at === 'number' ? { machine: at, herd: null } : at
  await sql`
    insert into audit_entries (at, herd_at, user_id, address, action, noun, noun_id, before, after, detail)
    select ${machine}::timestamptz, ${herd}::timestamptz, ${userId === 0 ? null : userId}::bigint, ${address === '' ? null : address}::text, action, noun, noun_id, before::jsonb, after::jsonb, detail::jsonb
    from unnest(${entries.map(({ action }) => action)}::text[], ${entries.map(({ noun }) => noun)}::text[], ${entries.map(({ nounId }) => nounId)}::bigint[],
      ${texts(({ before }) => before)}::text[], ${texts(({ after }) => after)}::text[], ${texts(({ detail = {} }) => detail)}::text[])
      with ordinality as e (action, noun, noun_id, before, after, detail, place) order by place`
}

/** Returns an ADD entry for a new record, else an EDIT entry. */
export function saved<R extends object>(before: R | null, after: R) {
  return before === null ? ({ action: 'ADD', before, after } as const) : ({ action: 'EDIT', before, after } as const)
}

function asJson(value: object | null): string | null {
  return value ? JSON.stringify(value) : null
}
