import { herdScreens } from './routes/herdScreens.ts'
import { openScreens } from './routes/openScreens.ts'
import { platformScreens } from './routes/platformScreens.ts'
import { projectScreens } from './routes/projectScreens.ts'

/**
 * All screens; guard, menu, breadcrumbs, titles and palette derive from these lines.
 * All except walls and `open` screens are drawn inside the shell, whose `<main>` scrolls and has a 24 px padding.
 * A screen starts with a `PageHeading`.
 */
export const screens = [...openScreens, ...herdScreens, ...projectScreens, ...platformScreens] as const
