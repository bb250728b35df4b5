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

/** The kind of organisation that a role belongs to; null when it needs none. */
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

/** Roles that may open the monitor and make the calls that feed it. */
export const monitorRoles = [
  'ADMIN_SUPERVISOR',
  'SUPERVISOR_PM',
  'ADMIN_BANK',
  'ADMIN_BORROWER',
  'BANK_USER',
  'OTHERS',
] as const satisfies readonly Role[]

/** Roles that manage farms, pens, devices, animals and alerts. */
export const supervisorRoles = ['ADMIN_SUPERVISOR', 'SUPERVISOR_PM'] as const satisfies readonly Role[]

/** Roles that their organisation's rosters notify of alerts. A bank is notified only of alerts about its loans. */
export const dutyRoles = [...supervisorRoles, 'ADMIN_BANK', 'BANK_USER'] as const satisfies readonly Role[]
/** Roles that administer those rosters and channels. */
export const dutyAdminRoles = ['ADMIN_SUPERVISOR', 'ADMIN_BANK'] as const satisfies readonly Role[]

/** Roles that view the quarantine: entries of their own farms; for the platform also entries without a farm. */
export const quarantineRoles = [...supervisorRoles, 'ADMIN_PLATFORM'] as const satisfies readonly Role[]

/** Roles that administer their own organisation. */
export const organisationAdminRoles = [
  'ADMIN_SUPERVISOR',
  'ADMIN_BORROWER',
  'ADMIN_BANK',
] as const satisfies readonly Role[]

/** Roles that decide tickets. */
export const deciderRoles = ['ADMIN_PLATFORM', ...organisationAdminRoles] as const satisfies readonly Role[]

/** Kinds that can register themselves. The platform's organisation is created by its administrator. */
export const registrableKinds = ['BANK', 'BORROWER', 'SUPERVISOR'] as const satisfies readonly OrganisationKind[]

/** Returns the roles of an organisation kind; for null, the roles without an organisation. */
export function rolesOf(kind: OrganisationKind | null): Role[] {
  return roles.filter((role) => organisationKindOf[role] === kind)
}

/** Role of the user who registers an organisation of a kind. */
export const adminRoleOf = {
  BANK: 'ADMIN_BANK',
  BORROWER: 'ADMIN_BORROWER',
  SUPERVISOR: 'ADMIN_SUPERVISOR',
  PLATFORM: 'ADMIN_PLATFORM',
} as const satisfies Record<OrganisationKind, Role>

/** Roles that search for the parties of a project. */
export const partySearchers = ['ADMIN_PLATFORM', 'ADMIN_SUPERVISOR', 'SUPERVISOR_PM'] as const satisfies readonly Role[]
