import type { Queries } from './connect.ts'

export type MarkName =
  | 'checkpoint'
  | 'listening_since'
  | 'demo_accounts'
  | 'demo_begun'
  | 'demo_seeded'
  | 'demo_platform'
  | 'hours_rolled'
  | 'hours_received'
  | 'readings_dropped'

/** Saves instants (herd time, epoch ms) by name. */
export async function setMarks(sql: Queries, marks: Partial<Record<MarkName, number>>): Promise<void> {
  for (const [name, at] of Object.entries(marks)) {
    await sql`insert into marks (name, at) values (${name}, ${at}) on conflict (name) do update set at = excluded.at`
  }
}

/** Reads every saved instant. */
export async function readMarks(sql: Queries): Promise<Partial<Record<MarkName, number>>> {
  const rows = await sql<{ name: MarkName; at: number }[]>`select name, at from marks`
  return Object.fromEntries(rows.map(({ name, at }) => [name, at]))
}
