import { supervisorRoles } from '#contract/people/roles.ts'
import type { SessionHolder } from '../../db/auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { visibleFarms } from '../visibility.ts'

/** The ids of the files that something refers to: they are kept. Whatever has a file is named here and in `visibleFiles`. */
export function namedFiles(sql: Queries): Fragment {
  return sql`
    select licence_image_id as id from organisations where licence_image_id is not null
    union all select document_id from insurance_policies where document_id is not null`
}

/** The ids of the files of the objects that a caller may see: the licence of their own organisation, the documents of policies. */
export function visibleFiles(sql: Queries, caller: SessionHolder): Fragment {
  const maySeePolicies = supervisorRoles.some((role) => role === caller.role)
  return sql`
    select licence_image_id as id from organisations where id = ${caller.organisationId} and licence_image_id is not null
    union all select document_id from insurance_policies
      where ${maySeePolicies} and document_id is not null and farm_id in (${visibleFarms(sql, caller)})`
}

/** The ids of the documents that a caller may attach: their own uploads. */
export function ownDocuments(sql: Queries, caller: Pick<SessionHolder, 'userId'>): Fragment {
  return sql`select id from files where content_type = 'application/pdf' and uploaded_by = ${caller.userId}`
}
