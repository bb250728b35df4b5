import type { Queries } from '../connect.ts'

/** The server's role in the embedded database. */
export const runtimeUser = 'drover_runtime'

/** Tables whose rows are never changed, protected by privileges instead of an insert-only trigger. */
const appended = ['readings']
/** Tables that the server's role only reads. Migrations and triggers with their owner's privileges write them. */
const readOnly = ['animal_tags', 'migrations', 'pinyin', 'record_states', 'stays']

/** Creates the runtime role of the embedded database if it does not exist. It may only sign in. */
export async function makeRuntimeRole(sql: Queries): Promise<void> {
  const found = await sql`select from pg_roles where rolname = ${runtimeUser}`
  if (found.length === 0) await sql.unsafe(`create role ${named(runtimeUser)} login`)
}

/**
 * Grants a role exactly what the server needs: it owns and creates nothing, and cannot change or empty insert-only tables.
 * The owner of the tables must call it after each migration.
 */
export async function grantRuntime(sql: Queries, role: string): Promise<void> {
  const tables = await sql<{ name: string; isInsertOnly: boolean }[]>`
    select c.relname::text as name, exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and p.proname = 'refuse_change') as "isInsertOnly"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`
  const [schema] = await sql<{ name: string }[]>`select current_schema()::text as name`
  const inSchema = `in schema ${named(schema?.name ?? 'public')}`
  const to = named(role)
  const grants = tables.map(({ name, isInsertOnly }) => {
    const rights = readOnly.includes(name)
      ? 'select'
      : isInsertOnly || appended.includes(name)
        ? 'select, insert'
        : 'select, insert, update, delete'
    return `grant ${rights} on ${named(name)} to ${to}`
  })
  const statements = [
    `revoke all on all tables ${inSchema} from ${to}`,
    ...['make_readings_partition(date)', 'drop_readings_partition(date)'].flatMap((procedure) => [
      `revoke all on procedure ${procedure} from public`,
      `grant execute on procedure ${procedure} to ${to}`,
    ]),
    `grant usage on all sequences ${inSchema} to ${to}`,
    ...grants,
  ]
  await sql.unsafe(statements.join(';'))
}

/** Returns whether the current role owns the tables or is a superuser: then only triggers protect insert-only tables. */
export async function ownsTables(sql: Queries): Promise<boolean> {
  const rows = await sql`
    select from pg_class c join pg_roles r on r.rolname = current_user
    where c.oid = 'audit_entries'::regclass and (r.rolsuper or pg_has_role(r.oid, c.relowner, 'member'))`
  return rows.length > 0
}

const named = (name: string) => `"${name.replaceAll('"', '""')}"`
