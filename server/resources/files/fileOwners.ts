import { monitorRoles, organisationAdminRoles, supervisorRoles } from '#contract/people/roles.ts'
import { projectRoles } from '#contract/projects/projectRoles.ts'
import { CallError } from '../../callError.ts'
import type { SessionHolder } from '../../db/auth/sessions.ts'
import { concernsOnlyLoansOf } from '../../db/alerts.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { seesWalls, visibleFarms, visibleProjects } from '../visibility.ts'

/** Selects the ids of files that a record refers to; these are kept. Every kind of record with files must be listed here and in `visibleFiles`. */
export function namedFiles(sql: Queries): Fragment {
  return sql`
    select licence_image_id as id from organisations where licence_image_id is not null
    union all select document_id from insurance_policies where document_id is not null
    union all select document_id from insurance_claims where document_id is not null
    union all select document_id from animal_documents
    union all select document_id from ledger_entries where document_id is not null
    union all select document_id from loan_balances where document_id is not null
    union all select document_id from project_documents
    union all select (payload ->> 'documentId')::uuid from tickets where payload ->> 'documentId' is not null
    union all select image_id from animal_photos
    union all select photo_id from pairings where photo_id is not null
    union all select end_photo_id from pairings where end_photo_id is not null
    union all select image_id from daily_log_photos
    union all select image_id from alert_photos
    union all select plan_image_id from farms where plan_image_id is not null
    union all select file_id from content_pictures`
}

/**
 * Selects the ids of files whose records a caller may see: their organisation's licence, plans of farms, files of policies, claims, animals
 * and pairings, documents of projects, ledgers, balances and tickets, photos of daily logs and closed alerts, and pictures of their
 * organisation's page for its administrators.
 */
export function visibleFiles(sql: Queries, caller: SessionHolder): Fragment {
  const plans = sql`select plan_image_id as id from farms where plan_image_id is not null and id in (${visibleFarms(sql, caller)})`
  // A wall shows the monitor only.
  if (caller.displayId !== null) return plans
  const maySeeHerds = supervisorRoles.some((role) => role === caller.role)
  const maySeeAlerts = monitorRoles.some((role) => role === caller.role)
  const maySeeProjects = projectRoles.some((role) => role === caller.role)
  const farms = visibleFarms(sql, caller)
  const projects = visibleProjects(sql, caller)
  return sql`
    select licence_image_id as id from organisations where id = ${caller.organisationId} and licence_image_id is not null
    union all select document_id from insurance_policies
      where ${maySeeHerds} and document_id is not null and farm_id in (${farms})
    union all select c.document_id from insurance_claims c join insurance_policies p on p.id = c.policy_id
      where ${maySeeHerds} and c.document_id is not null and p.farm_id in (${farms})
    union all select d.document_id from animal_documents d join animals a on a.id = d.animal_id
      where ${maySeeHerds} and a.farm_id in (${farms})
    union all select e.document_id from ledger_entries e
      where ${maySeeProjects} and e.document_id is not null and e.project_id in (${projects})
    union all select b.document_id from loan_balances b
      where ${maySeeProjects} and b.document_id is not null and b.project_id in (${projects})
    union all select d.document_id from project_documents d where ${maySeeProjects} and d.project_id in (${projects})
    union all select (t.payload ->> 'documentId')::uuid from tickets t
      where ${maySeeProjects} and t.subject_type = 'PROJECT' and t.payload ->> 'documentId' is not null and t.subject_id in (${projects})
    union all select p.image_id from animal_photos p join animals a on a.id = p.animal_id
      where ${maySeeHerds} and a.farm_id in (${farms})
    union all select p.photo_id from pairings p join animals a on a.id = p.animal_id
      where ${maySeeHerds} and p.photo_id is not null and a.farm_id in (${farms})
    union all select p.end_photo_id from pairings p join animals a on a.id = p.animal_id
      where ${maySeeHerds} and p.end_photo_id is not null and a.farm_id in (${farms})
    union all select p.image_id from daily_log_photos p join daily_logs l on l.id = p.log_id
      where ${maySeeProjects} and l.project_id in (${projects})
    union all select p.image_id from alert_photos p join alerts a on a.id = p.alert_id
      where ${maySeeAlerts} and a.farm_id in (${farms}) and (a.subject_type <> 'WALL' or ${seesWalls(caller)}) and ${concernsOnlyLoansOf(sql, projects)}
    union all select file_id from content_pictures
      where ${organisationAdminRoles.some((role) => role === caller.role)} and owner = 'ORGANISATION' and owner_id = ${caller.organisationId}
    union all ${plans}`
}

/** Selects the documents that a caller may attach: their own uploads. */
export function ownDocuments(sql: Queries, caller: Uploader): Fragment {
  return ownFiles(sql, caller, 'application/pdf')
}

/** Selects the pictures that a caller may attach: their own uploads. */
export function ownPictures(sql: Queries, caller: Uploader): Fragment {
  return ownFiles(sql, caller, 'image/webp')
}

export type Uploader = Pick<SessionHolder, 'userId' | 'organisationId'>

/** Whether a caller uploaded file `f` as a member of their present organisation. Uploads made in an earlier one no longer count. */
export function isOwnUpload(sql: Queries, { userId, organisationId }: Uploader): Fragment {
  return sql`(f.uploaded_by = ${userId} and f.organisation_id is not distinct from ${organisationId})`
}

function ownFiles(sql: Queries, caller: Uploader, contentType: string): Fragment {
  return sql`select f.id from files f where f.content_type = ${contentType} and ${isOwnUpload(sql, caller)}`
}

/** Locks a picture. @throws CallError BAD_SHAPE naming the field, when the caller did not upload it */
export async function requireOwnPicture(sql: Queries, caller: Uploader, field: string, id: string): Promise<void> {
  // Locks the row, so that the picture is not deleted as unclaimed before the commit.
  const own = await sql`select from (${ownPictures(sql, caller)}) own where id = ${id} for key share`
  if (own.length === 0) throw new CallError('BAD_SHAPE', { fields: { [field]: 'unknown' } })
}
