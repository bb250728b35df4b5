import { z } from 'zod'
import { endpoint, maxLongBodyBytes, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, listInput, listReply } from '../calls/envelope.ts'
import { idInput, recordFields } from '../calls/records.ts'
import { visualTagSchema } from '../values/earTags.ts'
import { decimalSchema, moneyInputSchema, moneySchema } from '../values/money.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

export const lineStatuses = ['DRAFT', 'PENDING', 'ACTIVE', 'ENDED'] as const
export const lineStatusSchema = z.enum(lineStatuses)

/** Changes of a line that a request can ask for. */
export const lineActions = ['ADD', 'ADD_ANIMALS', 'REPRICE', 'REMOVE'] as const

/** How heads are added to a line of an open project, as the ledger records it. */
export const arrivals = ['PURCHASE', 'BIRTH', 'TRANSFER'] as const
export const arrivalSchema = z.enum(arrivals)

/** One line of a project's collateral: animals of one category at one price. */
export const collateralLineSchema = z.object({
  ...recordFields,
  projectId: idSchema,
  categoryId: idSchema,
  unitId: idSchema,
  /** Number of units in the contract, as a decimal text with three places. */
  quantity: decimalSchema,
  unitPrice: moneySchema,
  pricedOn: z.iso.date(),
  priceSource: z.string(),
  /** Share of the price that is not counted, as a decimal text with four places, 0 to below 1. */
  haircut: decimalSchema,
  status: lineStatusSchema,
  remark: z.string().nullable(),
  /** Heads that the ledger counts (`heads`), that await approval (`claimed`), and that the draft would pledge (`drafted`). */
  heads: z.number().int(),
  claimed: z.number().int(),
  drafted: z.number().int(),
  /** Counted heads × price × (1 − haircut). */
  value: moneySchema,
  /** The request about this line that awaits approval. */
  ticketId: idSchema.nullable(),
})
export type CollateralLine = z.infer<typeof collateralLineSchema>

/** Maximum animals of one request. */
export const maxRequestAnimals = 10_000
/** Maximum ear tags of one list. */
export const maxListedTags = 5000

const reason = z.string().trim().min(1).max(500)
const price = {
  unitPrice: moneyInputSchema,
  pricedOn: z.iso.date(),
  priceSource: z.string().trim().min(1).max(200),
  haircut: z
    .string()
    .regex(/^0(\.\d{1,4})?$/, 'share')
    .max(20)
    .default('0'),
}
/** Selects animals by id, or by visual or electronic ear tag as listed on paper. */
export const chosenAnimals = {
  animalIds: z.array(idSchema).max(maxRequestAnimals).default([]),
  tags: z.array(visualTagSchema).max(maxListedTags).default([]),
}
const terms = {
  categoryId: idSchema,
  unitId: idSchema,
  quantity: z
    .string()
    .regex(/^(?=.*[1-9])\d{1,11}(\.\d{1,3})?$/, 'quantity')
    .max(40),
  ...price,
  remark: z.string().trim().max(500).nullable().default(null),
}
const ofLine = { ...idInput.shape, collateralId: z.coerce.number().pipe(idSchema) }

/** Result of a change: `ticketId` is null when the change was made at once, while the project is a draft. */
const changeOutcomeSchema = z.object({ id: idSchema, ticketId: idSchema.nullable() })

const path = '/collateral/common/project/{id}/collateral'
const change = { access: ['SUPERVISOR_PM'], reply: changeOutcomeSchema } as const

