import { maxShownDocuments, type ProjectDocument } from '#contract/projects/projectDocuments.ts'
import { CallError } from '../../callError.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { balanceAsOf } from '../../db/projects/loanState.ts'
import { raisedInHerd } from '../../db/projects/ticketTimes.ts'
import type { HandlersOf } from '../../handler.ts'
import { audit } from '../../records/audit.ts'
import { reference } from '../../records/describe.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { requireReferences } from '../../records/write.ts'
import { ownDocuments } from '../files/fileOwners.ts'
import { requireWritable } from './logs/logProjects.ts'
import { occurredAsOf, happenedAndRecordedAsOf, recordedAsOf } from './past/asOf.ts'
import { resolveProjectAsOf } from './past/projectThen.ts'
import { projectChangeEvent } from './projectAccess.ts'

const attached = { fields: { documentId: reference('document_id', ownDocuments) }, inputs: {} }

/** @param documents a subquery: document_id, entry, ticket, about, id, recorded_by, at */
async function readDocuments(sql: Queries, documents: Fragment): Promise<ProjectDocument[]> {
  const rows = await sql<(Omit<ProjectDocument, 'attachedAt'> & { attachedAt: number })[]>`
    select f.id as "documentId", f.name, d.entry as "entryKind", d.ticket as "ticketKind", d.about, d.id as "ofId", u.display_name as "attachedBy", d.at as "attachedAt"
    from (${documents}) d join files f on f.id = d.document_id left join users u on u.id = d.recorded_by
    order by d.at desc, d.id desc limit ${maxShownDocuments}`
  return rows.map((row) => ({ ...row, attachedAt: toInstant(row.attachedAt) }))
}

/** Selects documents added to a project itself. */
const added = (sql: Queries, where: Fragment) =>
  sql`select document_id, null::text as entry, null::text as ticket, about, id, added_by as recorded_by, added_at as at from project_documents where ${where}`

export const projectDocumentHandlers: HandlersOf<'projectDocuments'> = {
  async shown(input, caller, context) {
    const { sql } = context
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    const { id } = project
    const documents = await readDocuments(
      sql,
      sql`
      ${added(sql, sql`project_id = ${id} and ${recordedAsOf(sql, asOf, 'added_at')}`)}
      union all select document_id, kind, null, null, id, recorded_by, recorded_at from ledger_entries
        where project_id = ${id} and document_id is not null and ${happenedAndRecordedAsOf(sql, asOf, 'happened_at', 'recorded_at')}
      union all select document_id, null, null, null, id, recorded_by, recorded_at from loan_balances b
        where project_id = ${id} and document_id is not null and ${balanceAsOf(sql, asOf)}
      union all select (payload ->> 'documentId')::uuid, null, kind, null, id, raised_by, raised_at from tickets t
        where subject_type = 'PROJECT' and subject_id = ${id} and payload ->> 'documentId' is not null and ${occurredAsOf(sql, asOf, raisedInHerd(sql))}`,
    )
    return { documents }
  },

  async add({ id, documentId, about }, caller, { sql: pool, clock, events }) {
    const done = await inTransaction(pool, async (sql) => {
      await requireWritable(sql, caller, id)
      await requireReferences(sql, attached, caller, null, { documentId })
      const [row] = await sql<{ id: number }[]>`
        insert into project_documents (project_id, document_id, about, added_by, added_at)
        values (${id}, ${documentId}, ${about}, ${caller.userId}, ${clock.now()}) on conflict (project_id, document_id) do nothing returning id`
      if (row === undefined) throw new CallError('CONFLICT', { fields: { documentId: 'taken' } })
      const document = first(await readDocuments(sql, added(sql, sql`id = ${row.id}`)))
      await audit(sql, caller, machineNow(), {
        action: 'ADD',
        noun: 'projectDocument',
        nounId: row.id,
        before: null,
        after: { ...document, projectId: id },
      })
      return { document, change: await projectChangeEvent(sql, [id], 'projectDocuments') }
    })
    events.emit('recordsChanged', done.change)
    return done.document
  },
}
