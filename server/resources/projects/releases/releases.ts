import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { HandlersOf } from '../../../handler.ts'
import { reference } from '../../../records/describe.ts'
import { first } from '../../../records/transaction.ts'
import { requireReferences } from '../../../records/write.ts'
import type { Queries } from '../../../db/connect.ts'
import { ownDocuments } from '../../files/fileOwners.ts'
import { visibleProjects } from '../../visibility.ts'
import { type Changing, changeProject } from '../collateral/changing.ts'
import { requireChosen } from '../collateral/chosenAnimals.ts'
import { claimAnimals } from '../collateral/claims.ts'
import { figuresAfter } from '../collateral/figures.ts'
import { requestForProject } from '../collateral/requests.ts'
import { findHeads, leaving, requireHeads, requireUnrequested } from './pledgedHeads.ts'
import type { ReleaseRequest, SubstitutionRequest } from './releaseRequests.ts'
import { figuresOfSubstitution, propose } from './substitutes.ts'

const attached = { fields: { documentId: reference('document_id', ownDocuments) }, inputs: {} }

async function requireVisible(sql: Queries, caller: Caller, id: number): Promise<void> {
  first(await sql`select id from (${visibleProjects(sql, caller)}) visible where id = ${id}`)
}

/** @throws CallError CONFLICT unless the project is running */
async function requireRunning({ sql, caller, project }: Changing, documentId: string | null): Promise<void> {
  if (project.status !== 'ACTIVE' && project.status !== 'CLOSING')
    throw new CallError('CONFLICT', { fields: { id: 'project_state' } })
  await requireReferences(sql, attached, caller, null, { documentId })
}

export const releaseHandlers: HandlersOf<'releases'> = {
  async check({ id, animalIds, tags }, caller, { sql }) {
    await requireVisible(sql, caller, id)
    const { heads, unknown } = await findHeads(sql, { projectId: id, animalIds, tags }, ['IN_HERD'])
    return {
      heads: heads.length,
      unknown,
      figures: heads.length === 0 ? [] : await figuresAfter(sql, id, leaving(heads)),
    }
  },

  request: ({ id, animalIds, tags, reason, documentId }, caller, context) =>
    changeProject(context, caller, id, async (changing) => {
      await requireRunning(changing, documentId)
      const heads = await requireHeads(changing.sql, { projectId: id, animalIds, tags }, ['IN_HERD'])
      await requireUnrequested(changing.sql, id, heads)
      const payload: ReleaseRequest = { ...listed(heads), reason, documentId }
      return { ticketId: await requestForProject(changing, 'ANIMAL_RELEASE', payload) }
    }),

  async propose({ id, animalIds, tags }, caller, { sql }) {
    await requireVisible(sql, caller, id)
    const { heads, unknown } = await findHeads(sql, { projectId: id, animalIds, tags }, ['IN_HERD', 'MISSING'])
    const pairs = await propose(sql, caller, id, heads)
    const chosen = new Set(pairs.flatMap(({ animal, substitute }) => (substitute === null ? [] : [animal.id])))
    const leavers = heads.filter(({ animalId }) => chosen.has(animalId))
    return {
      pairs,
      unknown,
      figures: await figuresOfSubstitution(sql, id, { lines: leaving(leavers), animalIds: [...chosen] }),
    }
  },

  substitute: ({ id, pairs, reason, documentId }, caller, context) =>
    changeProject(context, caller, id, async (changing) => {
      await requireRunning(changing, documentId)
      return { ticketId: await substitute(changing, pairs, { reason, documentId }).catch(inPairs) }
    }),
}

/** Claims the substitutes and raises the ticket. @returns the ticket's id */
async function substitute(
  changing: Changing,
  pairs: readonly { animalId: number; substituteId: number }[],
  { reason, documentId }: Pick<SubstitutionRequest, 'reason' | 'documentId'>,
): Promise<number> {
  const {
    sql,
    caller,
    now,
    project: { id },
  } = changing
  const substituteOf = new Map(pairs.map(({ animalId, substituteId }) => [animalId, substituteId]))
  if (substituteOf.size < pairs.length || new Set(substituteOf.values()).size < pairs.length)
    throw new CallError('BAD_SHAPE', { fields: { pairs: 'twice' } })
  const heads = await requireHeads(sql, { projectId: id, animalIds: [...substituteOf.keys()], tags: [] }, [
    'IN_HERD',
    'MISSING',
  ])
  for (const [lineId, lineHeads] of Map.groupBy(heads, (head) => head.lineId)) {
    const substitutes = lineHeads.map(({ animalId }) => substituteOf.get(animalId) ?? 0)
    await requireChosen(sql, caller, {
      projectId: id,
      categoryId: await categoryOf(sql, lineId),
      lineId,
      animalIds: substitutes,
      tags: [],
    })
  }
  await requireUnrequested(sql, id, heads)
  const claims = heads.map(({ animalId, lineId }) => ({ animalId: substituteOf.get(animalId) ?? 0, lineId }))
  const payload: SubstitutionRequest = {
    ...listed(heads),
    substitutes: await tagsOfAll(
      sql,
      claims.map(({ animalId }) => animalId),
    ),
    reason,
    documentId,
  }
  const ticketId = await requestForProject(changing, 'SUBSTITUTION', payload)
  await claimAnimals(sql, { projectId: id, ticketId, now, claims })
  return ticketId
}

/** Moves an error about animals to the `pairs` field of this call. */
function inPairs(error: unknown): never {
  if (!(error instanceof CallError) || error.fields?.['animalIds'] === undefined) throw error
  throw new CallError(error.code, {
    fields: { pairs: error.fields['animalIds'] },
    details: error.details,
    cause: error,
  })
}

const listed = (heads: readonly { animalId: number; lineId: number; tag: string }[]) => ({
  animalIds: heads.map(({ animalId }) => animalId),
  tags: heads.map(({ tag }) => tag),
  lines: leaving(heads),
})

async function categoryOf(sql: Queries, lineId: number): Promise<number> {
  return first(await sql<{ id: number }[]>`select category_id as id from collateral_lines where id = ${lineId}`).id
}

async function tagsOfAll(sql: Queries, animalIds: readonly number[]): Promise<string[]> {
  const rows = await sql<{ tag: string }[]>`
    select a.visual_tag as tag from unnest(${[...animalIds]}::bigint[]) with ordinality as o (id, place) join animals a on a.id = o.id order by o.place`
  return rows.map(({ tag }) => tag)
}
