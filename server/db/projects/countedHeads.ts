import type { Queries } from '../connect.ts'

/** The animals that a project's ledger counts: ids of all lines in sequence, sorted within each line. */
export interface CountedHeads {
  lines: readonly { lineId: number; heads: number }[]
  animalIds: Float64Array
}

interface CachedHeads extends CountedHeads {
  mark: string
}

/**
 * Reads the counted heads of projects, with a cache in memory.
 * A cached result is used only when the database confirms in the same call that the ledger has no new entry. Only entries change counted heads.
 */
export interface CountedHeadsReader {
  /** @returns counted heads by project id */
  read(sql: Queries, projectIds: readonly number[]): Promise<Map<number, CountedHeads>>
}

/** Projects read per query; other work of the server runs in between. */
const batchSize = 50
/** Maximum heads in the cache, 8 bytes each. */
const maxCachedHeads = 2_000_000

export function createCountedHeads(): CountedHeadsReader {
  const cache = new Map<number, CachedHeads>()
  let cachedHeads = 0
  /** Reads in progress, by their stale projects and marks. */
  const pending = new Map<string, Promise<Map<number, CachedHeads>>>()

  const addToCache = (projectId: number, heads: CachedHeads) => {
    cachedHeads += heads.animalIds.length - (cache.get(projectId)?.animalIds.length ?? 0)
    cache.delete(projectId)
    cache.set(projectId, heads)
    for (const [id, { animalIds }] of cache) {
      if (cachedHeads <= maxCachedHeads) return
      cache.delete(id)
      cachedHeads -= animalIds.length
    }
  }

  const readStale = async (
    sql: Queries,
    stale: readonly (readonly [id: number, mark: string])[],
  ): Promise<Map<number, CachedHeads>> => {
    const key = stale.map((one) => one.join(':')).join(' ')
    // Concurrent calls share one read. When that read fails, the next caller reads itself.
    for (let other = pending.get(key); other; other = pending.get(key)) {
      const shared = await other.catch(() => undefined)
      if (shared) return shared
    }
    const reading = readHeads(
      sql,
      stale.map(([id]) => id),
    )
    pending.set(key, reading)
    try {
      const found = await reading
      for (const [id, heads] of found) addToCache(id, heads)
      return found
    } finally {
      if (pending.get(key) === reading) pending.delete(key)
    }
  }

  return {
    async read(sql, projectIds) {
      const marks = await readMarks(sql, projectIds)
      const heads = new Map<number, CountedHeads>()
      const stale: [number, string][] = []
      for (const { id, mark } of marks) {
        const found = cache.get(id)
        if (found?.mark === mark) heads.set(id, found)
        else stale.push([id, mark])
      }
      for (let from = 0; from < stale.length; from += batchSize) {
        for (const [id, found] of await readStale(sql, stale.slice(from, from + batchSize))) heads.set(id, found)
      }
      return heads
    },
  }
}

/** Reads a mark per ledger that changes with every entry: number of entries and sum of their ids. */
function readMarks(sql: Queries, projectIds: readonly number[]): Promise<{ id: number; mark: string }[]> {
  return sql`
    select p.id, count(e.id) || ':' || coalesce(sum(e.id), 0) as mark
    from unnest(${[...new Set(projectIds)]}::bigint[]) as p (id) left join ledger_entries e on e.project_id = p.id group by p.id`
}

/** Reads heads and marks in one snapshot. Animal ids come as one text per line, because 100,000 separate rows would be slow. */
async function readHeads(sql: Queries, projectIds: readonly number[]): Promise<Map<number, CachedHeads>> {
  const rows = await sql<{ id: number; mark: string; lineIds: number[]; animals: string[] }[]>`
    select p.id, ledger.mark, coalesce(array_agg(l.line_id order by l.line_id) filter (where l.line_id is not null), '{}') as "lineIds",
      coalesce(array_agg(l.animals order by l.line_id) filter (where l.line_id is not null), '{}') as animals
    from unnest(${[...projectIds]}::bigint[]) as p (id)
    join lateral (select count(*) || ':' || coalesce(sum(id), 0) as mark from ledger_entries where project_id = p.id) ledger on true
    left join lateral (
      select line_id, string_agg(animal_id::text, ',' order by animal_id) as animals from pledges
      where project_id = p.id and ended_at is null and is_counted group by line_id
    ) l on true
    group by p.id, ledger.mark`
  return new Map(
    rows.map(({ id, mark, lineIds, animals }) => [id, { mark, ...parseHeads(lineIds.map(Number), animals) }]),
  )
}

function parseHeads(lineIds: readonly number[], animals: readonly string[]): CountedHeads {
  const ofLines = animals.map((text) => text.split(','))
  const animalIds = new Float64Array(ofLines.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const ids of ofLines) for (const id of ids) animalIds[place++] = Number(id)
  return { lines: lineIds.map((lineId, line) => ({ lineId, heads: ofLines[line]?.length ?? 0 })), animalIds }
}
