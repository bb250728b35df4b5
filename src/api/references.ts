import { create } from 'zustand'
import { useEffect } from 'react'
import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import type { ListEndpoint, ListInput } from '#contract/lists.ts'
import { call } from './call.ts'
import { useSession } from './session.ts'

export interface Choice {
  id: number
  name: string
}

/** Records of another noun that an id may stand for: found by a text, and called by their names. */
export interface Reference {
  noun: string
  find: (text: string, signal: AbortSignal) => Promise<Choice[]>
  /** The names of ids that are not known yet; those nobody may know are left out. */
  names: (ids: readonly number[]) => Promise<Choice[]>
  /** All of them, 10,000 at the most: for a file, whose rows nobody has seen yet. */
  all: (signal: AbortSignal) => Promise<Choice[]>
}

type TextOf<E extends ListEndpoint> = Exclude<keyof Input<E> & string, keyof ListInput>

const found = 20
/** Names that are fetched in one go, before single ones are asked for. */
const many = 1000
const mostPages = 10

/**
 * What ids of a noun stand for.
 * @param search the text filter that finds one
 */
export function describeReference<const E extends ListEndpoint, D extends Endpoint>(options: {
  noun: string
  list: E
  search: TextOf<E>
  detail: D
  nameOf: (row: Reply<E>['list'][number] & Reply<D>) => string
}): Reference {
  const { noun, list, search, detail } = options
  const toChoice = (row: object): Choice => ({
    id: Number(Reflect.get(row, 'id')),
    name: options.nameOf(row as Reply<E>['list'][number] & Reply<D>),
  })
  const ask = async (input: Record<string, unknown>, signal?: AbortSignal) => {
    const { list: rows } = await call<ListEndpoint>(list, input, { quiet: true, ...(signal && { signal }) })
    return rows.map(toChoice)
  }
  return {
    noun,
    find: (text, signal) => ask({ current: 1, pageSize: found, ...(text && { [search]: text }) }, signal),
    async names(ids) {
      if (ids.length > 3) return ask({ current: 1, pageSize: many })
      const rows = await Promise.allSettled(ids.map((id) => call<Endpoint>(detail, { id }, { quiet: true })))
      return rows.flatMap((row) => (row.status === 'fulfilled' ? [toChoice(row.value as object)] : []))
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

interface NamesState {
  /** By session and noun: the next person at this browser may not be allowed what this one knew. */
  known: Readonly<Record<string, ReadonlyMap<number, string>>>
}

const useNamesStore = create<NamesState>()(() => ({ known: {} }))
const none: ReadonlyMap<number, string> = new Map()
const asked = new Set<string>()

const placeOf = (noun: string) => `${useSession.getState().session?.token} ${noun}`

export function rememberNames(noun: string, choices: readonly Choice[]): void {
  const place = placeOf(noun)
  const { known } = useNamesStore.getState()
  const names = new Map(known[place])
  for (const { id, name } of choices) names.set(id, name)
  useNamesStore.setState({ known: { ...known, [place]: names } })
}

/** The names of ids of several nouns as far as they are known; the others are asked for, once. */
export function useNamesOf(wanted: readonly { reference: Reference; ids: readonly number[] }[]): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const known = useNamesStore((state) => state.known)
  const key = wanted.map(({ reference, ids }) => `${reference.noun} ${[...new Set(ids)].join()}`).join(';')
  useEffect(() => {
    for (const { reference, ids } of wanted) askFor(reference, ids)
    // The key says it all: the list itself is another one each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  return new Map(wanted.map(({ reference: { noun } }) => [noun, known[placeOf(noun)] ?? none]))
}

/** The names of ids of one noun. */
export function useNames(reference: Reference | undefined, ids: readonly number[]): ReadonlyMap<number, string> {
  const names = useNamesOf(reference ? [{ reference, ids }] : [])
  return (reference && names.get(reference.noun)) ?? none
}

function askFor(reference: Reference, ids: readonly number[]): void {
  const place = placeOf(reference.noun)
  const known = useNamesStore.getState().known[place]
  const wanted = [...new Set(ids)].filter((id) => !known?.has(id) && !asked.has(`${place} ${id}`))
  if (wanted.length === 0) return
  for (const id of wanted) asked.add(`${place} ${id}`)
  reference.names(wanted).then(
    (choices) => rememberNames(reference.noun, choices),
    () => {
      // Shown by number meanwhile; asked for again with the next page.
      for (const id of wanted) asked.delete(`${place} ${id}`)
    },
  )
}
