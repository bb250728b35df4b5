import { z } from 'zod'
import { browserValue } from '../../storage/kept.ts'
import type { Values } from '../values/normalize.ts'

const prefix = 'draft '
/** Maximum age of a draft, ms; older input is no longer useful. */
const maxAgeMs = 12 * 3600 * 1000

const draftSchema = z.object({
  userId: z.number(),
  keptAt: z.number(),
  base: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
})

/**
 * Identifies a form on a page: the path without the list's query, the noun, the record (null: a new one),
 * and the initial values of a new record, which say what it belongs to.
 */
export interface DraftPlace {
  path: string
  noun: string
  id: number | null
  prefill?: object | undefined
}

export interface StoredDraft {
  /** Loaded values with their version, so that a save detects other users' changes. */
  base: Values
  values: Values
}

/** Returns the storage key of a form's draft. */
export const draftKey = ({ path, noun, id, prefill: begins = {} }: DraftPlace) =>
  `${prefix}${path} ${noun} ${id ?? `new ${JSON.stringify(begins)}`}`

/** Saves input in this tab while the user signs in again, without secret fields. */
export function saveDraft(key: string, userId: number, { base, values }: StoredDraft, secret: readonly string[]): void {
  const open = (from: Values) => Object.fromEntries(Object.entries(from).filter(([name]) => !secret.includes(name)))
  inTab(key).write({ userId, keptAt: Date.now(), base: open(base), values: open(values) })
}

/** Returns the draft that the same user left; null: none, or too old. */
export function findDraft(key: string, userId: number): StoredDraft | null {
  const draft = inTab(key).read()
  return draft?.userId === userId && Date.now() - draft.keptAt <= maxAgeMs ? draft : null
}

/** Deletes the restored draft, and drafts of other users or too old ones in this tab. */
export function dropDrafts(key: string, userId: number): void {
  inTab(key).write(null)
  for (const one of keysInTab()) if (findDraft(one, userId) === null) inTab(one).write(null)
}

const inTab = (key: string) => browserValue('session', key, draftSchema)

function keysInTab(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
