import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import { machineNow } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import { codeOf } from '../errorCode.ts'
import type { CallInfo } from '../handler.ts'
import type { Language } from '../languages.ts'
import { audit, saved } from './audit.ts'
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
 * Changes one record in a transaction; then does what the hooks left for after the commit, and tells the server.
 * @throws CallError CONFLICT that names the field, for a value that is taken
 */
export async function changeRecord(context: Context, records: Records, caller: Caller, work: (change: Change) => Promise<Done>): Promise<Done> {
  const [done = { before: null, after: null }] = await changeAll(context, records, caller, async (change) => [await work(change)])
  return done
}

/** Changes records in one transaction, all or none, as `changeRecord` changes one. */
export async function changeAll(context: Context, records: Records, caller: Caller, work: (change: Change) => Promise<Done[]>): Promise<Done[]> {
  return transact(context, (within) => changeWithin(within, records, caller, work))
}

/** A transaction that somebody else commits, who then does what was left for after the commit. */
export type Within = Pick<Change, 'sql' | 'context' | 'afterCommit'>

/** Does some work in one transaction; then what it left for after the commit. @returns what the work gave */
export async function transact<T extends object>(context: Context, work: (within: Within) => Promise<T>): Promise<T> {
  const { result, later } = await inTransaction(context.sql, async (sql) => {
    const left: (() => Promise<void> | void)[] = []
    return { result: await work({ sql, context, afterCommit: (one) => void left.push(one) }), later: left }
  })
  for (const one of later) await one()
  return result
}

/** Changes records as `changeAll` does, in a transaction that is there. */
export async function changeWithin(within: Within, records: Records, caller: Caller, work: (change: Change) => Promise<Done[]>): Promise<Done[]> {
  const { context, afterCommit } = within
  const done = await work({ ...within, caller, now: context.clock.now(), note: {} }).catch((error: unknown) => {
    throw taken(records, error)
  })
  afterCommit(() => tell(context, records, done))
  return done
}

function tell({ events }: Context, { name, farm, farms, organisation, organisations }: Records, done: readonly Done[]): void {
  const changed = done.flatMap(({ before, after }) => [before, after]).filter((record) => record !== null)
  const idsIn = (field: string) => [...new Set(changed.map((record) => record[field]).filter((id) => typeof id === 'number'))]
  events.emit('recordsChanged', {
    noun: name,
    ids: idsIn('id'),
    ...(farm !== undefined && { farmIds: idsIn(farm) }),
    ...(farms !== undefined && { farmIds: [...new Set(changed.flatMap((record) => farms(record as never)))] }),
    ...(organisation !== undefined && { organisationIds: idsIn(organisation) }),
    ...(organisations !== undefined && { organisationIds: [...new Set(changed.flatMap((record) => organisations(record as never)))].filter((id) => id !== null) }),
  })
}

/** A broken unique index as the refusal of the field that it speaks of. */
function taken({ unique }: Records, error: unknown): unknown {
  const broken = codeOf(error) === '23505' && typeof error === 'object' && error !== null && 'constraint_name' in error
  const field = broken ? unique[String(error.constraint_name)] : undefined
  return field === undefined ? error : new CallError('CONFLICT', { fields: { [field]: 'taken' }, cause: error })
}

/**
 * Adds a record, or changes the one that the input names; a field that an edit leaves out is kept.
 * @throws CallError NOT_FOUND; CONFLICT, with the record as it is now, when the input was made on an older version;
 *   BAD_SHAPE for a reference that the caller may not name; what the noun's hooks refuse
 */
export async function saveRecord<N extends Noun, Live>(context: Context, records: RecordsOf<N, Live>, caller: Caller, input: Partial<Save<N>>, call: Pick<CallInfo, 'language'>): Promise<Item<N>>
export async function saveRecord(context: Context, records: Records, caller: Caller, input: Input, { language }: Pick<CallInfo, 'language'>): Promise<object> {
  const prepared = await prepare(context, records, input)
  const { after } = await changeRecord(context, records, caller, (change) => save(change, records, prepared, language))
  const [item = {}] = await present(context, records, after ? [after] : [])
  return item
}

interface Noted {
  /** Notes beside the record. */
  note: Record<string, unknown>
}

