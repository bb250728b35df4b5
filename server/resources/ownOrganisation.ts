import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import type { Queries } from '../db/connect.ts'

/** Parts of a description whose records belong to the organisation of their author, which alone sees them. */
export const ofOwnOrganisation = {
  visible: (sql: Queries, { organisationId }: Caller) => sql`r.organisation_id = ${organisationId}`,
  organisation: 'organisationId',
  hooks: {
    async beforeSave({ caller, before }: { caller: Caller; before: object | null }) {
      if (caller.organisationId === null) throw new CallError('NOT_ALLOWED')
      return before === null ? { organisation_id: caller.organisationId } : {}
    },
  },
} as const
