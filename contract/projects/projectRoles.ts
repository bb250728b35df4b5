import type { Role } from '../people/roles.ts'

/** Roles that view projects, each those of its own organisation; ADMIN_PLATFORM views all. */
export const projectRoles = [
  'ADMIN_PLATFORM',
  'ADMIN_SUPERVISOR',
  'ADMIN_BORROWER',
  'ADMIN_BANK',
  'SUPERVISOR_PM',
  'BANK_USER',
] as const satisfies readonly Role[]

/** Roles that view projects and can be authorised to write their logs. */
export const logWriterRoles = [
  'ADMIN_SUPERVISOR',
  'ADMIN_BORROWER',
  'ADMIN_BANK',
  'SUPERVISOR_PM',
  'BANK_USER',
] as const

/** Roles that check before lending whether animals are pledged. */
export const pledgeCheckRoles = [
  'ADMIN_BANK',
  'BANK_USER',
  'ADMIN_SUPERVISOR',
  'SUPERVISOR_PM',
] as const satisfies readonly Role[]

/** Roles that read the daily reports of projects. */
export const reportRoles = [
  'ADMIN_SUPERVISOR',
  'ADMIN_PLATFORM',
  'ADMIN_BANK',
  'ADMIN_BORROWER',
] as const satisfies readonly Role[]