/** The collateral of a project. `id` is the project's, `collateralId` the line's. */
export const collateralEndpoints = ofNoun('collateral', {
  list: endpoint({
    method: 'POST',
    path: `${path}/list`,
    access: projectRoles,
    input: listInput(['id', 'categoryId', 'unitPrice', 'pricedOn', 'status', 'heads'], {
      ...idInput.shape,
      ids: z.array(idSchema).max(1000).optional(),
      status: codeFilter(lineStatusSchema),
      ...asOfInput,
    }),
    reply: listReply(collateralLineSchema),
    summary:
      'The lines of a project’s collateral, with the heads that the ledger counts, now or at a moment of the past.',
  }),
  categories: endpoint({
    method: 'GET',
    path: `${path}/{collateralId}/categories/ALL`,
    access: projectRoles,
    input: z.object(ofLine),
    reply: z.array(z.object({ id: idSchema, code: z.string(), name: z.string(), heads: z.number().int() })),
    summary: 'The categories of animals by their names in the caller’s language, with the heads of a line in each.',
  }),
  choose: endpoint({
    method: 'POST',
    onlyReads: true,
    path: `${path}/choose`,
    access: ['SUPERVISOR_PM'],
    input: z.object({
      ...idInput.shape,
      /** The line being edited; its own animals are no conflict. */
      collateralId: idSchema.optional(),
      categoryId: idSchema,
      ...chosenAnimals,
      /** All free animals of the category that match, instead of a list. */
      filter: z
        .object({
          farmId: idSchema.optional(),
          farmSlotId: idSchema.optional(),
          groupId: idSchema.optional(),
          sex: z.enum(['MALE', 'FEMALE']).optional(),
          bornFrom: z.iso.date().optional(),
          bornTo: z.iso.date().optional(),
        })
        .optional(),
    }),
    reply: z.object({
      animals: z.array(z.object({ id: idSchema, visualTag: z.string(), farmName: z.string() })),
      /** Tags of no animal, or of more than one. */
      unknown: z.array(z.string()),
      /** Tags of animals on no farm of the project, in another category, no longer in the herd, or drafted in another line. */
      elsewhere: z.array(z.string()),
      otherCategory: z.array(z.string()),
      gone: z.array(z.string()),
      drafted: z.array(z.string()),
      /** Tags of animals in any other pledge or claim. */
      pledged: z.array(z.string()),
    }),
    isCostly: true,
    maxBytes: maxLongBodyBytes,
    summary: 'Which animals a line would pledge, and why others would not be: by a filter, or by their ear tags.',
  }),
  create: endpoint({
    method: 'POST',
    path: `${path}/new`,
    ...change,
    input: z.object({
      ...idInput.shape,
      ...terms,
      ...chosenAnimals,
      arrival: arrivalSchema.default('PURCHASE'),
      reason: reason.optional(),
    }),
    isCostly: true,
    maxBytes: maxLongBodyBytes,
    summary:
      'Adds a line with its animals; while the project runs the bank has to approve it. 409 PLEDGED where another pledge of an animal exists.',
  }),
  edit: endpoint({
    method: 'POST',
    path: `${path}/{collateralId}/edit`,
    ...change,
    input: z.object({
      ...ofLine,
      version: z.number().int().optional(),
      ...terms,
      /** If both are omitted, the line's animals stay. */
      animalIds: z.array(idSchema).max(maxRequestAnimals).optional(),
      tags: z.array(visualTagSchema).max(maxListedTags).optional(),
    }),
    isCostly: true,
    maxBytes: maxLongBodyBytes,
    summary: 'Changes a drafted line and its animals, while its project is a draft.',
  }),
  addAnimals: endpoint({
    method: 'POST',
    path: `${path}/{collateralId}/animals/new`,
    ...change,
    input: z.object({ ...ofLine, ...chosenAnimals, arrival: arrivalSchema.default('PURCHASE'), reason }),
    isCostly: true,
    maxBytes: maxLongBodyBytes,
    summary:
      'Adds animals to a line of a running project; the bank has to approve it. 409 PLEDGED where another pledge of an animal exists.',
  }),
  reprice: endpoint({
    method: 'POST',
    path: `${path}/{collateralId}/reprice`,
    ...change,
    input: z.object({ ...ofLine, ...price, reason: reason.optional() }),
    summary: 'Gives a line another price or haircut; while the project runs the bank has to approve it.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/{collateralId}`,
    ...change,
    input: z.object({ ...ofLine, reason: reason.optional() }),
    summary: 'Takes a line away; while the project runs the bank has to approve it, for a reason.',
  }),
})
