import type { Parsed, Reply } from '#contract/calls/endpoint.ts'
import { type collateralEndpoints, maxRequestAnimals } from '#contract/projects/collateral.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { equals } from '../../../records/page.ts'
import { preferExact, taggedAnimals } from '../../herd/animals/taggedAnimals.ts'
import { visibleFarms } from '../../visibility.ts'

type Choice = Reply<typeof collateralEndpoints.choose>
type Filter = NonNullable<Parsed<typeof collateralEndpoints.choose>['filter']>

interface AnimalSelection {
  projectId: number
  categoryId: number
  /** The line that they would join; null for a new line. */
  lineId: number | null
  animalIds: readonly number[]
  tags: readonly string[]
}

interface AnimalFacts {
  /** The ear tag that selected it; null when its id did. */
  tag: string | null
  id: number
  visualTag: string
  farmName: string
  isOfProject: boolean
  isOfCategory: boolean
  isInHerd: boolean
  isDrafted: boolean
  isPledged: boolean
}

/** Builds the columns of an animal `a` that decide whether a line can pledge it. */
function facts(
  sql: Queries,
  { projectId, categoryId, lineId }: Pick<AnimalSelection, 'projectId' | 'categoryId' | 'lineId'>,
): Fragment {
  return sql`a.id, a.visual_tag as "visualTag", f.name as "farmName",
    exists (select from project_farms pf where pf.project_id = ${projectId} and pf.farm_id = a.farm_id) as "isOfProject",
    a.category_id = ${categoryId} as "isOfCategory", a.status = 'IN_HERD' as "isInHerd",
    exists (select from collateral_drafts d join collateral_lines l on l.id = d.line_id where d.animal_id = a.id and l.project_id = ${projectId}
      and l.status = 'DRAFT' and l.deleted_at is null and l.id <> ${lineId ?? 0}) as "isDrafted",
    exists (select from pledges p where p.animal_id = a.id and p.ended_at is null) as "isPledged"`
}

async function findNamed(sql: Queries, caller: Caller, selection: AnimalSelection): Promise<AnimalFacts[]> {
  const visible = sql`join farms f on f.id = a.farm_id where a.deleted_at is null and f.id in (${visibleFarms(sql, caller)})`
  return preferExact(
    await sql<(AnimalFacts & { isExact: boolean })[]>`
      select null as tag, true as "isExact", ${facts(sql, selection)} from animals a ${visible} and a.id = any(${[...selection.animalIds]}::bigint[])
      union all select "tag", "isExact", ${facts(sql, selection)} from (${taggedAnimals(sql, selection.tags)}) a ${visible}`,
  )
}

/** Sorts the requested animals into those that a line would pledge and those it can't, by reason. Animals the caller may not see count as unknown. */
export async function chooseNamed(
  sql: Queries,
  caller: Caller,
  selection: AnimalSelection,
): Promise<Choice & { unknownIds: number }> {
  const found = await findNamed(sql, caller, selection)
  const byTag = Map.groupBy(
    found.filter(({ tag }) => tag !== null),
    ({ tag }) => tag,
  )
  const choice: Choice = {
    animals: [],
    unknown: [],
    elsewhere: [],
    otherCategory: [],
    gone: [],
    drafted: [],
    pledged: [],
  }
  const chosen = new Map<number, AnimalFacts>()
  for (const tag of new Set(selection.tags)) {
    const rows = byTag.get(tag) ?? []
    // When several farms use a tag, the animal on the project's farms is meant.
    const ofProject = rows.filter(({ isOfProject }) => isOfProject)
    const [one, ...others] = ofProject.length > 0 ? ofProject : rows
    if (one === undefined || others.length > 0) choice.unknown.push(tag)
    else chosen.set(one.id, one)
  }
  const byId = found.filter(({ tag }) => tag === null)
  for (const one of byId) chosen.set(one.id, one)
  for (const one of chosen.values()) listFor(choice, one).push(one.tag ?? one.visualTag)
  choice.animals = [...chosen.values()]
    .filter((one) => isFree(one))
    .map(({ id, visualTag, farmName }) => ({ id, visualTag, farmName }))
  return { ...choice, unknownIds: new Set(selection.animalIds).size - byId.length }
}

