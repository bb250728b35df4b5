import type { Fragment, Queries } from './connect.ts'

/** Columns in machine time that people see, by table. */
const machineTimes: Readonly<Record<string, readonly string[]>> = {
  tickets: ['raised_at', 'decided_at'],
  ticket_steps: ['decided_at'],
  ticket_step_effects: ['kept_at'],
  ticket_comments: ['at'],
  ticket_withdrawals: ['at'],
  audit_entries: ['at'],
  security_events: ['at'],
  notices: ['at', 'read_at', 'cleared_at'],
  outbox: ['at'],
  files: ['uploaded_at'],
  organisations: ['registered_at', 'updated_at'],
}

/** Those of them that the versions of a row note, too. */
const notedTimes: Readonly<Record<string, readonly string[]>> = {
  tickets: ['raised_at', 'decided_at'],
  ticket_steps: ['decided_at'],
}

/** An instant of machine time at which the herd's clock was moved, and to which herd time. Epoch ms. */
export interface ClockMove {
  machineAt: number
  herdAt: number
}

/**
 * Moves machine times to the herd times at which they happened: the demo's history of weeks is made in a minute, so all work would seem to be of the same minute.
 * The owner of the tables must call it, because triggers keep some of these tables from changes. Rows must not be sealed yet.
 * @param moves in their order, the first one not after the earliest row to move
 * @param since machine time of the first row of the demo, epoch ms; times before it were moved already
 */
export async function moveMachineTimes(sql: Queries, moves: readonly ClockMove[], since: number): Promise<void> {
  // A deadline keeps its distance from the request.
  await move(sql, { table: 'tickets', column: 'due_at', by: 'raised_at', moves, since })
  for (const [table, columns] of Object.entries(machineTimes))
    for (const column of columns) await move(sql, { table, column, by: column, moves, since })
  for (const [table, columns] of Object.entries(notedTimes))
    for (const column of columns) await moveNoted(sql, { table, column, moves, since })
}

interface Move {
  table: string
  column: string
  moves: readonly ClockMove[]
  since: number
}

/** Selects the distance by which an instant of machine time is moved. */
function distance(sql: Queries, at: Fragment, moves: readonly ClockMove[]): Fragment {
  return sql`(select herd_at - machine_at from unnest(${moves.map(({ machineAt }) => machineAt)}::timestamptz[],
      ${moves.map(({ herdAt }) => herdAt)}::timestamptz[]) as moved (machine_at, herd_at)
    where machine_at <= ${at} order by machine_at desc, herd_at desc limit 1)`
}

/** Moves a column by the distance of another one. */
async function move(sql: Queries, { table, column, by, moves, since }: Move & { by: string }): Promise<void> {
  await sql.unsafe(`alter table ${table} disable trigger user`)
  await sql`
    update ${sql(table)} t set ${sql(column)} = t.${sql(column)} + ${distance(sql, sql`t.${sql(by)}`, moves)} where t.${sql(by)} >= ${since}::timestamptz`
  await sql.unsafe(`alter table ${table} enable trigger user`)
}

/** Moves a column in the noted versions of a table's rows. */
async function moveNoted(sql: Queries, { table, column, moves, since }: Move): Promise<void> {
  await sql.unsafe('alter table record_states disable trigger user')
  await sql`
    update record_states s set state = s.state || jsonb_build_object(${column}::text, n.at + ${distance(sql, sql`n.at`, moves)})
    from (select id, (state ->> ${column})::timestamptz as at from record_states where source = ${table}) n
    where n.id = s.id and n.at >= ${since}::timestamptz`
  await sql.unsafe('alter table record_states enable trigger user')
}
