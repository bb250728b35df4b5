import type { z } from 'zod'

/**
 * Stores a value in the browser under a key, for the tab (`session`) or permanently (`local`).
 * Without storage it reads null, and writing has no effect.
 */
export function browserValue<T>(where: 'session' | 'local', key: string, schema: z.ZodType<T>) {
  const storage = () => (where === 'session' ? sessionStorage : localStorage)
  return {
    /** Returns the value; null if it is missing or has another shape. */
    read(): T | null {
      try {
        return schema.safeParse(JSON.parse(storage().getItem(key) ?? 'null')).data ?? null
      } catch {
        return null
      }
    },
    write(value: T | null): void {
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, JSON.stringify(value))
      } catch {
        // Storage is unavailable or full.
      }
    },
  }
}