const isFree = (one: AnimalFacts) =>
  one.isOfProject && one.isOfCategory && one.isInHerd && !one.isDrafted && !one.isPledged

/** Returns the list of the first reason that prevents a pledge. Other farms come first, so that nobody learns whether their animals are pledged. */
function listFor(choice: Choice, one: AnimalFacts): string[] {
  if (!one.isOfProject) return choice.elsewhere
  if (one.isPledged) return choice.pledged
  if (!one.isInHerd) return choice.gone
  if (!one.isOfCategory) return choice.otherCategory
  return one.isDrafted ? choice.drafted : []
}

/** Returns all free animals of the project's farms that match a filter. */
export async function chooseFree(
  sql: Queries,
  caller: Caller,
  selection: Omit<AnimalSelection, 'animalIds' | 'tags'>,
  filter: Filter,
): Promise<Choice> {
  const { farmId, farmSlotId, groupId, sex, bornFrom, bornTo } = filter
  const animals = await sql<Choice['animals']>`
    select id, "visualTag", "farmName" from (
      select ${facts(sql, selection)} from animals a join farms f on f.id = a.farm_id
      where a.deleted_at is null and a.farm_id in (select farm_id from project_farms where project_id = ${selection.projectId}) and f.id in (${visibleFarms(sql, caller)})
        and ${equals(sql, 'a.farm_id', farmId)} and ${equals(sql, 'a.pen_id', farmSlotId)} and ${equals(sql, 'a.sex', sex)}
        and (${bornFrom ?? null}::date is null or a.birth_date >= ${bornFrom ?? null}::date) and (${bornTo ?? null}::date is null or a.birth_date <= ${bornTo ?? null}::date)
        and (${groupId ?? null}::bigint is null or exists (select from animal_group_members m where m.animal_id = a.id and m.group_id = ${groupId ?? null} and m.to_at is null))
    ) found where "isOfCategory" and "isInHerd" and not "isDrafted" and not "isPledged" order by "visualTag", id limit ${maxRequestAnimals}`
  return { animals, unknown: [], elsewhere: [], otherCategory: [], gone: [], drafted: [], pledged: [] }
}

/** Maximum ear tags listed in an error. */
const maxTagsListed = 20
/** Builds the details of an error about animals: their ear tags, one a line, and their number. */
export const tagsOf = (tags: readonly string[]) => ({
  tags: tags.slice(0, maxTagsListed).join('\n'),
  count: String(tags.length),
})

/**
 * Returns the ids of the requested animals, after checking that a line may pledge all of them.
 * @throws CallError BAD_SHAPE naming the field; PLEDGED when an animal is pledged already: `details` lists the caller's own tags, never the other
 * party
 */
export async function requireChosen(sql: Queries, caller: Caller, selection: AnimalSelection): Promise<number[]> {
  const {
    animals,
    unknown,
    unknownIds,
    elsewhere,
    otherCategory,
    gone: notInHerd,
    drafted,
    pledged,
  } = await chooseNamed(sql, caller, selection)
  if (unknownIds > 0) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'unknown' } })
  if (unknown.length > 0)
    throw new CallError('BAD_SHAPE', { fields: { tags: 'unknown_tags' }, details: tagsOf(unknown) })
  if (pledged.length > 0) throw pledgedElsewhere(pledged)
  for (const [code, tags] of Object.entries({
    not_of_project: elsewhere,
    not_in_herd: notInHerd,
    other_category: otherCategory,
    other_line: drafted,
  })) {
    if (tags.length > 0) throw new CallError('BAD_SHAPE', { fields: { animalIds: code }, details: tagsOf(tags) })
  }
  if (animals.length > maxRequestAnimals) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'too_many' } })
  return animals.map(({ id }) => id)
}

/** Builds the error for animals that another pledge or claim has. It lists ear tags that the caller knows, never the other party. */
export function pledgedElsewhere(tags: readonly string[]): CallError {
  return new CallError('PLEDGED', { fields: { animalIds: 'pledged_elsewhere' }, details: tagsOf(tags) })
}
