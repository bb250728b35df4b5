import type { Role } from '#contract/people/roles.ts'
import { maySee, menuGroups, type MenuGroup, type Screen } from '../navigation/screen.ts'

export interface MenuSection {
  group: MenuGroup
  screens: readonly Screen[]
}

/** Returns the menu of a role: its visible screens, without empty groups. */
export function menuOf(table: readonly Screen[], role: Role | null): MenuSection[] {
  return menuGroups
    .map((group) => ({
      group,
      screens: table.filter(
        (screen) =>
          screen.menu === group && maySee(screen, role) && (screen.menuRoles?.includes(role ?? 'OTHERS') ?? true),
      ),
    }))
    .filter(({ screens }) => screens.length > 0)
}

/** Returns the screens above one in the breadcrumbs, topmost first. */
export function parentsOf(table: readonly Screen[], screen: Screen): Screen[] {
  const parent = table.find(({ path }) => path === screen.parent)
  return parent ? [...parentsOf(table, parent), parent] : []
}
