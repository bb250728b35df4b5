import type { Role } from '../people/roles.ts'

/** Roles that look at a project, each at those of their own side. */
export const projectRoles = [
  'ADMIN_PLATFORM',
  'ADMIN_SUPERVISOR',
  'ADMIN_BORROWER',
  'ADMIN_BANK',
  'SUPERVISOR_PM',
  'BANK_USER',
] as const satisfies readonly Role[]
