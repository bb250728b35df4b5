import type { LoanBalance } from '#contract/projects/loanBalances.ts'
import { CallError } from '../../callError.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { balanceAsOf, countedBalance } from '../../db/projects/loanState.ts'
import { personZone } from '../../db/projects/projectZone.ts'
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

/** Reads balances as of a moment; null for the present. */
export async function readBalances(sql: Queries, where: Fragment, asOf: AsOf | null): Promise<LoanBalance[]> {
  const rows = await sql<(Omit<LoanBalance, 'recordedAt'> & { recordedAt: number })[]>`
    select b.id, b.balance, b.as_of as "asOf", b.note as source, b.document_id as "documentId", b.corrects_id as "correctsId", u.display_name as "recordedBy", b.recorded_at as "recordedAt",
      b.id = (select id from (${countedBalance(sql, sql`b.project_id`, asOf)}) counted) as "isCounted"
    from loan_balances b left join users u on u.id = b.recorded_by where ${where}`
  return rows.map((row) => ({ ...row, recordedAt: toInstant(row.recordedAt) }))
}

/** @throws CallError BAD_SHAPE unless a balance belongs to the project; CONFLICT when it is corrected already */
async function requireCorrectable(sql: Queries, projectId: number, id: number): Promise<void> {
  const [found] = await sql<{ isCorrected: boolean }[]>`
    select exists (select from loan_balances where corrects_id = b.id) as "isCorrected" from loan_balances b where b.id = ${id} and b.project_id = ${projectId}`
  if (!found) throw new CallError('BAD_SHAPE', { fields: { correctsId: 'unknown' } })
  if (found.isCorrected) throw new CallError('CONFLICT', { fields: { correctsId: 'corrected' } })
}

export const loanBalanceHandlers: HandlersOf<'loanBalances'> = {
  async list(input, caller, context) {
    const { sql } = context
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    const where = sql`b.project_id = ${project.id} and ${balanceAsOf(sql, asOf)} and ${idIn(sql, 'b.id', input.ids)}`
    const [list, [count]] = await Promise.all([
      readBalances(
        sql,
        sql`${where} ${page(sql, input, { id: 'b.id', asOf: 'b.as_of' }, { field: 'id', order: 'desc' })}`,
        asOf,
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
      const [own] = await sql<
        { day: string }[]
      >`select timezone(${personZone(sql, caller.userId)}, ${now}::timestamptz)::date as day`
      // The caller's day may be ahead of the farm's.
      if (input.asOf > day && input.asOf > (own?.day ?? day))
        throw new CallError('BAD_SHAPE', { fields: { asOf: 'future' } })
      const { correctsId = null } = input
      if (correctsId !== null) await requireCorrectable(sql, id, correctsId)
      await requireReferences(sql, attached, caller, null, { documentId: input.documentId })
      const { id: added } = first(
        await sql<{ id: number }[]>`
          insert into loan_balances (project_id, balance, as_of, note, document_id, corrects_id, recorded_by, recorded_at)
          values (${id}, ${input.balance}::numeric, ${input.asOf}::date, ${input.source}, ${input.documentId ?? null}, ${correctsId}, ${caller.userId}, ${now}) returning id`,
      )
      const balance = first(await readBalances(sql, sql`b.id = ${added}`, null))
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
