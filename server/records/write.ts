import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import { machineNow } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import { codeOf } from '../errorCode.ts'
import type { CallInfo } from '../handler.ts'
import type { Language } from '../languages.ts'
import { atHerdTime, audit, saved } from './audit.ts'
import type { AnyField, Change, Columns, Item, Noun, Records, RecordsOf, Row, Save, StoredRow } from './describe.ts'
import { present } from './read.ts'
import { commas, findRecord, tableOf, visibleTo } from './select.ts'
import { inTransaction } from './transaction.ts'

interface Input extends Record<string, unknown> {
  id?: number | undefined
  version?: number | undefined
}

interface Done {
  before: StoredRow | null
  after: StoredRow | null
}

/**
 * Changes one record in a transaction, runs the work that hooks deferred to after the commit, and emits the change.
 * @throws CallError CONFLICT with the field of a value that is taken
 */
export async function changeRecord(
  context: Context,
  records: Records,
  caller: Caller,
  work: (change: Change) => Promise<Done>,
): Promise<Done> {
  const [done = { before: null, after: null }] = await changeAll(context, records, caller, async (change) => [
    await work(change),
  ])
  return done
}

/** Changes records in one transaction, all or none; see `changeRecord`. */
export async function changeAll(
  context: Context,
  records: Records,
  caller: Caller,
  work: (change: Change) => Promise<Done[]>,
): Promise<Done[]> {
  return transact(context, (within) => changeWithin(within, records, caller, work))
}

/** A transaction that the caller commits, and then runs the deferred work. */
export type Within = Pick<Change, 'sql' | 'context' | 'afterCommit'>

/** Runs work in one transaction, then the work deferred to after the commit. @returns the result of the work */
export async function transact<T extends object>(context: Context, work: (within: Within) => Promise<T>): Promise<T> {
  const { result, later } = await inTransaction(context.sql, async (sql) => {
    const left: (() => Promise<void> | void)[] = []
    return { result: await work({ sql, context, afterCommit: (one) => void left.push(one) }), later: left }
  })
  for (const one of later) await one()
  return result
}

/** Changes records like `changeAll`, within an existing transaction. */
export async function changeWithin(
  within: Within,
  records: Records,
  caller: Caller,
  work: (change: Change) => Promise<Done[]>,
): Promise<Done[]> {
  const { context, afterCommit } = within
  const done = await work({ ...within, caller, now: context.clock.now(), note: {} }).catch((error: unknown) => {
    throw toTakenConflict(records, error)
  })
  afterCommit(() => emitRecordsChanged(context, records, done))
  return done
}

function emitRecordsChanged(
  { events }: Context,
  { name, farm, farms, organisation, organisations }: Records,
  done: readonly Done[],
): void {
  const changed = done.flatMap(({ before, after }) => [before, after]).filter((record) => record !== null)
  const idsIn = (field: string) => [
    ...new Set(changed.map((record) => record[field]).filter((id) => typeof id === 'number')),
  ]
  events.emit('recordsChanged', {
    noun: name,
    ids: idsIn('id'),
    ...(farm !== undefined && { farmIds: idsIn(farm) }),
    ...(farms !== undefined && { farmIds: [...new Set(changed.flatMap((record) => farms(record as never)))] }),
    ...(organisation !== undefined && { organisationIds: idsIn(organisation) }),
    ...(organisations !== undefined && {
      organisationIds: [...new Set(changed.flatMap((record) => organisations(record as never)))].filter(
        (id) => id !== null,
      ),
    }),
  })
}

/** Turns the violation of a unique index into a conflict that names its field. */
function toTakenConflict({ unique }: Records, error: unknown): unknown {
  const broken = codeOf(error) === '23505' && typeof error === 'object' && error !== null && 'constraint' in error
  const field = broken ? unique[String(error.constraint)] : undefined
  if (field === undefined) return error
  const fields = typeof field === 'string' ? { [field]: 'taken' } : { [field.acrossOwners]: 'unusable' }
  return new CallError('CONFLICT', { fields, cause: error })
}

