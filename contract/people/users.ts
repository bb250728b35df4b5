import { z } from 'zod'
import { nameSchema } from '../values/names.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantInputSchema, instantSchema } from '../calls/envelope.ts'
import {
  idInput,
  recordDetail,
  recordFields,
  recordHistory,
  recordInput,
  recordList,
  recordStatus,
} from '../calls/records.ts'
import { organisationAdminRoles, organisationKindSchema, partySearchers, roleSchema } from './roles.ts'
import { telephoneSchema } from '../values/telephones.ts'
import { userNameSchema } from './userNames.ts'

/** INVITED: can sign in by SMS, but has not done so and has no password. */
export const userStatuses = ['INVITED', 'PENDING_ACTIVATION', 'ACTIVE', 'DISABLED'] as const
export const userStatusSchema = z.enum(userStatuses)
export type UserStatus = z.infer<typeof userStatusSchema>

export const userSchema = z.object({
  ...recordFields,
  userName: z.string(),
  displayName: z.string(),
  role: roleSchema.nullable(),
  telephone: z.string().nullable(),
  /** New number that an administrator entered; it counts once the user confirms it. Null without one. */
  pendingTelephone: z.string().nullable(),
  email: z.string().nullable(),
  /** New mail address that takes effect once its mailed link is opened; null without one. */
  pendingEmail: z.string().nullable(),
  organisationId: idSchema.nullable(),
  organisationName: z.string().nullable(),
  organisationKind: organisationKindSchema.nullable(),
  status: userStatusSchema,
  twoFactor: z.boolean(),
  /** Null for an invited user without a password, who signs in by SMS. */
  passwordSetAt: instantSchema.nullable(),
  lastSeenAt: instantSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
})
export type User = z.infer<typeof userSchema>

export const userInputSchema = z.object({
  ...recordInput,
  userName: userNameSchema,
  displayName: nameSchema(50),
  role: roleSchema.nullable(),
  telephone: telephoneSchema,
  email: z.email().max(200),
  /** Defaults to the caller's organisation; only the platform may set another. */
  organisationId: idSchema.nullable().optional(),
})

const admins = [...organisationAdminRoles, 'ADMIN_PLATFORM'] as const

export const userEndpoints = ofNoun('users', {
  list: recordList({
    path: '/collateral/web/user',
    access: admins,
    item: userSchema,
    sort: ['id', 'userName', 'displayName', 'role', 'organisationName', 'status', 'lastSeenAt', 'createdAt'],
    filters: {
      name: z.string().max(100).optional(),
      role: codeFilter(roleSchema),
      status: codeFilter(userStatusSchema),
      organisationId: idSchema.optional(),
      twoFactor: z.boolean().optional(),
      seenFrom: instantInputSchema.optional(),
      seenTo: instantInputSchema.optional(),
      createdFrom: instantInputSchema.optional(),
      createdTo: instantInputSchema.optional(),
    },
    about:
      'Users: all for the platform, those of their own organisation for others; `name` is looked for in names, telephone and e-mail',
  }),
  inOrganisation: endpoint({
    method: 'GET',
    path: '/collateral/web/userInOrg',
    access: admins,
    input: z.object({}),
    reply: z.object({ list: z.array(userSchema) }),
    summary: 'The users of one’s own organisation.',
  }),
  addOrEdit: endpoint({
    method: 'PUT',
    isPersonal: true,
    path: '/collateral/web/user/addOrEdit',
    access: admins,
    input: userInputSchema,
    reply: userSchema,
    summary: 'Invites a user, who may sign in by SMS at once and set a password by the mailed link; or changes one.',
  }),
  detail: recordDetail('/collateral/web/user', admins, userSchema),
  history: recordHistory('/collateral/web/user', admins),
  setStatus: { ...recordStatus('/collateral/web/user', admins, 'Disables users'), isPersonal: true },
  sendInvitation: endpoint({
    method: 'POST',
    isPersonal: true,
    path: '/collateral/web/user/{id}/invitation/send',
    access: admins,
    input: idInput,
    reply: z.object({ email: z.string() }),
    summary: 'Mails somebody who is invited another link; those before it are void. Three an hour at the most.',
  }),
  endInvitation: endpoint({
    method: 'DELETE',
    isPersonal: true,
    path: '/collateral/web/user/{id}/invitation',
    access: admins,
    input: idInput,
    reply: z.object({}),
    summary:
      'Ends the invitation of somebody who has not been here: there is no such user any more, and the names are free.',
  }),
  resetPassword: endpoint({
    method: 'POST',
    isPersonal: true,
    path: '/collateral/web/user/{id}/password/reset',
    access: admins,
    input: idInput,
    reply: z.object({}),
    summary: 'Mails a user a link to set a new password; the old one and every session end at once.',
  }),
  endTwoFactor: endpoint({
    method: 'POST',
    isPersonal: true,
    path: '/collateral/web/user/{id}/twoFactor/end',
    access: admins,
    input: idInput,
    reply: z.object({}),
    summary: 'Ends the second factor of a user who has lost it, and every session.',
  }),
  search: endpoint({
    method: 'GET',
    path: '/collateral/app/user/list/search',
    access: partySearchers,
    input: z.object({
      name: z.string().trim().min(1).max(100),
      organisationId: z.coerce.number().pipe(idSchema).optional(),
    }),
    reply: z.object({
      list: z.array(
        userSchema.pick({ id: true, displayName: true, role: true, organisationId: true, organisationName: true }),
      ),
    }),
    summary:
      'Up to 20 users who can sign in: those of the parties that one works with by a part of the name, others by their whole user name.',
  }),
  colleagues: endpoint({
    method: 'GET',
    path: '/api/users',
    access: 'signedIn',
    input: z.object({}),
    reply: z.object({
      list: z.array(z.object({ id: idSchema, displayName: z.string(), role: roleSchema.nullable() })),
    }),
    summary: 'The names of those who can sign in to one’s own organisation.',
  }),
})
