import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { codeOf } from '../../errorCode.ts'
import { StartError } from '../../settings.ts'
import type { Queries, Sql } from '../connect.ts'
import { addPinyin } from './pinyin.ts'
import { addPlatformRules } from './platformRules.ts'
import { grantRuntime } from './roles.ts'

const folder = new URL('../migrations/', import.meta.url)
/** An arbitrary number shared by all servers, so that two that start together migrate one after another. */
const lock = 7_361_994
const insufficientPrivilege = '42501'

interface Migration {
  name: string
  text: string
  checksum: string
}

/**
 * Migrates the database: runs each `NNN-name.sql` once, in order, in one transaction that also records it.
 * Adds platform alert rules of new kinds. Without pending migrations, a role without privileges succeeds as well.
 * @param runtimeRole role to grant the server's privileges to; absent: no grants
 * @returns the names of the migrations that it applied
 * @throws StartError when an applied file has changed, or when the role may not run a pending migration
 */
export async function migrate(sql: Sql, runtimeRole?: string): Promise<string[]> {
  const migrations = await readMigrations()
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${lock})`
    const done = await readDone(transaction)
    for (const { name, checksum } of migrations) {
      if (done.has(name) && done.get(name) !== checksum)
        throw new StartError(`the database was made by another version of Drover (${name} differs)`)
    }
    const pending = migrations.filter(({ name }) => !done.has(name))
    if (pending.length > 0) await apply(transaction, pending)
    await addPlatformRules(transaction)
    await addPinyin(transaction)
    if (runtimeRole !== undefined) await grantRuntime(transaction, runtimeRole)
    return pending.map(({ name }) => name)
  })
}

/**
 * Sorts the migration files into the order of their numbers.
 * @throws Error when two files share a number
 */
export function orderOf(files: readonly string[]): string[] {
  const names = files.filter((name) => /^\d{3}-.+\.sql$/.test(name)).toSorted()
  const second = names.find((name, place) => names[place - 1]?.slice(0, 3) === name.slice(0, 3))
  if (second !== undefined) throw new Error(`the number of ${second} is another migration’s`)
  return names
}

async function readMigrations(): Promise<Migration[]> {
  const names = orderOf(await readdir(folder))
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Reads the checksums of applied migrations. */
async function readDone(sql: Queries): Promise<ReadonlyMap<string, string | null>> {
  const [found] = await sql<{ isThere: boolean }[]>`select to_regclass('migrations') is not null as "isThere"`
  if (!found?.isThere) return new Map()
  const rows = await sql<
    { name: string; checksum: string | null }[]
  >`select name, to_jsonb(m) ->> 'checksum' as checksum from migrations m`
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function apply(sql: Queries, pending: readonly Migration[]): Promise<void> {
  try {
    await sql`create table if not exists migrations (name text primary key, checksum text, at timestamptz not null default now())`
    await sql`alter table migrations add column if not exists checksum text`
    for (const { name, text, checksum } of pending) {
      await sql.unsafe(text).simple()
      await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`
    }
  } catch (error) {
    if (codeOf(error) !== insufficientPrivilege) throw error
    throw new StartError(
      'the database has to be brought to its newest shape, which this role may not do: name its owner in MIGRATION_DATABASE_URL',
    )
  }
}
