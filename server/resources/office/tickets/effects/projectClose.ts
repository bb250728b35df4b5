import { z } from 'zod'
import { tellCollateral } from '../../../projects/collateral/changing.ts'
import { overtaken } from '../../../projects/collateral/claims.ts'
import { effectOnProject, figuresOfClosing } from '../../../projects/collateral/figures.ts'
import { closeCollateral } from '../../../projects/collateral/opening.ts'
import { findProject } from '../../../projects/heldProjects.ts'
import { setProjectStatus } from '../../../projects/requests/projectStatus.ts'
import { type DecidedTicket, type EffectMeans, ticketEffect } from './ticketEffect.ts'

const closingSchema = z.object({ loanAmount: z.string(), loanBalance: z.string(), reason: z.string() })

export const projectClose = ticketEffect(closingSchema, {
  changes: (closing) => Object.entries(closing).map(([field, after]) => ({ field, before: null, after })),
  effectOn: async (sql, { subjectId }) => effectOnProject(sql, subjectId, await figuresOfClosing(sql, subjectId)),
  approved,
  refused: (means, { id: ticketId, subjectId, by }) => setProjectStatus(means, by, subjectId, { status: 'ACTIVE', ticketId }),
})

/** The loan is over: what was pledged for it is free. @throws CallError CONFLICT where the project no longer waits for it */
async function approved(means: EffectMeans, { id: ticketId, subjectId, by }: DecidedTicket, { reason }: z.infer<typeof closingSchema>): Promise<void> {
  const { sql, context, afterCommit } = means
  const project = await findProject(sql, subjectId)
  if (project.status !== 'CLOSING') throw overtaken()
  await closeCollateral({ ...means, caller: by, now: context.clock.now() }, project.id, { ticketId, reason })
  await setProjectStatus(means, by, project.id, { status: 'CLOSED', ticketId })
  afterCommit(() => tellCollateral(context, project))
}
