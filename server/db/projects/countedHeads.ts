import type { Queries } from '../connect.ts'

/** The animals that the ledger of a project counts: those of each line one after the other, by id. */
export interface CountedHeads {
  lines: readonly { lineId: number; heads: number }[]
  animalIds: Float64Array
}

interface Known extends CountedHeads {
  mark: string
}

/**
 * Reads the counted heads of projects. What was read stays in memory, and is used only where the database says in the same call
 * that nothing was entered into the project's ledger since: entries are only ever added, and nothing else counts a head.
 */
export interface CountedHeadsReader {
  /** @returns by project */
  read(sql: Queries, projectIds: readonly number[]): Promise<Map<number, CountedHeads>>
}

/** So many projects are read together: the server answers others in between. */
const portion = 50
/** Heads that are kept in memory at the most, 8 bytes each. */
const mostHeads = 2_000_000

export function createCountedHeads(): CountedHeadsReader {
  const known = new Map<number, Known>()
  let kept = 0
  /** Reads under way, by the mark that was out of date. */
  const pending = new Map<string, Promise<Map<number, Known>>>()

  const keep = (projectId: number, heads: Known) => {
    kept += heads.animalIds.length - (known.get(projectId)?.animalIds.length ?? 0)
    known.delete(projectId)
    known.set(projectId, heads)
    for (const [id, { animalIds }] of known) {
      if (kept <= mostHeads) return
      known.delete(id)
      kept -= animalIds.length
    }
  }

  const readStale = async (sql: Queries, stale: readonly (readonly [id: number, mark: string])[]): Promise<Map<number, Known>> => {
    const key = stale.map((one) => one.join(':')).join(' ')
    // Of many screens that ask at once one reads. Where that one went away the next reads itself.
    for (let other = pending.get(key); other; other = pending.get(key)) {
      const shared = await other.catch(() => undefined)
      if (shared) return shared
    }
    const reading = readHeads(sql, stale.map(([id]) => id))
    pending.set(key, reading)
    try {
      const found = await reading
      for (const [id, heads] of found) keep(id, heads)
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
        const found = known.get(id)
        if (found?.mark === mark) heads.set(id, found)
        else stale.push([id, mark])
      }
      for (let from = 0; from < stale.length; from += portion) {
        for (const [id, found] of await readStale(sql, stale.slice(from, from + portion))) heads.set(id, found)
      }
      return heads
    },
  }
}

/** Reads a mark for each ledger that no two states of it share: how many entries it has, and the sum of their ids. */
function readMarks(sql: Queries, projectIds: readonly number[]): Promise<{ id: number; mark: string }[]> {
  return sql`
    select p.id, count(e.id) || ':' || coalesce(sum(e.id), 0) as mark
    from unnest(${[...new Set(projectIds)]}::bigint[]) as p (id) left join ledger_entries e on e.project_id = p.id group by p.id`
}

/** The heads with the mark of the same snapshot. They come as one text a line: 100,000 of them are one row and not as many. */
async function readHeads(sql: Queries, projectIds: readonly number[]): Promise<Map<number, Known>> {
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
  return new Map(rows.map(({ id, mark, lineIds, animals }) => [id, { mark, ...layOut(lineIds.map(Number), animals) }]))
}

function layOut(lineIds: readonly number[], animals: readonly string[]): CountedHeads {
  const ofLines = animals.map((text) => text.split(','))
  const animalIds = new Float64Array(ofLines.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const ids of ofLines) for (const id of ids) animalIds[place++] = Number(id)
  return { lines: lineIds.map((lineId, line) => ({ lineId, heads: ofLines[line]?.length ?? 0 })), animalIds }
}
