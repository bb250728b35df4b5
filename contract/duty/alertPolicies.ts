import { z } from 'zod'
import type { Severity } from '../alerts/alertKinds.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { dutyAdminRoles, dutyRoles } from '../people/roles.ts'

const minutes = z.number().int().min(1).max(1440).nullable()

const policyFields = {
  /**
   * Minutes that an alert waits for an acknowledgement before it escalates: to the next roster layer, finally to the administrators. Null: it never
   * escalates.
   */
  escalateMinutes: z.object({ CRITICAL: minutes, MAJOR: minutes, MINOR: minutes, INFO: minutes }),
  /** Interval at which all recipients of a CRITICAL alert are reminded, minutes. Null: never. */
  remindMinutes: minutes,
}

export const alertPolicySchema = z.object({ ...policyFields, version: z.number().int() })
export type AlertPolicy = z.infer<typeof alertPolicySchema>

/** Default policy of an organisation. */
export const defaultPolicy: { escalateMinutes: Record<Severity, number | null>; remindMinutes: number | null } = {
  escalateMinutes: { CRITICAL: 5, MAJOR: 30, MINOR: null, INFO: null },
  remindMinutes: 15,
}

const path = '/collateral/web/alertPolicy'

export const alertPolicyEndpoints = ofNoun('alertPolicies', {
  detail: endpoint({
    method: 'GET',
    path,
    access: dutyRoles,
    input: z.object({}),
    reply: alertPolicySchema,
    summary:
      'After how long the organisation’s alerts are told to the next, and how often again. `version` 0: the usual policy.',
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${path}/edit`,
    access: dutyAdminRoles,
    input: z.object({ ...policyFields, version: z.number().int().optional() }),
    reply: alertPolicySchema,
    summary: 'Changes the organisation’s policy: in force for alerts from their next telling on.',
  }),
})