/**
 * Adds a record, or edits the one that the input identifies. Fields missing from an edit stay unchanged.
 * @throws CallError NOT_FOUND; CONFLICT, with the current record, when the input is based on an older version;
 * BAD_SHAPE for a reference that the caller may not use; errors of the noun's hooks
 */
export async function saveRecord<N extends Noun, Live>(
  context: Context,
  records: RecordsOf<N, Live>,
  caller: Caller,
  input: Partial<Save<N>>,
  call: Pick<CallInfo, 'language'>,
): Promise<Item<N>>
export async function saveRecord(
  context: Context,
  records: Records,
  caller: Caller,
  input: Input,
  { language }: Pick<CallInfo, 'language'>,
): Promise<object> {
  const prepared = await prepare(context, records, input)
  const { after } = await changeRecord(context, records, caller, (change) => save(change, records, prepared, language))
  const [item = {}] = await present(context, records, after ? [after] : [])
  return item
}

interface Noted {
  /** Additional audit detail. */
  note: Record<string, unknown>
}

/** Saves a record like `saveRecord`, within an existing transaction. */
export async function saveWithin<N extends Noun, Live>(
  within: Within,
  records: RecordsOf<N, Live>,
  caller: Caller,
  input: Partial<Save<N>>,
  call: Pick<CallInfo, 'language'> & Noted,
): Promise<void>
export async function saveWithin(
  within: Within,
  records: Records,
  caller: Caller,
  input: Input,
  { language, note }: Pick<CallInfo, 'language'> & Noted,
): Promise<void> {
  const prepared = await prepare(within.context, records, input)
  await changeWithin(within, records, caller, async (change) => [
    await save({ ...change, note }, records, prepared, language),
  ])
}

/** Saves a record of any noun like `saveWithin`. */
export function saveAnyWithin(
  within: Within,
  records: Records,
  caller: Caller,
  input: Record<string, unknown>,
  call: Pick<CallInfo, 'language'> & Noted,
): Promise<void> {
  return saveWithin<never, never>(within, records, caller, input, call)
}

const prepare = async (context: Context, { hooks }: Records, input: Input): Promise<Input> => ({
  ...(hooks.prepare ? await hooks.prepare({ context, input }) : input),
})

async function save(
  change: Change,
  records: Records,
  input: Input,
  language: Language,
): Promise<{ before: StoredRow | null; after: StoredRow }> {
  const { sql, caller } = change
  const before = await findSaved(change, records, input)
  const saving = { ...change, input, before, language }
  const columns = { ...columnsOf(records, input), ...(await records.hooks.beforeSave?.(saving)) }
  const savedId = before ? await update(sql, records, before.id, columns) : await insert(sql, records, columns)
  const read = async () => (await findRecord(sql, records, caller, savedId)) as StoredRow
  let after = await read()
  if (records.hooks.afterSave) {
    await records.hooks.afterSave({ ...saving, after })
    after = await read()
  }
  await audit(sql, caller, atHerdTime(change.now), {
    ...saved(before, after),
    noun: records.noun,
    nounId: savedId,
    detail: change.note,
  })
  return { before, after }
}

type Saving = Pick<Change, 'sql' | 'caller' | 'context'>

/** Finds and locks the record that an input edits; null when it adds one. @throws CallError like `saveRecord`, except for the hooks */
export async function findSaved<N extends Noun, Live>(
  saving: Saving,
  records: RecordsOf<N, Live>,
  input: Partial<Save<N>>,
): Promise<Row<N, Live> | null>
export async function findSaved(saving: Saving, records: Records, input: Input): Promise<StoredRow | null>
export async function findSaved(
  { sql, caller, context }: Saving,
  records: Records,
  input: Input,
): Promise<StoredRow | null> {
  const id = input.id ?? (await idOf(sql, records, caller, input))
  const before = id === undefined ? null : ((await findRecord(sql, records, caller, id, { lock: true })) as StoredRow)
  if (before) await requireVersion(context, records, before, input.version)
  await requireReferences(sql, records, caller, before, input)
  return before
}

