import type { SessionHolder } from '../../db/auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'

/** The ids of the files that something refers to: they are kept. Whatever has a file is named here and in `visibleFiles`. */
export function namedFiles(sql: Queries): Fragment {
  return sql`select licence_image_id as id from organisations where licence_image_id is not null`
}

/** The ids of the files of the objects that a caller may see: the licence of their own organisation. */
export function visibleFiles(sql: Queries, caller: SessionHolder): Fragment {
  return sql`select licence_image_id as id from organisations where id = ${caller.organisationId} and licence_image_id is not null`
}
