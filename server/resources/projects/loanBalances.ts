import type { LoanBalance } from '#contract/projects/loanBalances.ts'
import { CallError } from '../../callError.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { audit } from '../../records/audit.ts'
import { reference } from '../../records/describe.ts'
import { idIn, listOf, page } from '../../records/page.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { requireReferences } from '../../records/write.ts'
import { ownDocuments } from '../files/fileOwners.ts'
import type { AsOf } from './past/asOf.ts'
import { resolveProjectAsOf } from './past/projectThen.ts'
import { projectChangeEvent, readVisibleProject } from './projectAccess.ts'

const attached = { fields: { documentId: reference('document_id', ownDocuments) }, inputs: {} }

/** Whether a balance was recorded as of a moment, for a day that had come by then. */
function noted(sql: Queries, table: 'b' | 'later', day: string, asOf: AsOf | null): Fragment {
  return asOf === null
    ? sql`true`
    : sql`(${sql(`${table}.as_of`)} <= ${day}::date and ${sql(`${table}.recorded_at`)} <= ${asOf.recorded}::timestamptz)`
}

/** @param later limits the newer balances that replace one; by default all do */
async function readBalances(sql: Queries, where: Fragment, later: Fragment = sql`true`): Promise<LoanBalance[]> {
  const rows = await sql<(Omit<LoanBalance, 'recordedAt'> & { recordedAt: number })[]>`
    select b.id, b.balance, b.as_of as "asOf", b.note as source, b.document_id as "documentId", u.display_name as "recordedBy", b.recorded_at as "recordedAt",
      not exists (select from loan_balances later where later.project_id = b.project_id and later.id > b.id and ${later}) as "isCounted"
    from loan_balances b left join users u on u.id = b.recorded_by where ${where}`
  return rows.map((row) => ({ ...row, recordedAt: toInstant(row.recordedAt) }))
}

export const loanBalanceHandlers: HandlersOf<'loanBalances'> = {
  async list(input, caller, context) {
    const { sql } = context
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    const where = sql`b.project_id = ${project.id} and ${noted(sql, 'b', project.day, asOf)} and ${idIn(sql, 'b.id', input.ids)}`
    const [list, [count]] = await Promise.all([
      readBalances(
        sql,
        sql`${where} ${page(sql, input, { id: 'b.id', asOf: 'b.as_of' }, { field: 'id', order: 'desc' })}`,
        noted(sql, 'later', project.day, asOf),
      ),
      sql<{ total: number }[]>`select count(*) as total from loan_balances b where ${where}`,
    ])
    return listOf(list, count?.total ?? 0, input)
  },

  async add(input, caller, { sql: pool, clock, events }) {
    const now = clock.now()
    const done = await inTransaction(pool, async (sql) => {
      // Locks the project, so that the balance recorded later has the greater id.
      const { id, day, status } = await readVisibleProject(sql, caller, input.id, now, { hold: true })
      if (status !== 'ACTIVE' && status !== 'CLOSING') throw new CallError('NOT_OPEN')
      if (input.asOf > day) throw new CallError('BAD_SHAPE', { fields: { asOf: 'future' } })
      await requireReferences(sql, attached, caller, null, { documentId: input.documentId })
      const { id: added } = first(
        await sql<{ id: number }[]>`
          insert into loan_balances (project_id, balance, as_of, note, document_id, recorded_by, recorded_at)
          values (${id}, ${input.balance}::numeric, ${input.asOf}::date, ${input.source}, ${input.documentId ?? null}, ${caller.userId}, ${now}) returning id`,
      )
      const balance = first(await readBalances(sql, sql`b.id = ${added}`))
      await audit(sql, caller, machineNow(), {
        action: 'ADD',
        noun: 'loanBalance',
        nounId: added,
        before: null,
        after: { ...balance, projectId: id },
      })
      return { balance, change: await projectChangeEvent(sql, [id], 'loanBalances') }
    })
    events.emit('recordsChanged', done.change)
    return done.balance
  },
}
