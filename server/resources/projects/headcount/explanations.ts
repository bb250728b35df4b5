import type { Queries } from '../../../db/connect.ts'

interface NewExplanation {
  projectId: number
  pledgeIds: readonly number[]
  day: string
  explanation: string
  explainedBy: number
  /** Herd time, epoch ms. */
  at: number
}

/** Stores why heads of a project were not found on a day. @returns ids of the explanations, in the order of the pledges */
export async function insertExplanations(
  sql: Queries,
  { projectId, pledgeIds, day, explanation, explainedBy, at }: NewExplanation,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into head_explanations (project_id, pledge_id, day, explanation, explained_by, explained_at)
    select ${projectId}, pledge_id, ${day}::date, ${explanation}, ${explainedBy}, ${at} from unnest(${[...pledgeIds]}::bigint[]) pledge_id returning id`
  return rows.map(({ id }) => id)
}
