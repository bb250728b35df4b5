import type { Values } from './normalize.ts'
import { isUnset } from './normalize.ts'

/** Returns whether two values mean the same; all empty values are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (isUnset(one) && isUnset(other))) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  return namesOf(one, other).every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)))
}

function namesOf(...of: object[]): string[] {
  return [...new Set(of.flatMap((one) => Object.keys(one)))]
}

/** Returns the names of the fields that differ between two states of a form. */
export function changedNames(before: Values, after: Values): string[] {
  return namesOf(before, after).filter((name) => !isSame(before[name], after[name]))
}

export type Choice = 'mine' | 'theirs'

/** A field in which the user's input and the saved value differ. */
export interface Difference {
  name: string
  loaded: unknown
  mine: unknown
  theirs: unknown
  /** Choice when only one side changed the value; null when both did, so that the user must choose. */
  suggested: Choice | null
}

/** Returns the fields in which two edits of the same record differ, from the values both started with. */
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
 * Returns the saved record with the user's chosen values. Without a choice, a field changed by one side takes that change.
 * A field changed by both takes the saved value; the dialog does not allow saving before each of these is chosen.
 */
export function merge(loaded: Values, mine: Values, theirs: Values, choices: Readonly<Record<string, Choice>>): Values {
  const merged = { ...mine, ...theirs }
  for (const { name, suggested } of differences(loaded, mine, theirs)) {
    merged[name] = (choices[name] ?? suggested) === 'mine' ? mine[name] : theirs[name]
  }
  return merged
}
