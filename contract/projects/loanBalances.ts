import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { moneyInputSchema, moneySchema } from '../values/money.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

/** The remaining loan as recorded by its bank. Balances are immutable; another one corrects a wrong one. */
export const loanBalanceSchema = z.object({
  id: idSchema,
  balance: moneySchema,
  /** The day of the balance. */
  asOf: z.iso.date(),
  /** Origin of the amount: a statement, or the bank's own books. */
  source: z.string().nullable(),
  documentId: z.uuid().nullable(),
  recordedBy: z.string().nullable(),
  recordedAt: instantSchema,
  /** The balance that this one replaces, as it was wrong; null when none. */
  correctsId: idSchema.nullable(),
  /** Whether this is the balance of the newest day, which coverage uses. */
  isCounted: z.boolean(),
})
export type LoanBalance = z.infer<typeof loanBalanceSchema>

const path = '/collateral/common/project/{id}/balance'

export const loanBalanceEndpoints = ofNoun('loanBalances', {
  list: endpoint({
    method: 'POST',
    path: `${path}/list`,
    access: projectRoles,
    input: listInput(['id', 'asOf'], { ...idInput.shape, ids: z.array(idSchema).max(1000).optional(), ...asOfInput }),
    reply: listReply(loanBalanceSchema),
    summary: 'What was left of the loan of a project, newest note first. Without one it is the amount of the loan.',
  }),
  add: endpoint({
    method: 'POST',
    path: `${path}/new`,
    access: ['ADMIN_BANK', 'BANK_USER'],
    input: idInput.extend({
      balance: moneyInputSchema,
      /** At latest today, on the project's farms or in the time zone that the caller has chosen. */
      asOf: z.iso.date(),
      source: z.string().trim().min(1).max(200),
      documentId: z.uuid().nullable().optional(),
      /** A wrong balance of the same loan, which no longer counts from now on. */
      correctsId: idSchema.nullable().optional(),
    }),
    reply: loanBalanceSchema,
    summary:
      'Notes what is left of the loan: coverage goes by the balance of the newest day. 409 where the project does not run.',
  }),
})
