import { z } from 'zod'
import { create } from 'zustand'
import { browserValue } from '../storage/kept.ts'

const registrationSchema = z.object({ email: z.string() })
/** Registration made in this tab, for the page that explains the next step. */
export type Registration = z.infer<typeof registrationSchema>

const inTab = browserValue('session', 'registration', registrationSchema)

/** Lasts as long as the tab, across reloads. */
export const useRegistration = create<{ registration: Registration | null }>()(() => ({ registration: inTab.read() }))

export function saveRegistration(registration: Registration): void {
  useRegistration.setState({ registration })
  inTab.write(registration)
}
