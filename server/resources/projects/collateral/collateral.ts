import type { CollateralLine } from '#contract/projects/collateral.ts'
import { CallError } from '../../../callError.ts'
import type { HandlersOf } from '../../../handler.ts'
import { audit } from '../../../records/audit.ts'
import { recordHandlers } from '../../../records/handlers.ts'
import { findRecord } from '../../../records/select.ts'
import { first, requireVersion } from '../../../records/transaction.ts'
import { requireReferences } from '../../../records/write.ts'
import type { Language } from '../../../languages.ts'
import { lookupField } from '../../lookups/lookups.ts'
import { visibleProjects } from '../../visibility.ts'
import { requireChangeable } from '../heldProjects.ts'
import { readVisibleProject } from '../projectAccess.ts'
import { describeLinesAsOf } from '../past/pastLines.ts'
import { projectOfPast } from '../past/projectThen.ts'
import { type Changing, changeProject } from './changing.ts'
import { chooseFree, chooseNamed, requireChosen } from './chosenAnimals.ts'
import { claimAnimals } from './claims.ts'
import { type LineChange, priceOf } from './lineChanges.ts'
import { collateralLines } from './lines.ts'
import { factsOf, requestForProject, tagsOf } from './requests.ts'

const entries = {
  fields: { categoryId: lookupField('category_id', 'CATEGORY'), unitId: lookupField('unit_id', 'UNIT') },
  inputs: {},
}

interface Terms {
  categoryId: number
  unitId: number
  quantity: string
  unitPrice: string
  pricedOn: string
  priceSource: string
  haircut: string
  remark: string | null
}

/** @throws CallError BAD_SHAPE when the price is of a future day on the project's farms */
async function requirePriced(
  { sql, caller, project, now }: Changing,
  { pricedOn }: Pick<Terms, 'pricedOn'>,
): Promise<void> {
  const { day } = await readVisibleProject(sql, caller, project.id, now)
  if (pricedOn > day) throw new CallError('BAD_SHAPE', { fields: { pricedOn: 'future' } })
}

/** Locks a line of the project. @throws CallError NOT_FOUND when the line belongs to another project */
async function findLine({ sql, caller, project }: Changing, id: number): Promise<CollateralLine> {
  const line = await findRecord(sql, collateralLines, caller, id, { lock: true })
  if (line.projectId !== project.id) throw new CallError('NOT_FOUND')
  return line
}

async function insertLine({ sql, caller, project, at }: Changing, terms: Terms): Promise<CollateralLine> {
  const { id } = first(
    await sql<{ id: number }[]>`
      insert into collateral_lines (project_id, category_id, unit_id, quantity, unit_price, priced_on, price_source, haircut, remark, status, created_at, updated_at)
      values (${project.id}, ${terms.categoryId}, ${terms.unitId}, ${terms.quantity}, ${terms.unitPrice}, ${terms.pricedOn}, ${terms.priceSource}, ${terms.haircut},
        ${terms.remark}, ${project.status === 'DRAFT' ? 'DRAFT' : 'PENDING'}, ${at}, ${at}) returning id`,
  )
  return findRecord(sql, collateralLines, caller, id)
}

async function draftedIn({ sql }: Changing, lineId: number): Promise<number[]> {
  const rows = await sql<
    { id: number }[]
  >`select animal_id as id from collateral_drafts where line_id = ${lineId} order by animal_id`
  return rows.map(({ id }) => id)
}

/** Replaces the animals that a draft line would pledge. */
async function draft({ sql }: Changing, lineId: number, animalIds: readonly number[]): Promise<void> {
  await sql`delete from collateral_drafts where line_id = ${lineId} and animal_id <> all(${[...animalIds]}::bigint[])`
  await sql`insert into collateral_drafts (line_id, animal_id) select ${lineId}, unnest(${[...animalIds]}::bigint[]) on conflict do nothing`
}

/** @throws CallError CONFLICT when a request about the line is pending, or the line is not active */
function requireIdle({ ticketId, status }: CollateralLine): void {
  if (ticketId !== null) throw new CallError('CONFLICT', { fields: { collateralId: 'requested' } })
  if (status !== 'ACTIVE') throw new CallError('CONFLICT', { fields: { collateralId: 'line_state' } })
}

