import { z } from 'zod'
import { endpoint, ofNoun } from '../../calls/endpoint.ts'
import { idSchema, instantSchema, listInput, listReply } from '../../calls/envelope.ts'
import { idInput } from '../../calls/records.ts'
import { supervisorRoles } from '../../people/roles.ts'
import { moneySchema } from '../../values/money.ts'
import { asOfInput } from '../asOf.ts'
import { fiveNumbers, coverageRatioSchema } from '../projectHeadcounts.ts'
import { projectRoles } from '../projectRoles.ts'

/** The numbers of a day, frozen when it was closed. */
export const dayCloseSchema = z.object({
  id: idSchema,
  day: z.iso.date(),
  ...fiveNumbers,
  /** Heads on the ledger that were outside their farm by an alert in force. */
  outside: z.number().int(),
  /** Manual count of that day on all farms; null without one. */
  handCount: z.number().int().nullable(),
  eligibleValue: moneySchema,
  balance: moneySchema,
  ratio: coverageRatioSchema,
  note: z.string(),
  closedBy: z.string().nullable(),
  closedAt: instantSchema,
})
export type DayClose = z.infer<typeof dayCloseSchema>

const path = '/collateral/common/project/{id}/dayClose'

export const dayCloseEndpoints = ofNoun('dayCloses', {
  list: endpoint({
    method: 'POST',
    path: `${path}/list`,
    access: projectRoles,
    input: listInput(['day'], {
      ...idInput.shape,
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      ids: z.array(idSchema).max(1000).optional(),
      ...asOfInput,
    }),
    reply: listReply(dayCloseSchema),
    summary: 'The days of a project that were closed, newest first.',
  }),
  add: endpoint({
    method: 'POST',
    path: `${path}/new`,
    access: supervisorRoles,
    input: idInput.extend({
      /** Today on the project's farms, as shown on the caller's screen. */
      day: z.iso.date(),
      note: z.string().trim().max(500).default(''),
    }),
    reply: dayCloseSchema,
    summary:
      'Freezes the numbers of today. 409 while a head is unaccounted for and nobody explained it, and where the day is closed.',
  }),
})
