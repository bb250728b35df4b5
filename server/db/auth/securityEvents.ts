import type { SecurityEventKind } from '#contract/people/securityEvents.ts'
import { toInstant } from '../../clock.ts'
import type { Queries } from '../connect.ts'

export interface NewSecurityEvent {
  kind: SecurityEventKind
  /** Machine time, epoch ms. */
  at: number
  userId: number | null
  userName: string | null
  address: string | null
  /** Network of the address: the part that one party controls. */
  network: string | null
  agent: string | null
  what: string
  skipped: number
}

export async function insertSecurityEvents(sql: Queries, events: readonly NewSecurityEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ at, ...event }) => ({ ...event, at: toInstant(at) }))
  await sql`
    insert into security_events (at, kind, user_id, user_name, address, network, agent, what, skipped)
    select at, kind, "userId", "userName", address, network, agent, what, skipped
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as event (at timestamptz, kind text, "userId" bigint, "userName" text,
      address text, network text, agent text, what text, skipped integer)`
}

/** Checks whether a user has signed in from a network before. Sign-ins of that user's walls do not count. */
export async function hasSignedInFrom(sql: Queries, userId: number, network: string): Promise<boolean> {
  const rows =
    await sql`select from security_events where kind = 'SIGN_IN' and user_id = ${userId} and network = ${network} and what <> 'display' limit 1`
  return rows.length > 0
}