/** Returns the id of the existing record that an input without an id refers to. */
async function idOf(sql: Queries, records: Records, caller: Caller, input: Input): Promise<number | undefined> {
  if (!records.same) return undefined
  const condition = sql`${visibleTo(sql, records, caller)} and ${records.same(sql, input, caller)}`
  const [row] = await sql<{ id: number }[]>`select r.id from ${tableOf(sql, records)} where ${condition}`
  return row?.id
}

async function requireVersion(
  context: Context,
  records: Records,
  before: StoredRow,
  version: number | undefined,
): Promise<void> {
  if (version === before.version) return
  if (version === undefined && !records.needsVersion) return
  if (version === undefined) throw new CallError('BAD_SHAPE', { fields: { version: 'required' } })
  const [current] = await present(context, records, [before])
  throw new CallError('CONFLICT', { fields: { version: 'stale' }, current: records.item.parse(current) })
}

/**
 * @param which the set of allowed references: for a save, or for a restore from the recycle bin
 * @throws CallError BAD_SHAPE with the field, for a new reference to a record that the caller may not refer to
 */
export async function requireReferences(
  sql: Queries,
  { fields, inputs }: Pick<Records, 'fields' | 'inputs'>,
  caller: Caller,
  before: StoredRow | null,
  input: Input,
  which: 'among' | 'onRestore' = 'among',
): Promise<void> {
  for (const [name, field] of Object.entries({ ...fields, ...inputs })) {
    if (typeof field !== 'object' || field === null || !('among' in field)) continue
    const id = input[name]
    if (id === undefined || id === null || id === before?.[name]) continue
    // Locks the referenced record against removal.
    const visible =
      await sql`select from (${field[which](sql, caller)}) as named (id) where id = ${id as number} for key share`
    if (visible.length === 0) throw new CallError('BAD_SHAPE', { fields: { [name]: 'unknown' } })
  }
}

/** Returns the columns to write for an input. */
export function columnsOf({ fields, inputs }: Records, input: Input): Columns {
  const columns: Columns = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || name === 'id' || name === 'version') continue
    Object.assign(columns, written(name in inputs ? inputs[name] : fields[name], value))
  }
  return columns
}

function written(field: AnyField | null | undefined, value: unknown): Columns {
  if (typeof field === 'string') return { [field]: value }
  if (typeof field !== 'object' || field === null) return {}
  return 'column' in field ? { [field.column]: value } : field.write(value as never)
}

async function insert(sql: Queries, { table }: Records, columns: Columns): Promise<number> {
  const entries = Object.entries({ ...columns, updated_at: machineNow() })
  const names = entries.map(([name]) => sql`${sql(name)}`)
  const values = entries.map(([, value]) => asParameter(sql, value))
  const [row] = await sql<{ id: number }[]>`
    insert into ${sql(table)} (${commas(sql, names)}) values (${commas(sql, values)}) returning id`
  return row?.id ?? 0
}

export async function update(sql: Queries, records: Records, id: number, columns: Columns): Promise<number> {
  await updateAll(sql, records, [id], columns)
  return id
}

/** Writes one set of columns to several records. */
export async function updateAll(
  sql: Queries,
  { table }: Records,
  ids: readonly number[],
  columns: Columns,
): Promise<void> {
  const changes = Object.entries({ ...columns, updated_at: machineNow() }).map(
    ([name, value]) => sql`${sql(name)} = ${asParameter(sql, value)}`,
  )
  await sql`update ${sql(table)} set ${commas(sql, changes)}, version = version + 1 where id = any(${[...ids]}::bigint[])`
}

/** Returns a parameter for PostgreSQL: a hook's SQL unchanged, other objects as JSON. */
function asParameter(sql: Queries, value: unknown): Fragment {
  if (value instanceof Promise) return sql`${value as Fragment & Promise<unknown>}`
  if (typeof value === 'object' && value !== null) return sql`${JSON.stringify(value)}::text::jsonb`
  return sql`${value as string | number | boolean | null}`
}
