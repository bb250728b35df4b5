import type { HandlersOf } from '../../../handler.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { readEntries } from '../../../records/read.ts'
import { findRecord } from '../../../records/select.ts'
import { saveRecord } from '../../../records/write.ts'
import { hadCome } from '../past/asOf.ts'
import { describeThen, projectOfPast } from '../past/projectThen.ts'
import { availableFarms } from '../parties/projectFarms.ts'
import { projectRequests } from './projectRequests.ts'
import { projects } from '../projects.ts'

const records = recordHandlers(projects)

export const projectHandlers: HandlersOf<'projects'> = {
  ...records,
  ...projectRequests,

  async detail(input, caller, context) {
    const present = await findRecord(context.sql, projects, caller, input.id)
    const past = await projectOfPast(context, caller, input)
    return past ? describeThen(context.sql, present, past.project.day, past.asOf) : present
  },

  async history(input, caller, context, call) {
    const past = await projectOfPast(context, caller, input)
    return past ? readEntries(context.sql, projects, input, hadCome(context.sql, past.asOf, 'e.at')) : records.history(input, caller, context, call)
  },

  addOrEdit: ({ id, ...input }, caller, context, call) => saveRecord(context, projects, caller, { ...input, ...(id !== 0 && { id }) }, call),

  farmsAvailable: (input, caller, context) => availableFarms(context, caller, input),
}
