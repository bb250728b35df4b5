import { herdScreens } from './routes/herdScreens.ts'
import { openScreens } from './routes/openScreens.ts'
import { platformScreens } from './routes/platformScreens.ts'
import { projectScreens } from './routes/projectScreens.ts'

/**
 * Every screen there is: guard, menu, breadcrumbs, titles and palette follow from these lines. All but walls and `open`
 * screens are drawn inside the shell, whose `<main>` scrolls and gives 24 px around; a screen starts with a `PageHeading`.
 */
export const screens = [...openScreens, ...herdScreens, ...projectScreens, ...platformScreens] as const
