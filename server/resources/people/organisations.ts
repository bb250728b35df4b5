import type { Organisation, OrganisationStatus } from '#contract/people/organisations.ts'
import type { OrganisationKind } from '#contract/people/roles.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { audit, type Author } from '../../records/audit.ts'
import { describeRecords, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { contains } from '../../records/page.ts'
import { findRecord, lockRecords, selectRecords } from '../../records/select.ts'
import { changeStatus } from '../../records/status.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { saveRecord } from '../../records/write.ts'
import { emitNotices } from '../office/notices.ts'
import { administered } from './administrators.ts'
import { searchOrganisations } from './parties.ts'
import { requirementFrom, notifyOfRequirement } from './twoFactorRequirement.ts'
import { membersOf } from './users.ts'

interface NewOrganisation {
  kind: OrganisationKind
  name: string
  /** Machine time, epoch ms. */
  registeredAt: number
  details?: Record<'creditCode' | 'contact' | 'telephone' | 'email' | 'address', string>
}

/** Inserts an active organisation. @returns its id */
export async function insertOrganisation(
  sql: Queries,
  { kind, name, registeredAt, details }: NewOrganisation,
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into organisations (kind, name, registered_at, updated_at, credit_code, contact, telephone, email, address)
    values (${kind}, ${name}, ${registeredAt}, ${registeredAt}, ${details?.creditCode ?? null}, ${details?.contact ?? null},
      ${details?.telephone ?? null}, ${details?.email ?? null}, ${details?.address ?? null}) returning id`
  return row?.id ?? 0
}

/** Returns the id of the platform's own organisation, creating it when it does not exist. */
export async function platformOrganisation(sql: Queries, registeredAt: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from organisations where kind = 'PLATFORM' order by id limit 1`
  return row?.id ?? insertOrganisation(sql, { kind: 'PLATFORM', name: 'Drover', registeredAt })
}

export const organisations = describeRecords('organisations', {
  noun: 'organisation',
  table: 'organisations',
  fields: {
    role: 'kind',
    licenceImageId: reference('licence_image_id', (sql) => sql`select id from files where content_type = 'image/webp'`),
    registeredDate: 'registered_at',
    withoutTwoFactor: (sql) =>
      sql`(select count(*) from users u where u.organisation_id = r.id and u.status = 'ACTIVE' and u.totp_confirmed_at is null)`,
    users: (sql) => sql`(select count(*) from users u where u.organisation_id = r.id)`,
  },
  filters: {
    name: (sql, part) => sql`(${contains(sql, 'r.name', part)} or ${contains(sql, 'r.credit_code', part)})`,
    hasUsers: (sql, has) => sql`${has} = exists (select from users u where u.organisation_id = r.id)`,
    registeredFrom: (sql, at) => sql`r.registered_at >= ${at}`,
    registeredTo: (sql, at) => sql`r.registered_at <= ${at}`,
  },
  visible(sql, caller) {
    const whose = administered(caller)
    return whose === 'ALL' ? sql`true` : sql`r.id = ${whose}`
  },
  unique: { organisations_credit_code: { acrossOwners: 'creditCode' } },
  needsVersion: true,
  hooks: {
    async beforeSave({ sql, caller, before, input }) {
      if (before === null) return { status: 'ACTIVE', registered_at: machineNow(), two_factor_from: null }
      // An organisation must stay as registered until it is approved, and after it was rejected.
      if (!isApproved(before.status)) throw new CallError('CONFLICT', { fields: { status: 'not_approved' } })
      // Its users' roles and its projects depend on its kind.
      if (input.role !== undefined && input.role !== before.role)
        throw new CallError('BAD_SHAPE', { fields: { role: 'fixed' } })
      const from = await requirementFrom(sql, caller, before, input)
      return from === undefined ? {} : { two_factor_from: from }
    },
    async afterSave({ sql, context, before, after, input, afterCommit }) {
      if (before === null) return
      const isRequired =
        after.requiresTwoFactor && (!before.requiresTwoFactor || before.twoFactorFrom !== after.twoFactorFrom)
      if (before.name === input.name && before.requiresTwoFactor === input.requiresTwoFactor && !isRequired) return
      const userIds = await userIdsOf(sql, [after.id])
      const notices =
        isRequired && after.twoFactorFrom !== null ? await notifyOfRequirement(sql, after.id, after.twoFactorFrom) : []
      afterCommit(() => context.events.emit('accountsChanged', { userIds }))
      afterCommit(() => emitNotices(context, notices))
    },
  },
})

function isApproved(status: OrganisationStatus): boolean {
  return status === 'ACTIVE' || status === 'DISABLED'
}

async function userIdsOf(sql: Queries, organisationIds: readonly number[]): Promise<number[]> {
  const rows = await sql<
    { id: number }[]
  >`select id from users where organisation_id = any(${[...organisationIds]}::bigint[])`
  return rows.map(({ id }) => id)
}

/**
 * Ends a registration's wait for approval.
 * @returns the organisation; null when it was no longer waiting
 */
export async function endRegistration(
  sql: Queries,
  author: Author,
  { id, status, at }: { id: number; status: 'ACTIVE' | 'REJECTED'; at: number },
): Promise<Organisation | null> {
  const [before] = await selectRecords(sql, organisations, sql`r.id = ${id} and r.status = 'PENDING_APPROVAL'`, {
    end: sql`for update of r`,
  })
  if (!before) return null
  await sql`update organisations set status = ${status}, updated_at = ${at}, version = version + 1 where id = ${id}`
  const after = first(await selectRecords(sql, organisations, sql`r.id = ${id}`))
  await audit(sql, author, at, {
    action: status === 'ACTIVE' ? 'APPROVE' : 'REJECT',
    noun: 'organisation',
    nounId: id,
    before,
    after,
  })
  return after
}

const records = recordHandlers(organisations)

export const organisationHandlers: HandlersOf<'organisations'> = {
  ...records,

  search: searchOrganisations,

  userRegistered: (input, caller, context, call) => records.list({ ...input, hasUsers: true }, caller, context, call),

  async detail({ id }, caller, { sql }) {
    const organisation = await findRecord(sql, organisations, caller, id)
    return { ...organisation, members: await membersOf(sql, id) }
  },

  update: (input, caller, context, call) => saveRecord(context, organisations, caller, input, call),

  async setStatus(input, caller, context) {
    const { changed, userIds } = await inTransaction(context.sql, async (sql) => {
      const before = (await lockRecords(sql, organisations, caller, input.ids)).filter(
        ({ status }) => status !== input.status,
      )
      if (before.some(({ status }) => !isApproved(status)))
        throw new CallError('CONFLICT', { fields: { ids: 'not_approved' } })
      const isOwn = before.some(({ id, role }) => id === caller.organisationId || role === 'PLATFORM')
      if (input.status === 'DISABLED' && isOwn) throw new CallError('BAD_SHAPE', { fields: { ids: 'oneself' } })
      await changeStatus(sql, organisations, caller, before, input)
      const ids = before.map(({ id }) => id)
      return { changed: ids, userIds: await userIdsOf(sql, ids) }
    })
    if (input.status === 'DISABLED') await context.sessions.endUserSessions(userIds, 'DISABLED')
    if (changed.length > 0) context.events.emit('recordsChanged', { noun: 'organisations', ids: changed })
    return { changed: changed.length }
  },
}
