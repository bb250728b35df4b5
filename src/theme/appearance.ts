import { z } from 'zod'
import { create } from 'zustand'
import { kept } from '../storage/kept.ts'
import { primaryNames } from './colours.ts'

/** The choices of each, the specification's first. Mode: light or dark for everything; `system` follows the computer. */
export const appearanceChoices = {
  mode: ['light', 'dark', 'system'],
  layout: ['side', 'top'],
  navTheme: ['dark', 'light'],
  headerTheme: ['light', 'dark'],
  width: ['fluid', 'fixed'],
  density: ['comfortable', 'compact'],
} as const

const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values).catch(values[0])

/** How the console looks in this browser. */
const appearanceSchema = z.object({
  mode: choice(appearanceChoices.mode),
  layout: choice(appearanceChoices.layout),
  navTheme: choice(appearanceChoices.navTheme),
  headerTheme: choice(appearanceChoices.headerTheme),
  width: choice(appearanceChoices.width),
  density: choice(appearanceChoices.density),
  primary: z.enum(primaryNames).catch('blue'),
  /** Whether the side navigation stays while the page scrolls. */
  fixedNav: z.boolean().catch(true),
  weakColours: z.boolean().catch(false),
  /** Whether the side navigation shows icons alone. */
  collapsed: z.boolean().catch(false),
})
export type Appearance = z.infer<typeof appearanceSchema>

/** The specification's: dark side navigation that stays, light header, fluid width. */
export const defaultAppearance: Appearance = appearanceSchema.parse({})

const inBrowser = kept('local', 'appearance', appearanceSchema)

export const useAppearance = create<Appearance>()(() => inBrowser.read() ?? defaultAppearance)

/** Changes how the console looks, and remembers it. */
export function setAppearance(changes: Partial<Appearance>): void {
  useAppearance.setState(changes)
  inBrowser.write(useAppearance.getState())
}
