import { z } from 'zod'
import { create } from 'zustand'
import { primaryNames } from './colours.ts'

/** How the console looks in this browser. */
const appearanceSchema = z.object({
  navTheme: z.enum(['dark', 'light']).catch('dark'),
  headerTheme: z.enum(['light', 'dark']).catch('light'),
  /** Light or dark for everything; `system` follows the computer. */
  mode: z.enum(['light', 'dark', 'system']).catch('light'),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
  primary: z.enum(primaryNames).catch('blue'),
  weakColours: z.boolean().catch(false),
  /** Whether the side navigation shows signs alone. */
  collapsed: z.boolean().catch(false),
})
export type Appearance = z.infer<typeof appearanceSchema>

const key = 'appearance'
/** The specification's: dark side navigation, light header. */
export const defaultAppearance: Appearance = appearanceSchema.parse({})

function read(): Appearance {
  try {
    return appearanceSchema.parse(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return defaultAppearance
  }
}

export const useAppearance = create<Appearance>()(() => read())

/** Changes how the console looks, and remembers it. */
export function setAppearance(changes: Partial<Appearance>): void {
  useAppearance.setState(changes)
  try {
    localStorage.setItem(key, JSON.stringify(useAppearance.getState()))
  } catch {
    // It then lasts as long as the page.
  }
}
