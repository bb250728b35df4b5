import type { HandlersOf } from '../../../handler.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { readEntries } from '../../../records/read.ts'
import { findRecord } from '../../../records/select.ts'
import { saveRecord } from '../../../records/write.ts'
import { occurredAsOf } from '../past/asOf.ts'
import { describeProjectAsOf, projectOfPast } from '../past/projectThen.ts'
import { availableFarms } from '../parties/projectFarms.ts'
import { projectRequests } from './projectRequests.ts'
import { projects } from '../projects.ts'
import { historyVisibleFrom } from '../projectTimes.ts'

const records = recordHandlers(projects)

export const projectHandlers: HandlersOf<'projects'> = {
  ...records,
  ...projectRequests,

  async detail(input, caller, context) {
    const present = await findRecord(context.sql, projects, caller, input.id)
    const past = await projectOfPast(context, caller, input)
    return past
      ? describeProjectAsOf(context.sql, present, {
          asOf: past.asOf,
          since: await historyVisibleFrom(context.sql, caller, input.id),
        })
      : present
  },

  async history(input, caller, context) {
    const { sql } = context
    const past = await projectOfPast(context, caller, input)
    await findRecord(sql, projects, caller, input.id)
    return readEntries(sql, projects, input, {
      which: occurredAsOf(sql, past?.asOf ?? null, 'e.at'),
      since: await historyVisibleFrom(sql, caller, input.id),
    })
  },

  addOrEdit: ({ id, ...input }, caller, context, call) =>
    saveRecord(context, projects, caller, { ...input, ...(id !== 0 && { id }) }, call),

  farmsAvailable: (input, caller, context) => availableFarms(context, caller, input),
}
