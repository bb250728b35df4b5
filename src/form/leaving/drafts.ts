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

/**
 * Which form on which page it was: the address without what a list adds to it, the noun, the record (null: a new one), and
 * what a new one begins with, for that names what it is done with.
 */
export interface DraftPlace {
  path: string
  noun: string
  id: number | null
  begins?: object | undefined
}

export interface KeptDraft {
  /** The loaded values, with their version: a save knows what others did meanwhile. */
  base: Values
  values: Values
}

/** Names the draft of a form. */
export const draftKey = ({ path, noun, id, begins = {} }: DraftPlace) => `${prefix}${path} ${noun} ${id ?? `new ${JSON.stringify(begins)}`}`

/** Keeps what somebody typed while they sign in again, in this tab; `secret` fields are left out. */
export function keepDraft(key: string, userId: number, { base, values }: KeptDraft, secret: readonly string[]): void {
  const open = (from: Values) => Object.fromEntries(Object.entries(from).filter(([name]) => !secret.includes(name)))
  inTab(key).write({ userId, keptAt: Date.now(), base: open(base), values: open(values) })
}

/** The values that the same person typed there before the session ended; null: none, or too long ago. */
export function findDraft(key: string, userId: number): KeptDraft | null {
  const draft = inTab(key).read()
  return draft?.userId === userId && Date.now() - draft.keptAt <= keptForMs ? draft : null
}

/** Throws away what was put back, and what others left in this tab. */
export function dropDrafts(key: string, userId: number): void {
  inTab(key).write(null)
  for (const one of keysInTab()) if (findDraft(one, userId) === null) inTab(one).write(null)
}

const inTab = (key: string) => kept('session', key, draftSchema)

function keysInTab(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
