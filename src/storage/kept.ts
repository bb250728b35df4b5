import type { z } from 'zod'

/**
 * A value that this browser keeps under a key, for the tab (`session`) or for good (`local`). In a browser that keeps nothing it is
 * always null, and what is written lasts as long as the page.
 */
export function kept<T>(where: 'session' | 'local', key: string, schema: z.ZodType<T>) {
  const storage = () => (where === 'session' ? sessionStorage : localStorage)
  return {
    /** Null where there is nothing, or nothing of this shape. */
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
        // The browser keeps nothing, or has no more room.
      }
    },
  }
}
