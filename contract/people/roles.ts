import { z } from 'zod'

export const organisationKinds = ['BANK', 'BORROWER', 'SUPERVISOR', 'PLATFORM'] as const
export const organisationKindSchema = z.enum(organisationKinds)
export type OrganisationKind = z.infer<typeof organisationKindSchema>

export const roles = [
  'ADMIN_PLATFORM',
  'ADMIN_SUPERVISOR',
  'ADMIN_BORROWER',
  'ADMIN_BANK',
  'SUPERVISOR_PM',
  'BANK_USER',
  'BANK_USER_NO_ORG',
  'BORROWER_USER',
  'SUPERVISOR_USER',
  'OTHERS',
] as const
export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>

/** Which kind of organisation a role belongs to; null where it needs none. */
export const organisationKindOf = {
  ADMIN_PLATFORM: 'PLATFORM',
  ADMIN_SUPERVISOR: 'SUPERVISOR',
  ADMIN_BORROWER: 'BORROWER',
  ADMIN_BANK: 'BANK',
  SUPERVISOR_PM: 'SUPERVISOR',
  BANK_USER: 'BANK',
  BANK_USER_NO_ORG: null,
  BORROWER_USER: 'BORROWER',
  SUPERVISOR_USER: 'SUPERVISOR',
  OTHERS: null,
} as const satisfies Record<Role, OrganisationKind | null>

/** Roles that may open the monitor, and so may make the calls that feed it. */
export const monitorRoles = [
  'ADMIN_SUPERVISOR',
  'SUPERVISOR_PM',
  'ADMIN_BANK',
  'ADMIN_BORROWER',
  'BANK_USER',
  'OTHERS',
] as const satisfies readonly Role[]

/** Roles that keep farms, pens, devices, animals and alerts. */
export const supervisorRoles = ['ADMIN_SUPERVISOR', 'SUPERVISOR_PM'] as const satisfies readonly Role[]

/** Roles that look into the quarantine: each at entries of their own farms, the platform at those without a farm, too. */
export const quarantineRoles = [...supervisorRoles, 'ADMIN_PLATFORM'] as const satisfies readonly Role[]

/** Roles that may administer an organisation of their own. */
export const organisationAdminRoles = ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK'] as const satisfies readonly Role[]

/** The kinds an organisation may register itself as; the platform's own is made by its administrator. */
export const registrableKinds = ['BANK', 'BORROWER', 'SUPERVISOR'] as const satisfies readonly OrganisationKind[]

/** The roles that fit an organisation of a kind; for null, those that need none. */
export function rolesOf(kind: OrganisationKind | null): Role[] {
  return roles.filter((role) => organisationKindOf[role] === kind)
}

/** The role of those who register an organisation of a kind. */
export const adminRoleOf = {
  BANK: 'ADMIN_BANK',
  BORROWER: 'ADMIN_BORROWER',
  SUPERVISOR: 'ADMIN_SUPERVISOR',
  PLATFORM: 'ADMIN_PLATFORM',
} as const satisfies Record<OrganisationKind, Role>

/** Roles that look for the parties of a project. */
export const partySearchers = ['ADMIN_PLATFORM', 'ADMIN_SUPERVISOR', 'SUPERVISOR_PM'] as const satisfies readonly Role[]
