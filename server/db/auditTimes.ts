import type { Fragment, Queries } from './connect.ts'

/** Selects when an audited change `x` was made, in herd time, which in a replay is years before machine time. */
export const auditedInHerd = (sql: Queries): Fragment => sql`coalesce(x.herd_at, x.at)`
