import { mostDocuments, type ProjectDocument } from '#contract/projects/projectDocuments.ts'
import { toInstant } from '../../clock.ts'
import type { HandlersOf } from '../../handler.ts'
import { hadCome, wasKnown, wasRecorded } from './past/asOf.ts'
import { projectThen } from './past/projectThen.ts'

export const projectDocumentHandlers: HandlersOf<'projectDocuments'> = {
  async shown(input, caller, context) {
    const { sql } = context
    const { project, asOf } = await projectThen(context, caller, input)
    const { id } = project
    const rows = await sql<(Omit<ProjectDocument, 'attachedAt'> & { attachedAt: number })[]>`
      select f.id as "documentId", f.name, d.entry as "entryKind", d.ticket as "ticketKind", d.id as "ofId", u.display_name as "attachedBy", d.at as "attachedAt"
      from (
        select document_id, kind as entry, null::text as ticket, id, recorded_by, recorded_at as at from ledger_entries
          where project_id = ${id} and document_id is not null and ${wasKnown(sql, asOf, 'happened_at', 'recorded_at')}
        union all select document_id, null, null, id, recorded_by, recorded_at from loan_balances
          where project_id = ${id} and document_id is not null and as_of <= ${project.day}::date and ${wasRecorded(sql, asOf, 'recorded_at')}
        union all select (payload ->> 'documentId')::uuid, null, kind, id, raised_by, raised_at from tickets
          where subject_type = 'PROJECT' and subject_id = ${id} and payload ->> 'documentId' is not null and ${hadCome(sql, asOf, 'raised_at')}
      ) d join files f on f.id = d.document_id left join users u on u.id = d.recorded_by
      order by d.at desc, d.id desc limit ${mostDocuments}`
    return { documents: rows.map((row) => ({ ...row, attachedAt: toInstant(row.attachedAt) })) }
  },
}
