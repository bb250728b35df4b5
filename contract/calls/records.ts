import { z } from 'zod'
import { type Access, endpoint } from './endpoint.ts'
import { idSchema, instantSchema, listInput, listReply, pageSchema } from './envelope.ts'

/** Fields of every record. `version` grows with each change; an edit sends it back, so that it cannot overwrite an unseen change. */
export const recordFields = { id: idSchema, version: z.number().int() }

/** Fields of every save. A save without `id` adds a record. Without `version` the last write wins; a stale `version` fails with CONFLICT. */
export const recordInput = { id: idSchema.optional(), version: z.number().int().optional() }

/** Input of a call about one record; the id is in the path. */
export const idInput = z.object({ id: z.coerce.number().pipe(idSchema) })

/** Kinds of changes of a record in the audit. */
export const changeActions = [
  'ADD',
  'EDIT',
  'REMOVE',
  'RESTORE',
  'PURGE',
  'ENABLE',
  'DISABLE',
  'ACKNOWLEDGE',
  'ASSIGN',
  'COMMENT',
  'SHELVE',
  'UNSHELVE',
  'CLOSE',
  'TAKE_EVIDENCE',
  'ACTIVATE',
  'APPROVE',
  'REJECT',
  'WITHDRAW',
  'INVITE',
  'CHANGE_PASSWORD',
  'RESET_PASSWORD',
  'BEGIN_TWO_FACTOR',
  'END_TWO_FACTOR',
  'ROTATE',
  'REVOKE',
] as const
export type ChangeAction = (typeof changeActions)[number]

/** One change of a record: its author, its time (machine time), and the record before and after. */
export const historyEntrySchema = z.object({
  id: idSchema,
  at: instantSchema,
  action: z.enum(changeActions),
  /** Display name; null when nobody was signed in. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** Name of the imported sheet that added the record. */
  importedFrom: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

interface Noun<
  Item extends z.ZodObject,
  Save extends z.ZodObject,
  Sort extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
  Listed extends z.ZodObject = Item,
> {
  /** Path up to the noun: `/collateral/web/farmSlot`. */
  path: string
  access: Access
  /** Roles that may save and remove; defaults to `access`. */
  saveAccess?: Access
  /** Roles that may use the recycle bin; defaults to `saveAccess`. */
  binAccess?: Access
  item: Item
  /** The record as lists return it, if they leave out parts such as long texts. */
  listed?: Listed
  input: Save
  /** Fields that a list can be sorted by. */
  sort: Sort
  filters: Filters
  /** Plural description: "Pens with the heads kept in them". */
  about: string
}

/** Creates the list call of a noun. `ids` finds records by id; the console uses it to name referenced records. */
export function recordList<
  Item extends z.ZodType,
  const Sort extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>({
  path,
  access,
  item,
  sort,
  filters,
  about,
}: Pick<Noun<z.ZodObject, z.ZodObject, Sort, Filters>, 'path' | 'access' | 'sort' | 'filters' | 'about'> & {
  item: Item
}) {
  const input = listInput(sort, { ids: z.array(idSchema).max(1000).optional(), ...filters })
  return endpoint({ method: 'POST', path: `${path}/list`, access, input, reply: listReply(item), summary: `${about}.` })
}

/** Creates the call that returns one record. */
export function recordDetail<Item extends z.ZodType>(path: string, access: Access, item: Item) {
  return endpoint({
    method: 'GET',
    path: `${path}/detail/{id}`,
    access,
    input: idInput,
    reply: item,
    summary: 'One of them.',
  })
}

/** Creates the call that lists the changes of one record, newest first. */
export function recordHistory(path: string, access: Access) {
  const input = pageSchema.extend(idInput.shape)
  return endpoint({
    method: 'POST',
    onlyReads: true,
    path: `${path}/{id}/history`,
    access,
    input,
    reply: listReply(historyEntrySchema),
    isCostly: true,
    summary: 'Who changed it when, and how; newest first.',
  })
}

/**
 * Creates the call that disables or enables records of people.
 * @param about effect of the call: "Disables users"
 */
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

/** Creates all standard calls of a noun. Special calls are added next to them: `{ ...recordEndpoints({ … }), card: endpoint({ … }) }`. */
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
    /** Whole days until the record is deleted permanently; null when it is not deleted automatically, or history needs it. */
    daysLeft: z.number().int().nullable(),
  })
  return {
    list: recordList({ path, access, item: listed, sort, filters, about }),
    detail: recordDetail(path, access, item),
    addOrEdit: endpoint({
      method: 'PUT',
      path: `${path}/addOrEdit`,
      access: saveAccess,
      input,
      reply: item,
      summary: 'Adds one, or changes the one whose id is given.',
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/del/{id}`,
      access: saveAccess,
      input: idInput,
      reply: z.object({}),
      summary: 'Puts one into the recycle bin, if nothing needs it.',
    }),
    trash: endpoint({
      method: 'POST',
      path: `${path}/trash/list`,
      access: binAccess,
      input: listInput([...sort, 'deletedAt'], filters),
      reply: listReply(removed),
      summary: 'The recycle bin, last removed first.',
    }),
    restore: endpoint({
      method: 'PUT',
      path: `${path}/restore/{id}`,
      access: binAccess,
      input: idInput,
      reply: item,
      summary: 'Takes one out of the recycle bin.',
    }),
    purge: endpoint({
      method: 'DELETE',
      path: `${path}/purge/{id}`,
      access: binAccess,
      input: idInput,
      reply: z.object({}),
      summary: 'Deletes one in the recycle bin for good, if no history needs it.',
    }),
    history: recordHistory(path, access),
  }
}
