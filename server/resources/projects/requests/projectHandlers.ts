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
import { toldSince } from '../projectTimes.ts'

const records = recordHandlers(projects)

export const projectHandlers: HandlersOf<'projects'> = {
  ...records,
  ...projectRequests,

  async detail(input, caller, context) {
    const present = await findRecord(context.sql, projects, caller, input.id)
    const past = await projectOfPast(context, caller, input)
    return past ? describeThen(context.sql, present, { day: past.project.day, asOf: past.asOf, since: await toldSince(context.sql, caller, input.id) }) : present
  },

  async history(input, caller, context) {
    const { sql } = context
    const past = await projectOfPast(context, caller, input)
    await findRecord(sql, projects, caller, input.id)
    return readEntries(sql, projects, input, { which: hadCome(sql, past?.asOf ?? null, 'e.at'), since: await toldSince(sql, caller, input.id) })
  },

  addOrEdit: ({ id, ...input }, caller, context, call) => saveRecord(context, projects, caller, { ...input, ...(id !== 0 && { id }) }, call),

  farmsAvailable: (input, caller, context) => availableFarms(context, caller, input),
}
