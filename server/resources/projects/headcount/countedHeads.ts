import type { Queries } from '../../../db/connect.ts'

/** The animals that the ledgers of projects count, by line. They come as one text a line: 100,000 of them are one row and not as many. */
export async function countedHeads(sql: Queries, projectIds: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await sql<{ lineId: number; animals: string }[]>`
    select line_id as "lineId", string_agg(animal_id::text, ',') as animals from pledges
    where project_id = any(${[...projectIds]}::bigint[]) and ended_at is null and is_counted group by 1`
  return new Map(rows.map(({ lineId, animals }) => [lineId, animals.split(',').map(Number)]))
}
