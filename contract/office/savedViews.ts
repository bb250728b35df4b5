import { z } from 'zod'
import { endpoint, ofPersonalNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'

/** A user's saved view of a list: the URL query, and the columns in their order. */
export const savedViewSchema = z.object({
  id: idSchema,
  list: z.string(),
  name: z.string(),
  query: z.string(),
  columns: z.array(z.string()),
})
export type SavedView = z.infer<typeof savedViewSchema>

export const savedViewEndpoints = ofPersonalNoun('savedViews', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/view/list',
    access: 'signedIn',
    input: z.object({ list: z.string().max(50) }),
    reply: z.object({ list: z.array(savedViewSchema) }),
    summary: 'One’s own saved views of a list.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    path: '/collateral/web/view/addOrEdit',
    access: 'signedIn',
    input: z.object({
      id: idSchema.optional(),
      list: z.string().min(1).max(50),
      name: z.string().trim().min(1).max(50),
      query: z.string().max(2000),
      columns: z.array(z.string().max(50)).max(100),
    }),
    reply: savedViewSchema,
    summary: 'Saves a view of a list under a name.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/view/del/{id}',
    access: 'signedIn',
    input: idInput,
    reply: z.object({}),
    summary: 'Forgets a saved view.',
  }),
})
