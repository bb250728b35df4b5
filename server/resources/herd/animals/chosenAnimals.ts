import type { Queries } from '../../../db/connect.ts'

/** Animals by their ids, or by their ear tags, visual or electronic. */
interface Chosen {
  ids?: readonly number[] | undefined
  tags?: readonly string[] | undefined
}

/** The animals of a farm's herd that were chosen, and what was written for none of them or for several. */
export async function findChosen(sql: Queries, farmId: number, { ids = [], tags = [] }: Chosen) {
  const inHerd = sql`a.farm_id = ${farmId} and a.deleted_at is null and a.status in ('IN_HERD', 'MISSING')`
  const byId = await sql<{ id: number }[]>`select a.id from animals a where a.id = any(${[...ids]}::bigint[]) and ${inHerd}`
  const wanted = [...new Set(tags)]
  const byTag = await sql<{ tag: string; id: number }[]>`
    select tag, min(id) as id from (
      select t.tag, a.id from unnest(${wanted}::text[]) t (tag) join animals a on a.visual_tag = t.tag and ${inHerd}
      union select t.tag, a.id from unnest(${wanted}::text[]) t (tag) join animals a on a.electronic_tag = t.tag and ${inHerd}
    ) found group by tag having count(*) = 1`
  const known = new Set(byTag.map(({ tag }) => tag))
  return {
    animalIds: [...new Set([...byId, ...byTag].map(({ id }) => id))],
    unknownTags: wanted.filter((tag) => !known.has(tag)),
    unknownIds: new Set(ids).size - byId.length,
  }
}
