import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { creditCodeSchema } from '../values/creditCodes.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantInputSchema, instantSchema } from '../calls/envelope.ts'
import { recordDetail, recordFields, recordHistory, recordInput, recordList, recordStatus } from '../calls/records.ts'
import { organisationAdminRoles, organisationKindSchema, partySearchers, registrableKinds } from './roles.ts'
import { userSchema } from './users.ts'
import { telephoneSchema } from '../values/telephones.ts'

export const organisationStatuses = [
  'PENDING_ACTIVATION',
  'PENDING_APPROVAL',
  'ACTIVE',
  'DISABLED',
  'REJECTED',
] as const
export const organisationStatusSchema = z.enum(organisationStatuses)
export type OrganisationStatus = z.infer<typeof organisationStatusSchema>

export const organisationSchema = z.object({
  ...recordFields,
  /** The specification's *role* of an organisation. */
  role: organisationKindSchema,
  name: z.string(),
  creditCode: z.string().nullable(),
  contact: z.string().nullable(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  licenceImageId: z.uuid().nullable(),
  status: organisationStatusSchema,
  registeredDate: instantSchema,
  /** Whether every user of the organisation needs a second factor. */
  requiresTwoFactor: z.boolean(),
  /** The UTC day from which they need it; null means since it was required. */
  twoFactorFrom: z.iso.date().nullable(),
  /** Number of users who can sign in but have no second factor. */
  withoutTwoFactor: z.number().int(),
  users: z.number().int(),
  updatedAt: instantSchema,
})
export type Organisation = z.infer<typeof organisationSchema>

/** Fields that an organisation's own administrator may change. */
const ownFields = {
  name: nameSchema(100, 2),
  contact: nameSchema(50),
  telephone: telephoneSchema,
  email: z.email().max(200),
  address: z.string().trim().min(1).max(200),
  requiresTwoFactor: z.boolean(),
  /** Defaults to a week from now. */
  twoFactorFrom: z.iso.date().nullable().optional(),
}

export const organisationUpdateSchema = z.object({
  id: z.coerce.number().pipe(idSchema),
  version: z.number().int(),
  ...ownFields,
})

export const organisationInputSchema = z.object({
  ...recordInput,
  role: z.enum(registrableKinds),
  creditCode: creditCodeSchema,
  licenceImageId: z.uuid().nullable().optional(),
  ...ownFields,
})

/** An organisation and its users. */
export const organisationDetailSchema = organisationSchema.extend({ members: z.array(userSchema) })

const platform = ['ADMIN_PLATFORM'] as const
const own = [...organisationAdminRoles, 'ADMIN_PLATFORM'] as const

const list = recordList({
  path: '/collateral/web/org',
  access: platform,
  item: organisationSchema,
  sort: ['id', 'name', 'role', 'status', 'registeredDate', 'users'],
  filters: {
    name: z.string().max(100).optional(),
    role: codeFilter(organisationKindSchema),
    status: codeFilter(organisationStatusSchema),
    requiresTwoFactor: z.boolean().optional(),
    hasUsers: z.boolean().optional(),
    registeredFrom: instantInputSchema.optional(),
    registeredTo: instantInputSchema.optional(),
  },
  about: 'Organisations; `name` is looked for in names and credit codes',
})

export const organisationEndpoints = ofNoun('organisations', {
  list,
  userRegistered: endpoint({
    ...list,
    path: '/collateral/common/auth/orgList/userRegistered',
    access: own,
    summary: 'The organisations that somebody is registered with: all of them for the platform, one’s own for others.',
  }),
  search: endpoint({
    method: 'GET',
    path: '/collateral/app/org/list/search/{role}',
    access: partySearchers,
    input: z.object({ role: z.enum(registrableKinds), name: z.string().trim().min(1).max(100) }),
    reply: z.object({ list: z.array(organisationSchema.pick({ id: true, role: true, name: true, creditCode: true })) }),
    summary:
      'Up to 20 active organisations of a kind: the parties that one works with by a part of the name, others by their whole name or credit code.',
  }),
  detail: recordDetail('/collateral/web/org', own, organisationDetailSchema),
  history: recordHistory('/collateral/web/org', own),
  addOrEdit: endpoint({
    method: 'PUT',
    path: '/collateral/web/org/addOrEdit',
    access: platform,
    input: organisationInputSchema,
    reply: organisationSchema,
    summary: 'Adds an organisation that may be used at once, or changes the one whose id is given.',
  }),
  setStatus: recordStatus('/collateral/web/org', platform, 'Disables organisations'),
  update: endpoint({
    method: 'PUT',
    path: '/collateral/web/org/update/{id}',
    access: organisationAdminRoles,
    input: organisationUpdateSchema,
    reply: organisationSchema,
    summary: 'Changes one’s own organisation.',
  }),
})
