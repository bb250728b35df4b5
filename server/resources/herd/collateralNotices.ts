import type { AnimalRecord } from '#contract/herd/animals.ts'
import type { EditedField, NoticeCode } from '#contract/office/notices.ts'
import { machineNow } from '../../clock.ts'
import type { Fragment } from '../../db/connect.ts'
import type { Change } from '../../records/describe.ts'
import { insertNotices, type NoticeChange, emitNotices } from '../office/notices.ts'

/** Codes of notices about collateral. */
type CollateralCode = Extract<NoticeCode, `COLLATERAL_${string}`>
export interface NotifyingChange extends Pick<Change, 'sql' | 'caller' | 'afterCommit'> {
  context: Parameters<typeof emitNotices>[0]
}

/** Maximum ear tags or neckbands named in a notice. */
const maxNamed = 10

/**
 * Notifies the banks of the running projects of some farms about a change of collateral, in the transaction that makes it.
 * @param paramsOf returns the notice's parameters, given the project's affected farms; null skips the project
 * @param exceptProjectsOf skips the projects of this farm
 */
export async function notifyBanks(
  change: NotifyingChange,
  farmIds: readonly number[],
  code: CollateralCode,
  paramsOf: (farmIds: readonly number[], projectId: number) => Record<string, string> | null,
  exceptProjectsOf = 0,
): Promise<void> {
  const { sql } = change
  await notifyProjectBanks(
    change,
    sql`p.id in (select project_id from project_farms where farm_id = any(${[...farmIds]}::bigint[]))
      and not exists (select from project_farms o where o.project_id = p.id and o.farm_id = ${exceptProjectsOf})`,
    code,
    (all, projectId) =>
      paramsOf(
        all.filter((id) => farmIds.includes(id)),
        projectId,
      ),
  )
}

/** @param projects condition on projects `p`; those that are neither pending nor running are skipped */
async function notifyProjectBanks(
  change: NotifyingChange,
  projects: Fragment,
  code: CollateralCode,
  paramsOf: (farmIds: readonly number[], projectId: number) => Record<string, string> | null,
): Promise<void> {
  const { sql, caller, context, afterCommit } = change
  const banks = await sql<{ id: number; code: string; farmIds: number[]; userIds: number[] }[]>`
    select p.id, p.code, array(select farm_id::int from project_farms where project_id = p.id order by 1) as "farmIds", array(select u.id::int from users u
      where u.organisation_id = p.bank_org_id and u.role in ('ADMIN_BANK', 'BANK_USER') and u.status = 'ACTIVE' and u.deleted_at is null order by 1) as "userIds"
    from projects p where p.status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING') and ${projects} order by p.id`
  const notices: NoticeChange[] = []
  for (const bank of banks) {
    const noticeParams = paramsOf(bank.farmIds, bank.id)
    if (noticeParams === null) continue
    const params = { project: bank.code, by: caller.displayName, ...noticeParams }
    notices.push(
      ...(await insertNotices(sql, bank.userIds, { type: 'notification', code, params, path: null, at: machineNow() })),
    )
  }
  if (notices.length > 0) afterCommit(() => emitNotices(context, notices))
}

type NotifiedAnimal = Pick<AnimalRecord, 'id' | 'farmId' | 'visualTag'>

/** Reads which project has pledged or claimed some animals, by animal id. Animals without a live pledge are absent. */
async function pledgedTo(
  sql: NotifyingChange['sql'],
  animals: readonly { id: number }[],
): Promise<Map<number, number>> {
  const rows = await sql<{ animalId: number; projectId: number }[]>`
    select animal_id as "animalId", project_id as "projectId" from pledges
    where animal_id = any(${animals.map(({ id }) => id)}::bigint[]) and ended_at is null`
  return new Map(rows.map(({ animalId, projectId }) => [animalId, projectId]))
}

/** Joins the first names, one a line. */
const firstOf = (names: readonly string[]) => names.slice(0, maxNamed).join('\n')

/**
 * Notifies each bank about the animals of its live pledges. Another bank of the same farm learns nothing.
 * @param paramsOf returns the notice's parameters, given the animals of one project
 */
export async function notifyPledgees<A extends NotifiedAnimal>(
  change: NotifyingChange,
  animals: readonly A[],
  code: CollateralCode,
  paramsOf: (theirs: readonly A[]) => Record<string, string>,
): Promise<void> {
  const projectOf = await pledgedTo(change.sql, animals)
  const projects = change.sql`p.id = any(${[...projectOf.values()]}::bigint[])`
  await notifyProjectBanks(change, projects, code, (_farmIds, projectId) =>
    paramsOf(animals.filter(({ id }) => projectOf.get(id) === projectId)),
  )
}

/**
 * Notifies each bank about the animals of its live pledges: their number, their ear tags, and `params`.
 * @param alsoOf returns further parameters for the animals of one bank
 */
export async function notifyOfAnimals<A extends NotifiedAnimal>(
  change: NotifyingChange,
  animals: readonly A[],
  code: CollateralCode,
  params: Record<string, string>,
  alsoOf: (theirs: readonly A[]) => Record<string, string> = () => ({}),
): Promise<void> {
  await notifyPledgees(change, animals, code, (theirs) => ({
    ...params,
    ...alsoOf(theirs),
    count: String(theirs.length),
    tags: firstOf(theirs.map(({ visualTag }) => visualTag)),
  }))
}

