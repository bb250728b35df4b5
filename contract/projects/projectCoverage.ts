import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema } from '../calls/envelope.ts'
import { idInput } from '../calls/records.ts'
import { moneySchema } from '../values/money.ts'
import { coverageStates } from './coverage.ts'
import { coverageRatioSchema } from './projectHeadcounts.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

export const projectCoverageSchema = z.object({
  value: moneySchema,
  ratio: coverageRatioSchema,
  state: z.enum(coverageStates),
  headsToCure: z.object({ lineId: idSchema, heads: z.number().int() }).nullable(),
  cashToCure: moneySchema.nullable(),
  balance: moneySchema,
  /** Day of the balance; null when it is the original loan amount. */
  balanceAsOf: z.iso.date().nullable(),
  warningLine: z.string(),
  minimumLine: z.string(),
  lines: z.array(
    z.object({
      lineId: idSchema,
      categoryId: idSchema,
      unitPrice: moneySchema,
      haircut: z.string(),
      pricedOn: z.iso.date(),
      priceSource: z.string(),
      /** Heads that count: on the ledger and not missing. */
      heads: z.number().int(),
      value: moneySchema,
    }),
  ),
})
export type ProjectCoverage = z.infer<typeof projectCoverageSchema>

export const projectCoverageEndpoints = ofNoun('projectCoverage', {
  shown: endpoint({
    method: 'GET',
    path: '/collateral/common/project/{id}/coverage',
    access: projectRoles,
    input: idInput.extend(asOfInput),
    reply: projectCoverageSchema,
    summary: 'The coverage of a loan now or at a moment of the past, by lines, and what would cure it.',
  }),
  gateways: endpoint({
    method: 'GET',
    path: '/collateral/common/project/{id}/coverage/gateways',
    access: projectRoles,
    input: idInput,
    reply: z.object({
      /** Heads that each gateway was the last to hear; they would go unseen without it. */
      gateways: z.array(
        z.object({
          id: idSchema,
          mac: z.string(),
          lines: z.array(z.object({ lineId: idSchema, heads: z.number().int() })),
        }),
      ),
    }),
    isCostly: true,
    summary: 'What a loan would lose sight of with each gateway.',
  }),
})
