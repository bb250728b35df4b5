import { z } from 'zod'
import { kept } from '../../storage/kept.ts'
import type { Values } from '../values/normalize.ts'

const prefix = 'draft '
/** An unfinished form of yesterday helps nobody. */
const keptForMs = 12 * 3600 * 1000

const draftSchema = z.object({
  userId: z.number(),
  keptAt: z.number(),
  base: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
})

/** Which form on which page it was: the address without what a list adds to it, the noun, the record (null: a new one). */
export interface DraftPlace {
  path: string
  noun: string
  id: number | null
}

export interface KeptDraft {
  /** The loaded values, with their version: a save knows what others did meanwhile. */
  base: Values
  values: Values
}

const keyOf = ({ path, noun, id }: DraftPlace) => `${prefix}${path} ${noun} ${id ?? 'new'}`

/** Keeps what somebody typed while they sign in again, in this tab; `secret` fields are left out. */
export function keepDraft(place: DraftPlace, userId: number, { base, values }: KeptDraft, secret: readonly string[]): void {
  const open = (from: Values) => Object.fromEntries(Object.entries(from).filter(([name]) => !secret.includes(name)))
  inTab(keyOf(place)).write({ userId, keptAt: Date.now(), base: open(base), values: open(values) })
}

/** The values that the same person typed there before the session ended; null: none, or too long ago. */
export function findDraft(place: DraftPlace, userId: number): KeptDraft | null {
  return ownDraft(keyOf(place), userId)
}

/** Throws away what was put back, and what others left in this tab. */
export function dropDrafts(place: DraftPlace, userId: number): void {
  inTab(keyOf(place)).write(null)
  for (const key of keysInTab()) if (ownDraft(key, userId) === null) inTab(key).write(null)
}

function ownDraft(key: string, userId: number): KeptDraft | null {
  const draft = inTab(key).read()
  return draft?.userId === userId && Date.now() - draft.keptAt <= keptForMs ? draft : null
}

const inTab = (key: string) => kept('session', key, draftSchema)

function keysInTab(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