/** Notifies banks before neckbands are taken off pledged animals, because later readings of those neckbands are not about them. */
export async function notifyOfUnpairing(
  change: NotifyingChange,
  neckbandIds: readonly number[],
  comment: string,
): Promise<void> {
  const wearers = await change.sql<(NotifiedAnimal & { neckband: string })[]>`
    select a.id, a.farm_id as "farmId", a.visual_tag as "visualTag", n.device_id as neckband
    from pairings p join animals a on a.id = p.animal_id join neckbands n on n.id = p.neckband_id
    where p.neckband_id = any(${[...neckbandIds]}::bigint[]) and p.to_at is null order by a.id`
  await notifyOfAnimals(change, wearers, 'COLLATERAL_NECKBAND', { comment }, (theirs) => ({
    neckband: firstOf(theirs.map(({ neckband }) => neckband)),
  }))
}

/** Notifies banks after a neckband is put on an animal that a project has pledged, because its readings are about that head from now on. */
export async function notifyOfPairing(change: NotifyingChange, neckbandId: number, comment: string): Promise<void> {
  const wearers = await change.sql<(NotifiedAnimal & { neckband: string })[]>`
    select a.id, a.farm_id as "farmId", a.visual_tag as "visualTag", n.device_id as neckband
    from pairings p join animals a on a.id = p.animal_id join neckbands n on n.id = p.neckband_id
    where p.neckband_id = ${neckbandId} and p.to_at is null`
  await notifyOfAnimals(change, wearers, 'COLLATERAL_PAIRED', { comment }, (theirs) => ({
    neckband: firstOf(theirs.map(({ neckband }) => neckband)),
  }))
}

/** Returns the labels of fields that differ, given pairs of label and field. */
export function editedIn<R extends object>(
  before: R,
  after: R,
  fields: readonly (readonly [EditedField, keyof R])[],
): EditedField[] {
  return fields
    .filter(([, field]) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map(([label]) => label)
}

const identifying = [
  ['animal.category', 'categoryId'],
  ['animal.origin', 'originId'],
  ['animal.colour', 'colourId'],
  ['animal.breed', 'breed'],
  ['animal.sex', 'sex'],
  ['animal.birthDate', 'birthDate'],
] as const

/** Notifies banks about pledged animals whose description is edited. @param afterOf returns the animal as edited */
export async function notifyOfEdits(
  change: NotifyingChange,
  animals: readonly AnimalRecord[],
  afterOf: (before: AnimalRecord) => AnimalRecord,
  params: Record<string, string> = {},
): Promise<void> {
  const fieldsOf = (animal: AnimalRecord) => editedIn(animal, afterOf(animal), identifying)
  const edited = animals.filter((animal) => fieldsOf(animal).length > 0)
  await notifyOfAnimals(change, edited, 'COLLATERAL_ANIMAL', params, (theirs) => ({
    fields: [...new Set(theirs.flatMap(fieldsOf))].join('\n'),
  }))
}

interface Arrivals {
  farmId: number
  count: number
  /** Ear tags of the first arrivals. */
  tags: readonly string[]
}

/**
 * Notifies the banks of pledged farms about arriving animals, so that no headcount is padded unnoticed. Animals of a live pledge concern
 * their own bank alone.
 * @param from the farm they come from; projects that have both farms are skipped
 */
export async function notifyOfArrivals(
  change: NotifyingChange,
  arrivals: readonly Arrivals[],
  from = 0,
): Promise<void> {
  for (const { farmId, count, tags } of arrivals) {
    const [farm] = await change.sql<{ name: string }[]>`select name from farms where id = ${farmId}`
    const params = { count: String(count), tags: firstOf(tags), name: farm?.name ?? '' }
    await notifyBanks(change, [farmId], 'COLLATERAL_ADDED', () => params, from)
  }
}

/** Notifies the banks of a farm about animals that come to its herd again or from another farm. @param from the farm they come from */
export async function notifyOfUnpledgedArrivals(
  change: NotifyingChange,
  animals: readonly NotifiedAnimal[],
  farmId: number,
  from = 0,
): Promise<void> {
  const projectOf = await pledgedTo(change.sql, animals)
  const unpledged = animals.filter(({ id }) => !projectOf.has(id))
  if (unpledged.length === 0) return
  await notifyOfArrivals(
    change,
    [{ farmId, count: unpledged.length, tags: unpledged.map(({ visualTag }) => visualTag) }],
    from,
  )
}

/** Notifies banks about animals of an import whose rows are still staged. */
export async function notifyOfImport(change: NotifyingChange, importId: number): Promise<void> {
  const arrivals = await change.sql<Arrivals[]>`
    select (columns ->> 'farm_id')::int as "farmId", count(*)::int as count, (array_agg(columns ->> 'visual_tag' order by sheet_row))[:${maxNamed}] as tags
    from import_rows where import_id = ${importId} and input is null group by 1 order by 1`
  await notifyOfArrivals(change, arrivals)
}
