import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { animalStatusSchema } from '../herd/animals/animalStatuses.ts'
import { ruleKinds } from '../alerts/alertKinds.ts'
import { supervisorRoles } from '../people/roles.ts'
import { moneySchema } from '../values/money.ts'
import { entryKindSchema } from './ledgerEntries.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

export const headStates = ['HEARD', 'UNVERIFIED', 'UNACCOUNTED'] as const
export const headStateSchema = z.enum(headStates)
export type HeadState = z.infer<typeof headStateSchema>

/** Causes of a head's silence: an alert of its farm or last gateway (by kind), a movement permit, or a listening break. */
export const silenceCauses = [...ruleKinds, 'PERMIT', 'LISTENING_BREAK'] as const
export type SilenceCause = (typeof silenceCauses)[number]

/** One head on a project's ledger: where it was last heard, and what was decided about it. */
export const projectHeadSchema = z.object({
  id: idSchema,
  visualTag: z.string(),
  lineId: idSchema,
  categoryId: idSchema,
  farmId: idSchema,
  farmName: z.string(),
  timeZone: z.string(),
  penName: z.string().nullable(),
  status: animalStatusSchema,
  state: headStateSchema,
  /** Why the head is unverified; null in other states. */
  cause: z.enum(silenceCauses).nullable(),
  lastHeardAt: instantSchema.nullable(),
  gatewayMac: z.string().nullable(),
  /** Value after haircut. */
  value: moneySchema,
  /** Kind of the newest open alert. */
  alertKind: z.enum(ruleKinds).nullable(),
  /** Today's explanation of why the head was not found, and its author. */
  explanation: z.string().nullable(),
  explainedBy: z.string().nullable(),
})
export type ProjectHead = z.infer<typeof projectHeadSchema>

export const decisionKinds = [
  'ALERT',
  'ACKNOWLEDGED',
  'CLEARED',
  'EXPLAINED',
  'LEDGER',
  'PERMIT',
  'LISTENING_BREAK',
] as const

export const headDetailSchema = projectHeadSchema.extend({
  rssi: z.number().nullable(),
  /** Newest readings of the last 30 days, newest first. */
  readings: z.array(z.object({ at: instantSchema, gatewayMac: z.string().nullable(), rssi: z.number().nullable() })),
  /** Events of the head and decisions about it, newest first. For a silent head also the outages and the break that explain it. */
  decisions: z.array(
    z.object({
      at: instantSchema,
      kind: z.enum(decisionKinds),
      alertKind: z.enum(ruleKinds).nullable(),
      entryKind: entryKindSchema.nullable(),
      by: z.string().nullable(),
      /** For a permit, its purpose and its certificate, one per line. */
      comment: z.string().nullable(),
      /** Period of a permit, or of a listening break. */
      startsAt: instantSchema.nullable(),
      endsAt: instantSchema.nullable(),
    }),
  ),
})
export type HeadDetail = z.infer<typeof headDetailSchema>

const path = '/collateral/common/project/{id}/headcount'

export const projectHeadEndpoints = ofNoun('projectHeads', {
  list: endpoint({
    method: 'POST',
    path: `${path}/list`,
    access: projectRoles,
    input: listInput(['lastHeardAt', 'visualTag'], {
      ...idInput.shape,
      state: codeFilter(headStateSchema),
      tag: z.string().max(60).optional(),
      ids: z.array(idSchema).max(1000).optional(),
      ...asOfInput,
    }),
    reply: listReply(projectHeadSchema),
    summary: 'The heads behind the numbers of a project, those silent for longest first.',
  }),
  detail: endpoint({
    method: 'GET',
    path: `${path}/head/{animalId}`,
    access: projectRoles,
    input: idInput.extend({ animalId: z.coerce.number().pipe(idSchema), ...asOfInput }),
    reply: headDetailSchema,
    summary: 'One head of a project: its readings and the decisions about it.',
  }),
  explain: endpoint({
    method: 'POST',
    path: `${path}/explain`,
    access: supervisorRoles,
    input: idInput.extend({
      animalIds: z.array(idSchema).min(1).max(1000),
      explanation: z.string().trim().min(1).max(500),
    }),
    reply: z.object({ explained: z.number().int() }),
    summary: 'Says why heads of the ledger are not found today. What was said is kept.',
  }),
})
