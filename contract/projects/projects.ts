import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { endpoint, maxLongBodyBytes, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantSchema, listInput, listReply, pageSchema } from '../calls/envelope.ts'
import { idInput, recordFields, recordHistory } from '../calls/records.ts'
import { windowMinutesSchema } from '../herd/headcounts.ts'
import { roleSchema } from '../people/roles.ts'
import { moneyInputSchema, moneySchema } from '../values/money.ts'
import { lineInputSchema, ratioSchema } from '../values/ratios.ts'
import { asOfInput } from './asOf.ts'
import { projectRoles } from './projectRoles.ts'

/**
 * Life of a project, one loan against one herd: draft, opening requested, running, closing requested, closed. A refused opening makes it a draft
 * again.
 */
export const projectStatuses = ['DRAFT', 'PENDING_APPROVAL', 'ACTIVE', 'CLOSING', 'CLOSED'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

/** The party for which a user follows a project. BANK_NO_ORG: for the bank, without belonging to an organisation. */
export const projectSides = ['SUPERVISOR', 'BANK', 'BORROWER', 'BANK_NO_ORG'] as const
export type ProjectSide = (typeof projectSides)[number]

export const projectUserSchema = z.object({
  id: idSchema,
  displayName: z.string(),
  role: roleSchema.nullable(),
  orgRole: z.enum(projectSides),
})
export type ProjectUser = z.infer<typeof projectUserSchema>

export const projectSchema = z.object({
  ...recordFields,
  code: z.string(),
  name: z.string(),
  status: z.enum(projectStatuses),
  /** A draft may have no bank and no borrower yet. */
  bankOrgId: idSchema.nullable(),
  bankOrgName: z.string().nullable(),
  borrowerOrgId: idSchema.nullable(),
  borrowerOrgName: z.string().nullable(),
  supervisorOrgId: idSchema,
  supervisorOrgName: z.string(),
  /** Whether a bank and a borrower are set. */
  isSelectBank: z.boolean(),
  isSelectBorrower: z.boolean(),
  supervisorOrgUsers: z.array(projectUserSchema),
  bankUsers: z.array(projectUserSchema),
  borrowerOrgUsers: z.array(projectUserSchema),
  bankNoOrgUser: z.array(projectUserSchema),
  farms: z.array(z.object({ id: idSchema, name: z.string() })),
  loanAmount: moneySchema,
  /** Remaining loan as last recorded by the bank; initially the loan amount. */
  loanBalance: moneySchema,
  contractHeadcount: z.number().int(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  /** Coverage below which the bank is warned, and below which it may act. */
  warningLine: ratioSchema,
  minimumLine: ratioSchema,
  /** Maximum age of a reading that counts a head as heard. */
  windowMinutes: z.number().int(),
  remark: z.string().nullable(),
  /** The pending request to open or close the project. */
  openTicketId: idSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
})
export type Project = z.infer<typeof projectSchema>

const chosenUser = z.object({
  id: idSchema,
  displayName: z.string().max(100).optional(),
  /**
   * Full user name; required for a user without organisation, or of a party that the caller has not worked with. Such users cannot be added by id
   * alone.
   */
  userName: z.string().max(100).optional(),
})
/** Users of one party. */
const chosenUsers = z.array(chosenUser).max(50).optional()

export const projectInputSchema = z
  .object({
    /** 0 creates a project. */
    id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    version: z.number().int().optional(),
    code: z.string().trim().min(1).max(40),
    name: nameSchema(100),
    bankOrgId: idSchema.nullable().optional(),
    /** Full name or credit code; required for a party that the caller has not worked with. Such parties cannot be added by id alone. */
    bankOrgName: z.string().max(100).nullable().optional(),
    borrowerOrgId: idSchema.nullable().optional(),
    borrowerOrgName: z.string().max(100).nullable().optional(),
    supervisorOrgUsers: chosenUsers,
    bankUsers: chosenUsers,
    borrowerOrgUsers: chosenUsers,
    bankNoOrgUser: chosenUsers,
    farms: z
      .array(z.object({ id: idSchema, name: z.string().max(100).optional() }))
      .max(100)
      .optional(),
    loanAmount: moneyInputSchema,
    contractHeadcount: z.number().int().min(0).max(10_000_000),
    startsOn: z.iso.date(),
    endsOn: z.iso.date(),
    warningLine: lineInputSchema.default('1.2'),
    minimumLine: lineInputSchema.default('1'),
    windowMinutes: windowMinutesSchema.default(60),
    remark: z.string().trim().max(1000).nullable().optional(),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ['endsOn'], message: 'before_start' })
  .refine(({ warningLine, minimumLine }) => Number(minimumLine) <= Number(warningLine), {
    path: ['minimumLine'],
    message: 'above_warning',
  })

const projectManagers = ['SUPERVISOR_PM'] as const

export const projectEndpoints = ofNoun('projects', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/project/list/active',
    access: projectRoles,
    input: listInput(
      [
        'id',
        'code',
        'name',
        'bankOrgName',
        'borrowerOrgName',
        'loanAmount',
        'contractHeadcount',
        'status',
        'startsOn',
        'endsOn',
      ],
      {
        /** Only running projects: ACTIVE and CLOSING. */
        isOnlyActive: z.boolean().optional(),
        name: z.string().max(100).optional(),
        status: codeFilter(z.enum(projectStatuses)),
        farmId: idSchema.optional(),
        ids: z.array(idSchema).max(1000).optional(),
      },
    ),
    reply: listReply(projectSchema),
    summary:
      'Projects of one’s own organisation; `name` is looked for in codes, names and parties. Drafts are their supervisor’s alone.',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/collateral/common/project/{id}/details',
    access: projectRoles,
    input: idInput.extend(asOfInput),
    reply: projectSchema,
    summary:
      'One of them, as it is or as it stood at a moment of the past: for its bank and its borrower since they were asked to open it.',
  }),
  addOrEdit: endpoint({
    method: 'POST',
    path: '/collateral/common/project/{id}/edit',
    access: projectManagers,
    input: projectInputSchema,
    reply: projectSchema,
    maxBytes: maxLongBodyBytes,
    summary:
      'Drafts a project (id 0), or changes a draft. What the parties have agreed to is changed by their approval alone: 409 PLEDGED.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/collateral/web/project/del/{id}',
    access: projectManagers,
    input: idInput,
    reply: z.object({}),
    summary: 'Throws a draft away.',
  }),
  submit: endpoint({
    method: 'POST',
    path: '/collateral/common/project/{id}/submit',
    access: projectManagers,
    input: z.object({ ...idInput.shape, version: z.number().int() }),
    reply: projectSchema,
    summary:
      'Asks the parties of a draft to open the project: its supervisor, then its bank and its borrower. 400 names what is missing.',
  }),
  askToClose: endpoint({
    method: 'POST',
    path: '/collateral/common/project/{id}/close',
    access: projectManagers,
    input: z.object({ ...idInput.shape, version: z.number().int(), reason: z.string().trim().min(1).max(500) }),
    reply: projectSchema,
    summary: 'Asks the bank of a running project to close it: what is pledged is free once it agrees.',
  }),
  history: endpoint({
    ...recordHistory('/collateral/web/project', projectRoles),
    input: pageSchema.extend({ ...idInput.shape, ...asOfInput }),
    summary:
      'Who changed it when, and how; newest first. Its bank and its borrower are told what is of since they were asked to open it, the first change without what was before.',
  }),
  farmsAvailable: endpoint({
    method: 'GET',
    path: '/collateral/common/project/{id}/farm/available',
    access: projectManagers,
    input: z.object({
      /** 0 for a project that does not exist yet. */
      id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      /** The intended borrower; defaults to the project's. */
      borrowerOrgId: z.coerce.number().pipe(idSchema).optional(),
    }),
    reply: z.object({
      list: z.array(
        z.object({
          id: idSchema,
          name: z.string(),
          borrowerOrgId: idSchema.nullable(),
          /** Animals kept there. */
          heads: z.number().int(),
          /** Whether another project already counts on the farm. */
          isPledged: z.boolean(),
        }),
      ),
    }),
    isCostly: true,
    summary: 'Farms that the herd of a project may stand on: one’s own that are the borrower’s, or nobody’s yet.',
  }),
})
