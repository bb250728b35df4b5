import { supervisorRoles } from '../people/roles.ts'

/** Path of an alert's evidence pack: `POST` without a body. The reply is the ZIP itself, without an envelope. */
export const alertEvidencePath = '/collateral/web/alert/{id}/evidence'
/** Roles that may download the pack: those that handle alerts. */
export const evidenceRoles = supervisorRoles
export const evidenceContentType = 'application/zip'
/** Time before the start and after the end of the alert for which the pack includes readings, ms. */
export const evidenceAroundMs = 3_600_000
/** Maximum readings in a pack. The earliest are kept, and the pack states where they were cut off. */
export const maxEvidenceReadings = 100_000
