import type { Values } from './normalize.ts'
import { isNothing } from './normalize.ts'

/** Whether two values mean the same; nothing is nothing, however it is written. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (isNothing(one) && isNothing(other))) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  return namesOf(one, other).every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)))
}

function namesOf(...of: object[]): string[] {
  return [...new Set(of.flatMap((one) => Object.keys(one)))]
}

/** The names of the fields in which two states of a form differ. */
export function changedNames(before: Values, after: Values): string[] {
  return namesOf(before, after).filter((name) => !isSame(before[name], after[name]))
}

export type Choice = 'mine' | 'theirs'

/** A field in which what I have and what they saved differ. */
export interface Difference {
  name: string
  loaded: unknown
  mine: unknown
  theirs: unknown
  /** The choice for a change that only one of us made; a value that both changed is for the person to choose. */
  suggested: Choice | null
}

/** Where two who edited the same record part, from what both had before them. */
export function differences(loaded: Values, mine: Values, theirs: Values): Difference[] {
  return namesOf(loaded, mine, theirs)
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => {
      const [mineChanged, theirsChanged] = [mine, theirs].map((values) => !isSame(loaded[name], values[name]))
      const suggested = mineChanged && theirsChanged ? null : mineChanged ? 'mine' : 'theirs'
      return { name, loaded: loaded[name], mine: mine[name], theirs: theirs[name], suggested }
    })
}

/**
 * Their record with what I keep of mine. A field in which we part and nobody chose for takes what only one of us has
 * changed, and theirs where both have: the dialog lets nobody save before each of those is chosen.
 */
export function merge(loaded: Values, mine: Values, theirs: Values, choices: Readonly<Record<string, Choice>>): Values {
  const merged = { ...mine, ...theirs }
  for (const { name, suggested } of differences(loaded, mine, theirs)) {
    merged[name] = (choices[name] ?? suggested) === 'mine' ? mine[name] : theirs[name]
  }
  return merged
}
