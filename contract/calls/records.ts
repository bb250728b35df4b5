import { z } from 'zod'
import { type Access, endpoint } from './endpoint.ts'
import { idSchema, instantSchema, listInput, listReply, pageSchema } from './envelope.ts'

/** Fields of every record. `version` grows with each change; sent back with an edit, so that nobody overwrites what they have not seen. */
export const recordFields = { id: idSchema, version: z.number().int() }

/** Fields of every save: no `id` adds a record. Without `version` the last write wins; with a stale one it is CONFLICT. */
export const recordInput = { id: idSchema.optional(), version: z.number().int().optional() }

/** The input of a call about one record, whose id is in the path. */
export const idInput = z.object({ id: z.coerce.number().pipe(idSchema) })

/** Changes of a record, as the audit notes them. */
export const changeActions = [
  'ADD', 'EDIT', 'REMOVE', 'RESTORE', 'PURGE', 'ENABLE', 'DISABLE', 'ACKNOWLEDGE', 'ASSIGN', 'COMMENT', 'SHELVE', 'UNSHELVE', 'CLOSE', 'TAKE_EVIDENCE', 'ACTIVATE', 'APPROVE', 'REJECT', 'WITHDRAW',
  'INVITE', 'CHANGE_PASSWORD', 'RESET_PASSWORD', 'BEGIN_TWO_FACTOR', 'END_TWO_FACTOR',
] as const
export type ChangeAction = (typeof changeActions)[number]

/** One change of a record: who made it and when (wall-clock time), and the record before and after it. */
export const historyEntrySchema = z.object({
  id: idSchema,
  at: instantSchema,
  action: z.enum(changeActions),
  /** The display name; null: nobody who was signed in. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** The sheet that it was added from. */
  importedFrom: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

interface Noun<Item extends z.ZodObject, Save extends z.ZodObject, Sort extends readonly [string, ...string[]], Filters extends z.ZodRawShape, Listed extends z.ZodObject = Item> {
  /** Up to the noun: `/collateral/web/farmSlot`. */
  path: string
  access: Access
  /** Roles that may save and remove; those of `access` unless told. */
  saveAccess?: Access
  /** Roles that may use the recycle bin; those of `saveAccess` unless told. */
  binAccess?: Access
  item: Item
  /** The record as lists have it, where the whole has more than lists need: long texts. */
  listed?: Listed
  input: Save
  /** Fields of the item that a list sorts by. */
  sort: Sort
  filters: Filters
  /** In the plural: "Pens with the heads kept in them". */
  about: string
}

/** The list call of a noun. `ids` finds records by their ids, which is how the console names what others refer to. */
export function recordList<Item extends z.ZodType, const Sort extends readonly [string, ...string[]], Filters extends z.ZodRawShape>({
  path, access, item, sort, filters, about,
}: Pick<Noun<z.ZodObject, z.ZodObject, Sort, Filters>, 'path' | 'access' | 'sort' | 'filters' | 'about'> & { item: Item }) {
  const input = listInput(sort, { ids: z.array(idSchema).max(1000).optional(), ...filters })
  return endpoint({ method: 'POST', path: `${path}/list`, access, input, reply: listReply(item), summary: `${about}.` })
}

/** The call that gives one record. */
export function recordDetail<Item extends z.ZodType>(path: string, access: Access, item: Item) {
  return endpoint({ method: 'GET', path: `${path}/detail/{id}`, access, input: idInput, reply: item, summary: 'One of them.' })
}

/** The call that lists the changes of one record, newest first. */
export function recordHistory(path: string, access: Access) {
  const input = pageSchema.extend(idInput.shape)
  return endpoint({ method: 'POST', path: `${path}/{id}/history`, access, input, reply: listReply(historyEntrySchema), isCostly: true, summary: 'Who changed it when, and how; newest first.' })
}

/** The call that disables records of people, or lets them be used again. @param about what it does: "Disables users" */
export function recordStatus(path: string, access: Access, about: string) {
  return endpoint({
    method: 'PUT',
    path: `${path}/status`,
    access,
    input: z.object({
      ids: z.array(idSchema).min(1).max(1000),
      status: z.enum(['ACTIVE', 'DISABLED']),
      reason: z.string().trim().min(1).max(500),
    }),
    reply: z.object({ changed: z.number().int() }),
    summary: `${about}, or lets them in again; the sessions of a disabled one end at once.`,
  })
}

/** Every call of a described noun; what is special comes beside them: `{ ...recordEndpoints({ … }), card: endpoint({ … }) }`. */
export function recordEndpoints<
  Item extends z.ZodObject,
  Save extends z.ZodObject,
  const Sort extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
  Listed extends z.ZodObject = Item,
>(noun: Noun<Item, Save, Sort, Filters, Listed>) {
  const { path, access, saveAccess = access, binAccess = saveAccess, item, input, sort, filters, about } = noun
  const listed = (noun.listed ?? item) as Listed
  const removed = listed.extend({
    deletedAt: instantSchema,
    deletedBy: z.string().nullable(),
    /** Whole days until it is deleted for good; null: it stays until somebody does so, or history needs it. */
    daysLeft: z.number().int().nullable(),
  })
  return {
    list: recordList({ path, access, item: listed, sort, filters, about }),
    detail: recordDetail(path, access, item),
    addOrEdit: endpoint({ method: 'PUT', path: `${path}/addOrEdit`, access: saveAccess, input, reply: item, summary: 'Adds one, or changes the one whose id is given.' }),
    remove: endpoint({ method: 'DELETE', path: `${path}/del/{id}`, access: saveAccess, input: idInput, reply: z.object({}), summary: 'Puts one into the recycle bin, if nothing needs it.' }),
    trash: endpoint({
      method: 'POST',
      path: `${path}/trash/list`,
      access: binAccess,
      input: listInput([...sort, 'deletedAt'], filters),
      reply: listReply(removed),
      summary: 'The recycle bin, last removed first.',
    }),
    restore: endpoint({ method: 'PUT', path: `${path}/restore/{id}`, access: binAccess, input: idInput, reply: item, summary: 'Takes one out of the recycle bin.' }),
    purge: endpoint({ method: 'DELETE', path: `${path}/purge/{id}`, access: binAccess, input: idInput, reply: z.object({}), summary: 'Deletes one in the recycle bin for good, if no history needs it.' }),
    history: recordHistory(path, access),
  }
}
