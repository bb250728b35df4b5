import type { Project } from '#contract/projects/projects.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { HandlersOf } from '../../../handler.ts'
import { atHerdTime, audit, saved } from '../../../records/audit.ts'
import type { Change } from '../../../records/describe.ts'
import { readRecord } from '../../../records/read.ts'
import { findRecord } from '../../../records/select.ts'
import { requireVersion } from '../../../records/transaction.ts'
import { changeWithin, transact, update } from '../../../records/write.ts'
import { requestTicket } from '../../office/tickets/tickets.ts'
import { claimDrafts } from '../collateral/opening.ts'
import { readOpening } from './projectOpening.ts'
import { projects } from '../projects.ts'

/** A request to the parties of a project, made in the caller's transaction. */
interface Request {
  id: number
  version: number
  /** The status that it requires, and the one that the project has while the request is pending. */
  from: Project['status']
  waits: Project['status']
  ask: (change: Change, project: Project) => Promise<void>
}

/**
 * Raises a request to the parties of a project, at most once.
 * @throws CallError NOT_FOUND; CONFLICT when the project has changed since the caller read it
 */
async function request(context: Context, caller: Caller, { id, version, from, waits, ask }: Request): Promise<Project> {
  await transact(context, (within) =>
    changeWithin(within, projects, caller, async (change) => {
      const { sql } = change
      const before = await findRecord(sql, projects, caller, id, { lock: true })
      requireVersion(before, version)
      if (before.status !== from) throw new CallError('CONFLICT', { fields: { version: 'stale' } })
      await ask(change, before)
      await update(sql, projects, id, { status: waits })
      const after = await findRecord(sql, projects, caller, id)
      await audit(sql, caller, atHerdTime(change.now), {
        ...saved(before, after),
        noun: projects.noun,
        nounId: id,
        detail: change.note,
      })
      return [{ before, after }]
    }),
  )
  return (await readRecord(context, projects, caller, id)) as Project
}

/** Checks that a draft is complete. @throws CallError BAD_SHAPE naming the missing fields */
function requireWhole({ isSelectBank, isSelectBorrower, farms }: Project, lines: number): void {
  const missing = {
    bankOrgName: !isSelectBank,
    borrowerOrgName: !isSelectBorrower,
    farms: farms.length === 0,
    collateral: lines === 0,
  }
  const fields = Object.entries(missing).flatMap(([field, isMissing]) =>
    isMissing ? [[field, 'required'] as const] : [],
  )
  if (fields.length > 0) throw new CallError('BAD_SHAPE', { fields: Object.fromEntries(fields) })
}

const subjectOf = ({ id, code, name }: Project) =>
  ({ subjectType: 'PROJECT', subjectId: id, subjectName: `${code} ${name}` }) as const
const partiesOf = ({ bankOrgId, borrowerOrgId, supervisorOrgId }: Project) => ({
  SUPERVISOR: supervisorOrgId,
  ...(bankOrgId !== null && { BANK: bankOrgId }),
  ...(borrowerOrgId !== null && { BORROWER: borrowerOrgId }),
})

export const projectRequests: Pick<HandlersOf<'projects'>, 'submit' | 'askToClose'> = {
  submit: ({ id, version }, caller, context, { language }) =>
    request(context, caller, {
      id,
      version,
      from: 'DRAFT',
      waits: 'PENDING_APPROVAL',
      async ask({ sql, context: within, afterCommit, now }, project) {
        const payload = await readOpening(sql, project, language)
        requireWhole(project, payload.collateral.length)
        const ticketId = await requestTicket({ sql, context: within, afterCommit }, caller, {
          kind: 'PROJECT_OPEN',
          ...subjectOf(project),
          payload,
          parties: partiesOf(project),
        })
        await claimDrafts(sql, { projectId: id, ticketId, by: caller, now })
      },
    }),

  askToClose: ({ id, version, reason }, caller, context) =>
    request(context, caller, {
      id,
      version,
      from: 'ACTIVE',
      waits: 'CLOSING',
      async ask(change, project) {
        change.note['reason'] = reason
        const { loanAmount, loanBalance } = project
        await requestTicket(change, caller, {
          kind: 'PROJECT_CLOSE',
          ...subjectOf(project),
          payload: { reason, loanAmount, loanBalance },
          parties: partiesOf(project),
        })
      },
    }),
}
