import { z } from 'zod'
import { create } from 'zustand'
import { browserValue } from '../storage/kept.ts'
import { primaryNames } from './colours.ts'

/** Choices of each setting, with the specification's default first. Mode: light or dark; `system` follows the computer. */
export const appearanceChoices = {
  mode: ['light', 'dark', 'system'],
  layout: ['side', 'top'],
  navTheme: ['dark', 'light'],
  headerTheme: ['light', 'dark'],
  width: ['fluid', 'fixed'],
  density: ['comfortable', 'compact'],
} as const

const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values).catch(values[0])

/** Appearance of the console in this browser. */
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
  /** Whether the side navigation shows only icons. */
  collapsed: z.boolean().catch(false),
})
export type Appearance = z.infer<typeof appearanceSchema>

/** Defaults of the specification: fixed dark side navigation, light header, fluid width. */
export const defaultAppearance: Appearance = appearanceSchema.parse({})

const inBrowser = browserValue('local', 'appearance', appearanceSchema)

export const useAppearance = create<Appearance>()(() => inBrowser.read() ?? defaultAppearance)

/** Changes and stores the console's appearance. */
export function setAppearance(changes: Partial<Appearance>): void {
  useAppearance.setState(changes)
  inBrowser.write(useAppearance.getState())
}
