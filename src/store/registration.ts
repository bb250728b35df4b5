import { z } from 'zod'
import { create } from 'zustand'

const key = 'registration'

const registrationSchema = z.object({ email: z.string() })
/** The registration that was made in this tab, for the page that says what comes next. */
export type Registration = z.infer<typeof registrationSchema>

function read(): Registration | null {
  try {
    return registrationSchema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Lasts as long as the tab, across a reload. */
export const useRegistration = create<{ registration: Registration | null }>()(() => ({ registration: read() }))

export function keepRegistration(registration: Registration): void {
  useRegistration.setState({ registration })
  try {
    sessionStorage.setItem(key, JSON.stringify(registration))
  } catch {
    // It then lasts as long as the page.
  }
}
