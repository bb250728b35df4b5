import { supervisorRoles } from '../people/roles.ts'

/** Where the evidence pack of an alert is got, by `POST` without a body: no envelope but the ZIP itself. */
export const alertEvidencePath = '/collateral/web/alert/{id}/evidence'
/** Roles that may take it: those on whose screen the alert is. */
export const evidenceRoles = supervisorRoles
export const evidenceContentType = 'application/zip'
/** The readings in a pack begin so long before the alert, and end so long after it was over, ms. */
export const evidenceAroundMs = 3_600_000
/** Readings in a pack at the most: the earliest; the pack says where they were cut off. */
export const maxEvidenceReadings = 100_000
