import { readdir, readFile } from 'node:fs/promises'
import type { Sql } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any number, the same for all: two servers that start at once migrate one after the other. */
const lock = 7_361_994

/**
 * Brings the database to the newest shape: each `NNN-name.sql` in order, once, in one transaction together with the
 * note that it was done.
 * @returns the names that were applied now
 */
export async function migrate(sql: Sql): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}-.+\.sql$/.test(name)).toSorted()
  const applied: string[] = []
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${lock})`
    await transaction`create table if not exists migrations (name text primary key, at timestamptz not null default now())`
    const done = new Set((await transaction<{ name: string }[]>`select name from migrations`).map((row) => row.name))
    for (const name of names) {
      if (done.has(name)) continue
      await transaction.unsafe(await readFile(new URL(name, folder), 'utf8')).simple()
      await transaction`insert into migrations (name) values (${name})`
      applied.push(name)
    }
  })
  return applied
}
