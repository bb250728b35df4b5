import type { Reply } from '#contract/calls/endpoint.ts'
import type { authEndpoints } from '#contract/people/auth.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { CallError } from '../../callError.ts'
import type { Language } from '../../languages.ts'
import { hashLink, writeHeldMail, writeMail } from '../../notify/templates.ts'
import { type Author, audit } from '../../records/audit.ts'
import { findLoginByEmail, type LoginRow } from '../../db/auth/logins.ts'
import { lockLink, countLinksLocked, invalidateLinks } from '../../db/auth/mailLinks.ts'
import {
  activateRegistration,
  clearFormer,
  insertRegistration,
  type Registration,
  findTakenRegistrationFields,
} from './registrations.ts'
import { useCode } from '../../db/auth/smsCodes.ts'
import { lockUnclaimedPicture } from '../files/files.ts'
import { emitTicketChange } from '../office/tickets/ticketNotices.ts'
import { raiseRegistration } from '../office/tickets/tickets.ts'
import { badCaptcha, type Asker, checkCode } from '../../auth/smsCodes.ts'

const hourMs = 3_600_000
/** Maximum mails of one kind to one user in an hour. */
const mailsPerHour = 3

/**
 * Registers an organisation and its administrator and mails the activation link, in one transaction. When a user has the email address,
 * nothing is registered: the answer is the same, and the mail notifies that user.
 * @throws CallError BAD_CAPTCHA; BAD_SHAPE when the licence image is unknown or already in use, or the password is common;
 * CONFLICT naming every field that cannot be used
 */
export async function register(
  context: Context,
  registration: Registration,
  { author, asker, language }: { author: Author; asker: Asker; language: Language },
): Promise<Reply<typeof authEndpoints.register>> {
  const { sql } = context
  await context.passwords.requireUncommon(registration.password, [
    registration.userName,
    registration.contact,
    registration.organizationName,
    registration.email,
    registration.telephone,
  ])
  const codeId = await checkCode(context, registration.telephone, registration.captcha, asker)
  if (codeId === null) throw badCaptcha()
  const passwordHash = await context.passwords.hash(registration.password)
  const { organizationName, contact, email, userName, licenceImageId } = registration
  const id = await sql.begin(async (transaction) => {
    const now = machineNow()
    await clearFormer(transaction, registration)
    const taken = await findTakenRegistrationFields(transaction, registration)
    if (Object.keys(taken).length > 0) throw new CallError('CONFLICT', { fields: taken })
    if (!(await lockUnclaimedPicture(transaction, licenceImageId)))
      throw new CallError('BAD_SHAPE', { fields: { licenceImageId: 'unknown' } })
    if (!(await useCode(transaction, codeId, now))) throw badCaptcha()
    const holder = await findLoginByEmail(transaction, email)
    if (holder) {
      await writeHeldMail(transaction, context, { ...holder, email, language })
      return null
    }
    const { organisationId, userId } = await insertRegistration(transaction, registration, { passwordHash, now })
    await audit(transaction, { ...author, userId }, now, {
      action: 'ADD',
      noun: 'organisation',
      nounId: organisationId,
      before: null,
      after: shown(registration),
    })
    await writeMail(transaction, context, {
      kind: 'activation',
      userId,
      email,
      userName,
      displayName: contact,
      organisationName: organizationName,
      language,
    })
    return organisationId
  })
  if (id !== null) context.events.emit('recordsChanged', { noun: 'organisations', ids: [id] })
  return { email }
}

/**
 * Activates a registration and raises the ticket for the platform's approval.
 * @throws CallError LINK_EXPIRED when the link is unknown, used or too old
 */
export async function activate(
  context: Context,
  token: string,
  { author, language }: { author: Author; language: Language },
): Promise<Reply<typeof authEndpoints.activate>> {
  const done = await context.sql.begin(async (transaction) => {
    const now = machineNow()
    const link = await lockLink(transaction, hashLink(token), 'ACTIVATE', now)
    if (!link) throw new CallError('LINK_EXPIRED')
    const { userId } = link
    await invalidateLinks(transaction, userId, 'ACTIVATE', now)
    const organisation = await activateRegistration(transaction, userId, now)
    if (!organisation) throw new CallError('LINK_EXPIRED')
    await audit(transaction, { ...author, userId }, now, {
      action: 'ACTIVATE',
      noun: 'organisation',
      nounId: organisation.id,
      before: { status: 'PENDING_ACTIVATION' },
      after: { status: 'PENDING_APPROVAL' },
    })
    return {
      organisation,
      ...(await raiseRegistration(transaction, { organisationId: organisation.id, userId, language, at: now })),
    }
  })
  await emitTicketChange(context, done.ticketId, done.notices)
  return { organizationName: done.organisation.name }
}

/** Mails the activation link again, when a registration with the address awaits activation. */
export async function sendActivationAgain(context: Context, email: string, language: Language): Promise<void> {
  const user = await findLoginByEmail(context.sql, email)
  if (user?.status !== 'PENDING_ACTIVATION') return
  await resendMail(context, { kind: 'activation', purpose: 'ACTIVATE', user, language })
}

/** Mails a link to set a new password, when a user who may sign in has the address. */
export async function sendPasswordLink(context: Context, email: string, language: Language): Promise<void> {
  const user = await findLoginByEmail(context.sql, email)
  if (user?.status !== 'ACTIVE' || user.organisationStatus === 'DISABLED' || user.organisationStatus === 'REJECTED')
    return
  await resendMail(context, { kind: 'forgotten', purpose: 'SET_PASSWORD', user, language })
}

interface Again {
  kind: 'activation' | 'forgotten'
  purpose: 'ACTIVATE' | 'SET_PASSWORD'
  user: LoginRow
  language: Language
}

async function resendMail(context: Context, { kind, purpose, user, language }: Again): Promise<void> {
  const { userId, userName, displayName, organisationName, email } = user
  await context.sql.begin(async (transaction) => {
    if (email === null || (await countLinksLocked(transaction, userId, purpose, machineNow() - hourMs)) >= mailsPerHour)
      return
    await writeMail(transaction, context, { kind, userId, email, userName, displayName, organisationName, language })
  })
}

/** Returns the fields of a registration that audit entries show, without secrets. */
function shown({
  organizationRole: role,
  organizationName: name,
  creditCode,
  contact,
  address,
  licenceImageId,
  userName,
  email,
  telephone,
}: Registration) {
  return { role, name, creditCode, contact, address, licenceImageId, userName, email, telephone }
}
