import { create } from 'zustand'

/** How often the rows of a noun were said to be old. */
const useChanges = create<Readonly<Record<string, number>>>()(() => ({}))

/** To be called after records of a noun were saved somewhere else than in its list: lists that show it ask anew. */
export function revalidate(noun: string): void {
  useChanges.setState((changes) => ({ ...changes, [noun]: (changes[noun] ?? 0) + 1 }))
}

export function useChangesOf(noun: string): number {
  return useChanges((changes) => changes[noun] ?? 0)
}
