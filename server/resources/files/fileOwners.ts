import { monitorRoles, organisationAdminRoles, supervisorRoles } from '#contract/people/roles.ts'
import { projectRoles } from '#contract/projects/projectRoles.ts'
import { CallError } from '../../callError.ts'
import type { SessionHolder } from '../../db/auth/sessions.ts'
import { ofLoansAmong } from '../../db/alerts.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { seesWalls, visibleFarms, visibleProjects } from '../visibility.ts'

/** The ids of the files that something refers to: they are kept. Whatever has a file is named here and in `visibleFiles`. */
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
 * The ids of the files of the objects that a caller may see: the licence of their own organisation, the plans of farms, the
 * files of policies, claims, animals and pairings, the documents of projects, their ledgers, loans and tickets, the photos of their
 * daily logs and those that alerts were closed with, and the pictures of the page of their organisation that its administrators keep.
 */
export function visibleFiles(sql: Queries, caller: SessionHolder): Fragment {
  const plans = sql`select plan_image_id as id from farms where plan_image_id is not null and id in (${visibleFarms(sql, caller)})`
  // A wall shows the monitor and nothing else.
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
      where ${maySeeAlerts} and a.farm_id in (${farms}) and (a.subject_type <> 'WALL' or ${seesWalls(caller)}) and ${ofLoansAmong(sql, projects)}
    union all select file_id from content_pictures
      where ${organisationAdminRoles.some((role) => role === caller.role)} and owner = 'ORGANISATION' and owner_id = ${caller.organisationId}
    union all ${plans}`
}

/** The ids of the documents that a caller may attach: their own uploads. */
export function ownDocuments(sql: Queries, caller: Uploader): Fragment {
  return ownFiles(sql, caller, 'application/pdf')
}

/** The ids of the pictures that a caller may attach: their own uploads. */
export function ownPictures(sql: Queries, caller: Uploader): Fragment {
  return ownFiles(sql, caller, 'image/webp')
}

export type Uploader = Pick<SessionHolder, 'userId' | 'organisationId'>

/** Whether a caller uploaded file `f`, as one of the organisation that they are of now: what is another's is not taken along. */
export function isOwnUpload(sql: Queries, { userId, organisationId }: Uploader): Fragment {
  return sql`(f.uploaded_by = ${userId} and f.organisation_id is not distinct from ${organisationId})`
}

function ownFiles(sql: Queries, caller: Uploader, contentType: string): Fragment {
  return sql`select f.id from files f where f.content_type = ${contentType} and ${isOwnUpload(sql, caller)}`
}

/** @throws CallError BAD_SHAPE that names the field, for a picture that the caller did not upload */
export async function requireOwnPicture(sql: Queries, caller: Uploader, field: string, id: string): Promise<void> {
  // Held, so that it is not swept meanwhile.
  const own = await sql`select from (${ownPictures(sql, caller)}) own where id = ${id} for key share`
  if (own.length === 0) throw new CallError('BAD_SHAPE', { fields: { [field]: 'unknown' } })
}
