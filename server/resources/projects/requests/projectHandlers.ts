import type { HandlersOf } from '../../../handler.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { saveRecord } from '../../../records/write.ts'
import { availableFarms } from '../parties/projectFarms.ts'
import { projectRequests } from './projectRequests.ts'
import { projects } from '../projects.ts'

export const projectHandlers: HandlersOf<'projects'> = {
  ...recordHandlers(projects),
  ...projectRequests,

  addOrEdit: ({ id, ...input }, caller, context, call) => saveRecord(context, projects, caller, { ...input, ...(id !== 0 && { id }) }, call),

  farmsAvailable: (input, caller, context) => availableFarms(context, caller, input),
}
