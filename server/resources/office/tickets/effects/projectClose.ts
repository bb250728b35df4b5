import { z } from 'zod'
import type { Queries } from '../../../../db/connect.ts'
import { emitCollateralChanged } from '../../../projects/collateral/changing.ts'
import { subjectChanged } from '../../../projects/collateral/claims.ts'
import { effectOnProject, figuresOfAlerts, figuresOfClosing } from '../../../projects/collateral/figures.ts'
import { closeCollateral } from '../../../projects/collateral/opening.ts'
import { lockProjectUnchecked } from '../../../projects/heldProjects.ts'
import { setProjectStatus } from '../../../projects/requests/projectStatus.ts'
import { type DecidedTicket, type EffectMeans, type PendingTicket, ticketEffect } from './ticketEffect.ts'

const closingSchema = z.object({ loanAmount: z.string(), loanBalance: z.string(), reason: z.string() })

export const projectClose = ticketEffect(closingSchema, {
  changes: (closing) => Object.entries(closing).map(([field, after]) => ({ field, before: null, after })),
  effectOn: async (sql, { subjectId }) =>
    effectOnProject(sql, subjectId, [
      ...(await figuresOfClosing(sql, subjectId)),
      ...(await figuresOfAlerts(
        sql,
        sql`select animal_id from pledges where project_id = ${subjectId} and ended_at is null and is_counted`,
      )),
    ]),
  overtakes,
  approved,
  refused: (means, { id: ticketId, subjectId, by }) =>
    setProjectStatus(means, by, subjectId, { status: 'ACTIVE', ticketId }),
})

/** Locks the other pending tickets of the project itself. Tickets of its farms stay, because the farms go on without it. */
async function overtakes(sql: Queries, { id, subjectId }: PendingTicket): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from tickets where subject_type = 'PROJECT' and subject_id = ${subjectId} and state = 'PENDING' and id <> ${id} order by id for update`
  return rows.map((row) => row.id)
}

/** Ends all pledges and closes the project. @throws CallError CONFLICT unless the project is still waiting to close */
async function approved(
  means: EffectMeans,
  { id: ticketId, subjectId, by }: DecidedTicket,
  { reason }: z.infer<typeof closingSchema>,
): Promise<void> {
  const { sql, context, afterCommit } = means
  const project = await lockProjectUnchecked(sql, subjectId)
  if (project.status !== 'CLOSING') throw subjectChanged()
  await closeCollateral({ ...means, caller: by, now: context.clock.now() }, project.id, { ticketId, reason })
  await setProjectStatus(means, by, project.id, { status: 'CLOSED', ticketId })
  afterCommit(() => emitCollateralChanged(context, project))
}