interface Asking extends Pick<LineChange, 'action' | 'arrival' | 'heads' | 'before' | 'after' | 'reason'> {
  animalIds?: readonly number[]
}

/** Requests a change of a line from the bank, and claims the animals that it would add. */
async function ask(
  changing: Changing,
  line: CollateralLine,
  { animalIds = [], ...change }: Asking,
  language: Language,
) {
  const { sql, project, now } = changing
  const payload: LineChange = { ...change, ...(await factsOf(sql, line, language)), tags: await tagsOf(sql, animalIds) }
  const ticketId = await requestForProject(changing, 'COLLATERAL_CHANGE', payload)
  await claimAnimals(sql, {
    projectId: project.id,
    ticketId,
    now,
    claims: animalIds.map((animalId) => ({ lineId: line.id, animalId })),
  })
  return { id: line.id, ticketId }
}

const withoutTicket = (id: number) => ({ id, ticketId: null })

function requireReason(reason: string | undefined): string {
  if (reason === undefined) throw new CallError('BAD_SHAPE', { fields: { reason: 'required' } })
  return reason
}

export const collateralHandlers: HandlersOf<'collateral'> = {
  async list(input, caller, context, call) {
    const past = await projectOfPast(context, caller, input)
    return recordHandlers(past ? describeLinesAsOf(past.project, past.asOf) : collateralLines).list(
      input,
      caller,
      context,
      call,
    )
  },

  async categories({ id, collateralId }, caller, { sql }, { language }) {
    const line = await findRecord(sql, collateralLines, caller, collateralId)
    if (line.projectId !== id) throw new CallError('NOT_FOUND')
    return sql<{ id: number; code: string; name: string; heads: number }[]>`
      select l.id, l.code, l.names ->> ${language} as name, count(p.id)::int as heads from lookups l
        left join animals a on a.category_id = l.id and a.id in (select animal_id from pledges where line_id = ${collateralId} and is_counted)
        left join pledges p on p.animal_id = a.id and p.line_id = ${collateralId} and p.is_counted
      where l.kind = 'CATEGORY' and l.deleted_at is null and (not l.is_retired or l.id = ${line.categoryId}) group by l.id order by l.place, l.id`
  },

  async choose({ id, collateralId = null, categoryId, animalIds, tags, filter }, caller, { sql }) {
    const project = first(
      await sql<{ id: number }[]>`select id from (${visibleProjects(sql, caller)}) visible where id = ${id}`,
    )
    const target = { projectId: project.id, categoryId, lineId: collateralId }
    return filter ? chooseFree(sql, caller, target, filter) : chooseNamed(sql, caller, { ...target, animalIds, tags })
  },

  create: ({ id, animalIds, tags, arrival, reason, ...terms }, caller, context, { language }) =>
    changeProject(context, caller, id, async (changing) => {
      const { sql, project, at } = changing
      requireChangeable(project)
      await requirePriced(changing, terms)
      await requireReferences(sql, entries, caller, null, terms)
      const chosen = await requireChosen(sql, caller, {
        projectId: id,
        categoryId: terms.categoryId,
        lineId: null,
        animalIds,
        tags,
      })
      const isDraft = project.status === 'DRAFT'
      if (!isDraft && chosen.length === 0) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'required' } })
      const line = await insertLine(changing, terms)
      await audit(sql, caller, at, {
        action: 'ADD',
        noun: collateralLines.noun,
        nounId: line.id,
        before: null,
        after: line,
        detail: { animalIds: chosen },
      })
      if (!isDraft) {
        const asking = {
          action: 'ADD',
          arrival,
          animalIds: chosen,
          heads: { before: 0, after: chosen.length },
          before: null,
          after: priceOf(line),
          reason: reason ?? null,
        } as const
        return ask(changing, line, asking, language)
      }
      await draft(changing, line.id, chosen)
      return withoutTicket(line.id)
    }),

  edit: ({ id, collateralId, version, animalIds, tags, ...terms }, caller, context) =>
    changeProject(context, caller, id, async (changing) => {
      const { sql, project, at } = changing
      const before = await findLine(changing, collateralId)
      if (version !== undefined) requireVersion(before, version)
      await requirePriced(changing, terms)
      await requireReferences(sql, entries, caller, { ...before }, terms)
      const isChosen = animalIds !== undefined || tags !== undefined
      const named = isChosen
        ? { animalIds: animalIds ?? [], tags: tags ?? [] }
        : { animalIds: await draftedIn(changing, collateralId), tags: [] }
      const chosen = await requireChosen(sql, caller, {
        projectId: id,
        categoryId: terms.categoryId,
        lineId: collateralId,
        ...named,
      })
      if (project.status !== 'DRAFT' || before.status !== 'DRAFT')
        throw new CallError('CONFLICT', { fields: { id: 'project_state' } })
      await sql`
        update collateral_lines set category_id = ${terms.categoryId}, unit_id = ${terms.unitId}, quantity = ${terms.quantity}, unit_price = ${terms.unitPrice}, priced_on = ${terms.pricedOn},
          price_source = ${terms.priceSource}, haircut = ${terms.haircut}, remark = ${terms.remark}, version = version + 1, updated_at = ${at} where id = ${collateralId}`
      await draft(changing, collateralId, chosen)
      const after = await findRecord(sql, collateralLines, caller, collateralId)
      await audit(sql, caller, at, {
        action: 'EDIT',
        noun: collateralLines.noun,
        nounId: collateralId,
        before,
        after,
        detail: { animalIds: chosen },
      })
      return withoutTicket(collateralId)
    }),

  addAnimals: ({ id, collateralId, animalIds, tags, arrival, reason }, caller, context, { language }) =>
    changeProject(context, caller, id, async (changing) => {
      const line = await findLine(changing, collateralId)
      requireIdle(line)
      if (changing.project.status !== 'ACTIVE') throw new CallError('CONFLICT', { fields: { id: 'project_state' } })
      const chosen = await requireChosen(changing.sql, caller, {
        projectId: id,
        categoryId: line.categoryId,
        lineId: collateralId,
        animalIds,
        tags,
      })
      if (chosen.length === 0) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'required' } })
      const heads = { before: line.heads, after: line.heads + chosen.length }
      return ask(
        changing,
        line,
        { action: 'ADD_ANIMALS', arrival, animalIds: chosen, heads, before: null, after: null, reason },
        language,
      )
    }),

  reprice: ({ id, collateralId, reason, ...price }, caller, context, { language }) =>
    changeProject(context, caller, id, async (changing) => {
      const { sql, project, at } = changing
      const before = await findLine(changing, collateralId)
      requireChangeable(project)
      await requirePriced(changing, price)
      if (project.status === 'ACTIVE') {
        requireIdle(before)
        const heads = { before: before.heads, after: before.heads }
        return ask(
          changing,
          before,
          {
            action: 'REPRICE',
            arrival: null,
            heads,
            before: priceOf(before),
            after: price,
            reason: requireReason(reason),
          },
          language,
        )
      }
      await sql`
        update collateral_lines set unit_price = ${price.unitPrice}, priced_on = ${price.pricedOn}, price_source = ${price.priceSource}, haircut = ${price.haircut},
          version = version + 1, updated_at = ${at} where id = ${collateralId}`
      const after = await findRecord(sql, collateralLines, caller, collateralId)
      await audit(sql, caller, at, { action: 'EDIT', noun: collateralLines.noun, nounId: collateralId, before, after })
      return withoutTicket(collateralId)
    }),

  remove: ({ id, collateralId, reason }, caller, context, { language }) =>
    changeProject(context, caller, id, async (changing) => {
      const { sql, project, at } = changing
      const before = await findLine(changing, collateralId)
      requireChangeable(project)
      if (project.status === 'ACTIVE') {
        requireIdle(before)
        const heads = { before: before.heads, after: 0 }
        return ask(
          changing,
          before,
          {
            action: 'REMOVE',
            arrival: null,
            heads,
            before: priceOf(before),
            after: null,
            reason: requireReason(reason),
          },
          language,
        )
      }
      await sql`update collateral_lines set deleted_at = ${at}, deleted_by = ${caller.userId}, version = version + 1 where id = ${collateralId}`
      await sql`delete from collateral_drafts where line_id = ${collateralId}`
      await audit(sql, caller, at, {
        action: 'REMOVE',
        noun: collateralLines.noun,
        nounId: collateralId,
        before,
        after: null,
        detail: { reason },
      })
      return withoutTicket(collateralId)
    }),
}
