import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { Input, Reply } from '#contract/calls/endpoint.ts'
import type { ListEndpoint, ListInput } from '#contract/calls/lists.ts'
import { nounOf, queryClient } from './queries.ts'
import { request } from './request.ts'
import { useDebounced } from './useDebounced.ts'

export interface Choice {
  id: number
  name: string
}

/** Records of another noun that an id may stand for: found by a text, and called by their names. */
export interface Reference {
  noun: string
  /** The fixed filter of its list, which tells it from others of the noun. */
  fixed: object
  find: (text: string, signal: AbortSignal) => Promise<Choice[]>
  /** The names of ids; those nobody may know are left out. */
  names: (ids: readonly number[], signal: AbortSignal) => Promise<Choice[]>
  /** All of them, 10,000 at the most: for a file, whose rows nobody has seen yet. */
  all: (signal: AbortSignal) => Promise<Choice[]>
}

type TextOf<E extends ListEndpoint> = Exclude<keyof Input<E> & string, keyof ListInput>

const found = 20
/** Names that are fetched in one go. */
const many = 1000
const mostPages = 10
const typingPauseMs = 250

/**
 * Names the records behind ids of a noun. Its list finds records by their ids, however many there are.
 * @param search the text filter that finds one
 */
export function describeReference<const E extends ListEndpoint>(options: {
  list: E
  search: TextOf<E>
  nameOf: (row: Reply<E>['list'][number]) => string
  /** Of which of them it is one: `{ kind: 'ORIGIN' }`. */
  fixed?: Partial<Input<E>>
}): Reference {
  const { list, search, fixed = {} } = options
  const toChoice = (row: object): Choice => ({
    id: Number(Reflect.get(row, 'id')),
    name: options.nameOf(row),
  })
  const ask = async (input: Record<string, unknown>, signal: AbortSignal) => {
    const { list: rows } = await request<ListEndpoint>(list, { ...fixed, ...input }, signal)
    return rows.map(toChoice)
  }
  return {
    noun: nounOf(list),
    fixed,
    find: (text, signal) => ask({ current: 1, pageSize: found, ...(text && { [search]: text }) }, signal),
    async names(ids, signal) {
      const parts = Array.from({ length: Math.ceil(ids.length / many) }, (_, part) => ids.slice(part * many, (part + 1) * many))
      return (await Promise.all(parts.map((some) => ask({ current: 1, pageSize: many, ids: some }, signal)))).flat()
    },
    async all(signal) {
      const choices: Choice[] = []
      for (let current = 1; current <= mostPages; current++) {
        const some = await ask({ current, pageSize: many }, signal)
        choices.push(...some)
        if (some.length < many) break
      }
      return choices
    },
  }
}

type Names = ReadonlyMap<number, string>
const none: Names = new Map()
const toNames = (choices: readonly Choice[]): Names => new Map(choices.map(({ id, name }) => [id, name]))

function namesQuery({ noun, names }: Reference, ids: readonly number[]) {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b)
  return queryOptions<Names>({
    queryKey: [noun, 'names', wanted],
    queryFn: async ({ signal }) => toNames(await names(wanted, signal)),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** The names of ids of several nouns, by noun, as far as they are known. */
export function useNamesOf(wanted: readonly { reference: Reference; ids: readonly number[] }[]): ReadonlyMap<string, Names> {
  const results = useQueries({ queries: wanted.map(({ reference, ids }) => namesQuery(reference, ids)) }, queryClient)
  const all = new Map<string, Names>()
  for (const [index, { reference: { noun } }] of wanted.entries()) {
    all.set(noun, new Map([...(all.get(noun) ?? none), ...(results[index]?.data ?? none)]))
  }
  return all
}

/** The names of ids of one noun. */
export function useNames(reference: Reference | undefined, ids: readonly number[]): Names {
  const names = useNamesOf(reference ? [{ reference, ids }] : [])
  return (reference && names.get(reference.noun)) ?? none
}

/** Keeps the name of a record that was just chosen, so that it shows at once. */
export function rememberName({ noun }: Reference, { id, name }: Choice): void {
  queryClient.setQueryData<Names>([noun, 'names', [id]], new Map([[id, name]]))
}

/** The records that a text finds, once its typing has paused; while they are looked for, those of the text before. */
export function useFound(reference: Reference | undefined, text: string, isOpen: boolean) {
  const sought = useDebounced(text.trim(), typingPauseMs)
  const query = queryOptions<Choice[]>({
    queryKey: [reference?.noun, 'found', reference?.fixed, sought],
    queryFn: ({ signal }) => reference?.find(sought, signal) ?? [],
    enabled: isOpen && reference !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data, isError, isPlaceholderData } = useQuery(query, queryClient)
  return { choices: data, isFailed: isError, isLooking: sought !== text.trim() || isPlaceholderData || (data === undefined && !isError) }
}
