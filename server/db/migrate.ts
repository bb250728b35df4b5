import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { StartError } from '../settings.ts'
import type { Sql } from './connect.ts'
import { addPlatformRules } from './platformRules.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any number, the same for all: two servers that start at once migrate one after the other. */
const lock = 7_361_994

/**
 * Brings the database to the newest shape: each `NNN-name.sql` in order, once, in one transaction together with the
 * note that it was done; and the platform's alert rules of kinds that are new.
 * @returns the names that were applied now
 * @throws StartError when a file is not the one that was applied: the database has another shape than this version means
 */
export async function migrate(sql: Sql): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{3}-.+\.sql$/.test(name)).toSorted()
  const applied: string[] = []
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${lock})`
    await transaction`
      create table if not exists migrations (name text primary key, checksum text, at timestamptz not null default now())`
    await transaction`alter table migrations add column if not exists checksum text`
    const rows = await transaction<{ name: string; checksum: string | null }[]>`select name, checksum from migrations`
    const done = new Map(rows.map((row) => [row.name, row.checksum]))
    for (const name of names) {
      const text = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      if (done.has(name)) {
        if (done.get(name) !== checksum) throw new StartError(`the database was made by another version of Drover (${name} differs)`)
        continue
      }
      await transaction.unsafe(text).simple()
      await transaction`insert into migrations (name, checksum) values (${name}, ${checksum})`
      applied.push(name)
    }
    await addPlatformRules(transaction)
  })
  return applied
}
