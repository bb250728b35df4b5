import type { CollateralLine } from '#contract/projects/collateral.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Language } from '../../../languages.ts'
import { first } from '../../../records/transaction.ts'
import { requestTicket } from '../../office/tickets/tickets.ts'
import { partiesByRole } from '../heldProjects.ts'
import type { Changing } from './changing.ts'

/** Maximum ear tags named in a request. */
const tagsNamed = 20

/** Returns the facts of a line that every request about it includes. */
export async function factsOf(sql: Queries, { id, categoryId, unitId, quantity }: CollateralLine, language: Language) {
  const names = await sql<{ category: string; unit: string }[]>`
    select c.names ->> ${language} as category, u.names ->> ${language} as unit from lookups c, lookups u where c.id = ${categoryId} and u.id = ${unitId}`
  return { lineId: id, quantity, ...first(names) }
}

/** Returns the ear tags of the first of some animals, in id order. */
export async function tagsOf(sql: Queries, animalIds: readonly number[]): Promise<string[]> {
  const rows = await sql<{ tag: string }[]>`
    select visual_tag as tag from animals where id = any(${[...animalIds]}::bigint[]) order by id limit ${tagsNamed}`
  return rows.map(({ tag }) => tag)
}

/** Raises a ticket that the parties of a project must approve. @returns the ticket's id */
export function requestForProject(
  changing: Changing,
  kind: 'COLLATERAL_CHANGE' | 'ANIMAL_RELEASE' | 'SUBSTITUTION',
  payload: object,
): Promise<number> {
  const { project, caller } = changing
  return requestTicket(changing, caller, {
    kind,
    payload,
    subjectType: 'PROJECT',
    subjectId: project.id,
    subjectName: project.code,
    parties: partiesByRole(project),
  })
}
