import type { Fragment, Queries } from '../connect.ts'

/** Selects when a ticket `t` was raised, in herd time, which in a replay is years before machine time. */
export const raisedInHerd = (sql: Queries): Fragment => sql`coalesce(t.raised_in_herd, t.raised_at)`

/** Selects when a ticket `t` was decided, in herd time; null while it is pending. */
export const decidedInHerd = (sql: Queries): Fragment => sql`coalesce(t.decided_in_herd, t.decided_at)`
