import type { ProjectStatus } from '#contract/projects/projects.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { atHerdTime, audit, saved } from '../../../records/audit.ts'
import { selectRecords } from '../../../records/select.ts'
import { first } from '../../../records/transaction.ts'
import { changeWithin, update, type Within } from '../../../records/write.ts'
import { projects } from '../projects.ts'

/** Sets a project's status as the result of a ticket, without an access check, and notifies its parties after the commit. */
export async function setProjectStatus(
  within: Within,
  by: Caller,
  id: number,
  { status, ticketId }: { status: ProjectStatus; ticketId: number },
): Promise<void> {
  await changeWithin(within, projects, by, async ({ sql, now }) => {
    await sql`select from projects where id = ${id} for update`
    const before = first(await selectRecords(sql, projects, sql`r.id = ${id}`))
    await update(sql, projects, id, { status })
    const after = first(await selectRecords(sql, projects, sql`r.id = ${id}`))
    await audit(sql, by, atHerdTime(now), {
      ...saved(before, after),
      noun: projects.noun,
      nounId: id,
      detail: { ticketId },
    })
    return [{ before, after }]
  })
}