/** Saves a record as `saveRecord` does, in a transaction that is there. */
export async function saveWithin<N extends Noun, Live>(within: Within, records: RecordsOf<N, Live>, caller: Caller, input: Partial<Save<N>>, call: Pick<CallInfo, 'language'> & Noted): Promise<void>
export async function saveWithin(within: Within, records: Records, caller: Caller, input: Input, { language, note }: Pick<CallInfo, 'language'> & Noted): Promise<void> {
  const prepared = await prepare(within.context, records, input)
  await changeWithin(within, records, caller, async (change) => [await save({ ...change, note }, records, prepared, language)])
}

const prepare = async (context: Context, { hooks }: Records, input: Input): Promise<Input> => ({ ...(hooks.prepare ? await hooks.prepare({ context, input }) : input) })

async function save(change: Change, records: Records, input: Input, language: Language): Promise<{ before: StoredRow | null; after: StoredRow }> {
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
  await audit(sql, caller, machineNow(), { ...saved(before, after), noun: records.noun, nounId: savedId, detail: change.note })
  return { before, after }
}

type Saving = Pick<Change, 'sql' | 'caller' | 'context'>

/** The record that an input changes, held until the end of the transaction; null: it adds one. @throws CallError as `saveRecord`, but for the hooks */
export async function findSaved<N extends Noun, Live>(saving: Saving, records: RecordsOf<N, Live>, input: Partial<Save<N>>): Promise<Row<N, Live> | null>
export async function findSaved(saving: Saving, records: Records, input: Input): Promise<StoredRow | null>
export async function findSaved({ sql, caller, context }: Saving, records: Records, input: Input): Promise<StoredRow | null> {
  const id = input.id ?? (await idOf(sql, records, caller, input))
  const before = id === undefined ? null : ((await findRecord(sql, records, caller, id, { hold: true })) as StoredRow)
  if (before) await requireVersion(context, records, before, input.version)
  await requireReferences(sql, records, caller, before, input)
  return before
}

/** The id of the record that an input without an id means. */
async function idOf(sql: Queries, records: Records, caller: Caller, input: Input): Promise<number | undefined> {
  if (!records.same) return undefined
  const condition = sql`${visibleTo(sql, records, caller)} and ${records.same(sql, input, caller)}`
  const [row] = await sql<{ id: number }[]>`select r.id from ${tableOf(sql, records)} where ${condition}`
  return row?.id
}

async function requireVersion(context: Context, records: Records, before: StoredRow, version: number | undefined): Promise<void> {
  if (version === before.version) return
  if (version === undefined && !records.needsVersion) return
  if (version === undefined) throw new CallError('BAD_SHAPE', { fields: { version: 'required' } })
  const [current] = await present(context, records, [before])
  throw new CallError('CONFLICT', { fields: { version: 'stale' }, current: records.item.parse(current) })
}

/**
 * @param which what a record may name that is saved, or that comes back from the recycle bin
 * @throws CallError that names the field, where it names another record than before and not one that the caller may name
 */
export async function requireReferences(sql: Queries, { fields, inputs }: Pick<Records, 'fields' | 'inputs'>, caller: Caller, before: StoredRow | null, input: Input, which: 'among' | 'again' = 'among'): Promise<void> {
  for (const [name, field] of Object.entries({ ...fields, ...inputs })) {
    if (typeof field !== 'object' || field === null || !('among' in field)) continue
    const id = input[name]
    if (id === undefined || id === null || id === before?.[name]) continue
    // Held, so that it is not removed meanwhile.
    const known = await sql`select from (${field[which](sql, caller)}) as named (id) where id = ${id as number} for key share`
    if (known.length === 0) throw new CallError('BAD_SHAPE', { fields: { [name]: 'unknown' } })
  }
}

/** The columns of what an input says, and what is written to them. */
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

/** Writes the same to several records. */
export async function updateAll(sql: Queries, { table }: Records, ids: readonly number[], columns: Columns): Promise<void> {
  const changes = Object.entries({ ...columns, updated_at: machineNow() }).map(([name, value]) => sql`${sql(name)} = ${asParameter(sql, value)}`)
  await sql`update ${sql(table)} set ${commas(sql, changes)}, version = version + 1 where id = any(${[...ids]}::bigint[])`
}

/** A value as PostgreSQL takes it: SQL of a hook as it is, any other object as JSON. */
function asParameter(sql: Queries, value: unknown): Fragment {
  if (value instanceof Promise) return sql`${value as Fragment & Promise<unknown>}`
  if (typeof value === 'object' && value !== null) return sql`${JSON.stringify(value)}::text::jsonb`
  return sql`${value as string | number | boolean | null}`
}
