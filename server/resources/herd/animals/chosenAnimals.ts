import type { Queries } from '../../../db/connect.ts'
import { preferExact, taggedAnimals } from './taggedAnimals.ts'

/** Animals chosen by id, or by visual or electronic ear tag. */
interface Chosen {
  ids?: readonly number[] | undefined
  tags?: readonly string[] | undefined
}

/** Finds the chosen animals in a farm's herd. @returns also the tags that match none or several, and the number of unknown ids */
export async function findChosen(sql: Queries, farmId: number, { ids = [], tags = [] }: Chosen) {
  const inHerd = sql`a.farm_id = ${farmId} and a.deleted_at is null and a.status in ('IN_HERD', 'MISSING')`
  const byId = await sql<
    { id: number }[]
  >`select a.id from animals a where a.id = any(${[...ids]}::bigint[]) and ${inHerd}`
  const uniqueTags = [...new Set(tags)]
  const tagged = preferExact(
    await sql<{ tag: string; id: number; isExact: boolean }[]>`
      select "tag", a.id, "isExact" from (${taggedAnimals(sql, uniqueTags)}) a where ${inHerd}`,
  )
  const byTag = [...Map.groupBy(tagged, ({ tag }) => tag).values()].flatMap(([one, another]) =>
    one === undefined || another ? [] : [one],
  )
  const matchedTags = new Set(byTag.map(({ tag }) => tag))
  return {
    animalIds: [...new Set([...byId, ...byTag].map(({ id }) => id))],
    unknownTags: uniqueTags.filter((tag) => !matchedTags.has(tag)),
    unknownIds: new Set(ids).size - byId.length,
  }
}
