import type { Parsed, Reply } from '#contract/calls/endpoint.ts'
import { type collateralEndpoints, mostAnimals } from '#contract/projects/collateral.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { equals } from '../../../records/page.ts'
import { visibleFarms } from '../../visibility.ts'

type Choice = Reply<typeof collateralEndpoints.choose>
type Filter = NonNullable<Parsed<typeof collateralEndpoints.choose>['filter']>

interface Asked {
  projectId: number
  categoryId: number
  /** The line that they are chosen for; null: a new one. */
  lineId: number | null
  animalIds: readonly number[]
  tags: readonly string[]
}

interface Found {
  /** The tag that named it; null: its id. */
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

/** The facts of an animal `a` that decide whether it can be chosen. */
function facts(sql: Queries, { projectId, categoryId, lineId }: Pick<Asked, 'projectId' | 'categoryId' | 'lineId'>): Fragment {
  return sql`a.id, a.visual_tag as "visualTag", f.name as "farmName",
    exists (select from project_farms pf where pf.project_id = ${projectId} and pf.farm_id = a.farm_id) as "isOfProject",
    a.category_id = ${categoryId} as "isOfCategory", a.status = 'IN_HERD' as "isInHerd",
    exists (select from collateral_drafts d join collateral_lines l on l.id = d.line_id where d.animal_id = a.id and l.project_id = ${projectId}
      and l.status = 'DRAFT' and l.deleted_at is null and l.id <> ${lineId ?? 0}) as "isDrafted",
    exists (select from pledges p where p.animal_id = a.id and p.ended_at is null) as "isPledged"`
}

async function findNamed(sql: Queries, caller: Caller, asked: Asked): Promise<Found[]> {
  const visible = sql`join farms f on f.id = a.farm_id where a.deleted_at is null and f.id in (${visibleFarms(sql, caller)})`
  return sql<Found[]>`
    select null as tag, ${facts(sql, asked)} from animals a ${visible} and a.id = any(${[...asked.animalIds]}::bigint[])
    union all select tag, ${facts(sql, asked)} from (
      select t.tag, a.* from unnest(${[...new Set(asked.tags)]}::text[]) t (tag) join animals a on a.visual_tag = t.tag
      union select t.tag, a.* from unnest(${[...new Set(asked.tags)]}::text[]) t (tag) join animals a on a.electronic_tag = t.tag
    ) a ${visible}`
}

/** Which of some animals a line would pledge, and why others would not be. What the caller may not see is not there. */
export async function chooseNamed(sql: Queries, caller: Caller, asked: Asked): Promise<Choice & { unknownIds: number }> {
  const found = await findNamed(sql, caller, asked)
  const byTag = Map.groupBy(found.filter(({ tag }) => tag !== null), ({ tag }) => tag)
  const choice: Choice = { animals: [], unknown: [], elsewhere: [], otherCategory: [], gone: [], drafted: [], pledged: [] }
  const chosen = new Map<number, Found>()
  for (const tag of new Set(asked.tags)) {
    const rows = byTag.get(tag) ?? []
    // A tag that is worn on several farms means the animal on the project's, if it is one.
    const ofProject = rows.filter(({ isOfProject }) => isOfProject)
    const [one, ...others] = ofProject.length > 0 ? ofProject : rows
    if (one === undefined || others.length > 0) choice.unknown.push(tag)
    else chosen.set(one.id, one)
  }
  const byId = found.filter(({ tag }) => tag === null)
  for (const one of byId) chosen.set(one.id, one)
  for (const one of chosen.values()) listFor(choice, one).push(one.tag ?? one.visualTag)
  choice.animals = [...chosen.values()].filter((one) => isFree(one)).map(({ id, visualTag, farmName }) => ({ id, visualTag, farmName }))
  return { ...choice, unknownIds: new Set(asked.animalIds).size - byId.length }
}

const isFree = (one: Found) => one.isOfProject && one.isOfCategory && one.isInHerd && !one.isDrafted && !one.isPledged

/** The first reason why one is not pledged. Whether it is pledged is told of the project's own farms alone. */
function listFor(choice: Choice, one: Found): string[] {
  if (!one.isOfProject) return choice.elsewhere
  if (one.isPledged) return choice.pledged
  if (!one.isInHerd) return choice.gone
  if (!one.isOfCategory) return choice.otherCategory
  return one.isDrafted ? choice.drafted : []
}

/** All free animals of the project's farms that fit a filter. */
export async function chooseFree(sql: Queries, caller: Caller, asked: Omit<Asked, 'animalIds' | 'tags'>, filter: Filter): Promise<Choice> {
  const { farmId, farmSlotId, groupId, sex, bornFrom, bornTo } = filter
  const animals = await sql<Choice['animals']>`
    select id, "visualTag", "farmName" from (
      select ${facts(sql, asked)} from animals a join farms f on f.id = a.farm_id
      where a.deleted_at is null and a.farm_id in (select farm_id from project_farms where project_id = ${asked.projectId}) and f.id in (${visibleFarms(sql, caller)})
        and ${equals(sql, 'a.farm_id', farmId)} and ${equals(sql, 'a.pen_id', farmSlotId)} and ${equals(sql, 'a.sex', sex)}
        and (${bornFrom ?? null}::date is null or a.birth_date >= ${bornFrom ?? null}::date) and (${bornTo ?? null}::date is null or a.birth_date <= ${bornTo ?? null}::date)
        and (${groupId ?? null}::bigint is null or exists (select from animal_group_members m where m.animal_id = a.id and m.group_id = ${groupId ?? null} and m.to_at is null))
    ) found where "isOfCategory" and "isInHerd" and not "isDrafted" and not "isPledged" order by "visualTag", id limit ${mostAnimals}`
  return { animals, unknown: [], elsewhere: [], otherCategory: [], gone: [], drafted: [], pledged: [] }
}

/** Ear tags that a refusal names. */
const named = 20
/** The details of a refusal for some animals: their ear tags, a line each, and how many they are. */
export const tagsOf = (tags: readonly string[]) => ({ tags: tags.slice(0, named).join('\n'), count: String(tags.length) })

/**
 * The ids of animals that a line may pledge, all of those asked for.
 * @throws CallError BAD_SHAPE that names the field; PLEDGED where another pledge of one exists: `details` has the caller's own tags of those, and nothing of whose it is
 */
export async function requireChosen(sql: Queries, caller: Caller, asked: Asked): Promise<number[]> {
  const { animals, unknown, unknownIds, elsewhere, otherCategory, gone, drafted, pledged } = await chooseNamed(sql, caller, asked)
  if (unknownIds > 0) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'unknown' } })
  if (unknown.length > 0) throw new CallError('BAD_SHAPE', { fields: { tags: 'unknown_tags' }, details: tagsOf(unknown) })
  if (pledged.length > 0) throw clash(pledged)
  for (const [code, tags] of Object.entries({ not_of_project: elsewhere, not_in_herd: gone, other_category: otherCategory, other_line: drafted })) {
    if (tags.length > 0) throw new CallError('BAD_SHAPE', { fields: { animalIds: code }, details: tagsOf(tags) })
  }
  if (animals.length > mostAnimals) throw new CallError('BAD_SHAPE', { fields: { animalIds: 'too_many' } })
  return animals.map(({ id }) => id)
}

/** The refusal of animals that another pledge or claim has: which ones, by the ear tags that the caller knows, and not whose. */
export function clash(tags: readonly string[]): CallError {
  return new CallError('PLEDGED', { fields: { animalIds: 'pledged_elsewhere' }, details: tagsOf(tags) })
}
