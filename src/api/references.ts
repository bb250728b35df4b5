import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { Input, Reply } from '#contract/calls/endpoint.ts'
import type { ListEndpoint, ListInput } from '#contract/calls/lists.ts'
import type { MessageId } from '../locale/languages.ts'
import { nounOf, queryClient } from './queries.ts'
import { request } from './request.ts'
import { useDebounced } from './useDebounced.ts'

export interface Choice {
  id: number
  name: string
}

/** Records of another noun that an id can refer to: searched by text, displayed by name. */
export interface Reference {
  noun: string
  /** Fixed filter of its list, which distinguishes it from other references of the noun. */
  fixed: object
  /** Says what can be found and how, where a search finds nothing. */
  noneId?: MessageId
  find: (text: string, signal: AbortSignal) => Promise<Choice[]>
  /** Names of ids; ids that the user may not see are left out. */
  names: (ids: readonly number[], signal: AbortSignal) => Promise<Choice[]>
  /** All records, at most 10,000: for a file whose rows are not yet known. */
  all: (signal: AbortSignal) => Promise<Choice[]>
}

type TextOf<E extends ListEndpoint> = Exclude<keyof Input<E> & string, keyof ListInput>

const maxFound = 20
/** Names fetched per request. */
const maxPageSize = 1000
const maxPages = 10
const typingPauseMs = 250

/**
 * Describes how to name the records behind ids of a noun. Its list call must find records by any number of ids.
 * @param search the text filter that finds one
 */
export function describeReference<const E extends ListEndpoint>(options: {
  list: E
  search: TextOf<E>
  nameOf: (row: Reply<E>['list'][number]) => string
  /** Fixed part of the filter: `{ kind: 'ORIGIN' }`. */
  fixed?: Partial<Input<E>>
  noneId?: MessageId
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
    ...(options.noneId && { noneId: options.noneId }),
    find: (text, signal) => ask({ current: 1, pageSize: maxFound, ...(text && { [search]: text }) }, signal),
    async names(ids, signal) {
      const parts = Array.from({ length: Math.ceil(ids.length / maxPageSize) }, (_, part) =>
        ids.slice(part * maxPageSize, (part + 1) * maxPageSize),
      )
      return (
        await Promise.all(parts.map((some) => ask({ current: 1, pageSize: maxPageSize, ids: some }, signal)))
      ).flat()
    },
    async all(signal) {
      const choices: Choice[] = []
      for (let current = 1; current <= maxPages; current++) {
        const page = await ask({ current, pageSize: maxPageSize }, signal)
        choices.push(...page)
        if (page.length < maxPageSize) break
      }
      return choices
    },
  }
}

type Names = ReadonlyMap<number, string>
const none: Names = new Map()
const toNames = (choices: readonly Choice[]): Names => new Map(choices.map(({ id, name }) => [id, name]))

function namesQuery({ noun, names }: Reference, ids: readonly number[]) {
  const uniqueIds = [...new Set(ids)].toSorted((a, b) => a - b)
  return queryOptions<Names>({
    queryKey: [noun, 'names', uniqueIds],
    queryFn: async ({ signal }) => toNames(await names(uniqueIds, signal)),
    enabled: uniqueIds.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Loads the names of ids of several nouns, by noun, as far as they are known. */
export function useNamesOf(
  wanted: readonly { reference: Reference; ids: readonly number[] }[],
): ReadonlyMap<string, Names> {
  const results = useQueries({ queries: wanted.map(({ reference, ids }) => namesQuery(reference, ids)) }, queryClient)
  const all = new Map<string, Names>()
  for (const [
    index,
    {
      reference: { noun },
    },
  ] of wanted.entries()) {
    all.set(noun, new Map([...(all.get(noun) ?? none), ...(results[index]?.data ?? none)]))
  }
  return all
}

/** Loads the names of ids of one noun. */
export function useNames(reference: Reference | undefined, ids: readonly number[]): Names {
  const names = useNamesOf(reference ? [{ reference, ids }] : [])
  return (reference && names.get(reference.noun)) ?? none
}

/** Caches the name of a record that was just chosen, so that it shows immediately. */
export function rememberName({ noun }: Reference, { id, name }: Choice): void {
  queryClient.setQueryData<Names>([noun, 'names', [id]], new Map([[id, name]]))
}

/** Finds records by a text, once typing pauses. While a search runs, the previous results stay. */
export function useFound(reference: Reference | undefined, text: string, isOpen: boolean) {
  const sought = useDebounced(text.trim(), typingPauseMs)
  const query = queryOptions<Choice[]>({
    queryKey: [reference?.noun, 'found', reference?.fixed, sought],
    queryFn: ({ signal }) => reference?.find(sought, signal) ?? [],
    enabled: isOpen && reference !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data, isError, isPlaceholderData } = useQuery(query, queryClient)
  return {
    choices: data,
    isFailed: isError,
    isLooking: sought !== text.trim() || isPlaceholderData || (data === undefined && !isError),
  }
}
