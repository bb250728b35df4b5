import type { z } from 'zod'
import type { Organisation, organisationInputSchema, OrganisationStatus, organisationUpdateSchema } from '#contract/organisations.ts'
import type { OrganisationKind } from '#contract/roles.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import type { Caller } from '../../auth/sessions.ts'
import { administered } from './administrators.ts'
import { audit, type Author } from '../audit.ts'
import { among, contains, listOf, page } from '../page.ts'
import { first, inTransaction, requireVersion } from '../records.ts'

interface NewOrganisation {
  kind: OrganisationKind
  name: string
  /** Epoch ms. */
  registeredAt: number
  details?: Record<'creditCode' | 'contact' | 'telephone' | 'email' | 'address', string>
}

/** Adds an organisation that may be used at once. @returns its id */
export async function insertOrganisation(sql: Queries, { kind, name, registeredAt, details }: NewOrganisation): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into organisations (kind, name, registered_at, updated_at, credit_code, contact, telephone, email, address)
    values (${kind}, ${name}, ${registeredAt}, ${registeredAt}, ${details?.creditCode ?? null}, ${details?.contact ?? null},
      ${details?.telephone ?? null}, ${details?.email ?? null}, ${details?.address ?? null}) returning id`
  return row?.id ?? 0
}

/** The id of the platform's own organisation, made when there is none. */
export async function platformOrganisation(sql: Queries, registeredAt: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`select id from organisations where kind = 'PLATFORM' order by id limit 1`
  return row?.id ?? insertOrganisation(sql, { kind: 'PLATFORM', name: 'Drover', registeredAt })
}

/** Whether an organisation of a kind is there. */
export async function organisationExists(sql: Queries, id: number, kind: OrganisationKind): Promise<boolean> {
  const rows = await sql`select from organisations where id = ${id} and kind = ${kind}`
  return rows.length > 0
}

type OrganisationRow = Omit<Organisation, 'registeredDate' | 'updatedAt'> & { registeredDate: number; updatedAt: number }

const columns = { id: 'o.id', name: 'o.name', role: 'o.kind', status: 'o.status', registeredDate: 'o.registered_at', users: 'users' }

/** Organisations `o` that fit a condition, as answers carry them. */
async function select(sql: Queries, condition: Fragment, end: Fragment): Promise<Organisation[]> {
  const rows = await sql<OrganisationRow[]>`
    select o.id, o.kind as role, o.name, o.credit_code as "creditCode", o.contact, o.telephone, o.email, o.address,
      o.licence_image_id as "licenceImageId", o.status, o.registered_at as "registeredDate",
      o.requires_two_factor as "requiresTwoFactor", (select count(*) from users u where u.organisation_id = o.id) as users,
      o.updated_at as "updatedAt", o.version
    from organisations o where ${condition} ${end}`
  return rows.map((row) => ({ ...row, registeredDate: toInstant(row.registeredDate), updatedAt: toInstant(row.updatedAt) }))
}

async function findOrganisation(sql: Queries, caller: Caller, id: number, end = sql``): Promise<Organisation> {
  const whose = administered(caller)
  if (whose !== 'ALL' && whose !== id) throw new CallError('NOT_FOUND')
  return first(await select(sql, sql`o.id = ${id}`, end))
}

async function userIdsOf(sql: Queries, organisationIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select id from users where organisation_id = any(${[...organisationIds]}::bigint[])`
  return rows.map(({ id }) => id)
}

/** What may be changed of an organisation, whoever does it. */
type Changes = Omit<z.output<typeof organisationUpdateSchema>, 'id' | 'version'> & { creditCode?: string; licenceImageId?: string | null | undefined }

/** @throws CallError NOT_FOUND, CONFLICT (a version that is not the record's, a credit code that is taken, one that is not approved), BAD_SHAPE (an unknown picture) */
async function edit(context: Context, caller: Caller, { id, version, kind }: { id: number; version: number | undefined; kind?: OrganisationKind }, changes: Changes): Promise<Organisation> {
  const now = machineNow()
  const { name, contact, telephone, email, address, requiresTwoFactor } = changes
  const { after, userIds } = await inTransaction(context.sql, async (sql) => {
    const before = await findOrganisation(sql, caller, id, sql`for update of o`)
    requireVersion(before, version)
    // What was registered is what is approved: nobody changes it on the way, or after it was refused.
    if (before.status !== 'ACTIVE' && before.status !== 'DISABLED') throw new CallError('CONFLICT', { fields: { status: 'not_approved' } })
    // Its people's roles and its projects go by what it is.
    if (kind !== undefined && kind !== before.role) throw new CallError('BAD_SHAPE', { fields: { role: 'fixed' } })
    const creditCode = changes.creditCode ?? before.creditCode
    const licenceImageId = changes.licenceImageId === undefined ? before.licenceImageId : changes.licenceImageId
    await requireImage(sql, licenceImageId)
    await sql`
      update organisations set name = ${name}, credit_code = ${creditCode}, contact = ${contact}, telephone = ${telephone},
        email = ${email}, address = ${address}, licence_image_id = ${licenceImageId},
        requires_two_factor = ${requiresTwoFactor}, updated_at = ${now}, version = version + 1
      where id = ${id}`
    const after = await findOrganisation(sql, caller, id)
    await audit(sql, caller, now, { action: 'EDIT', noun: 'organisation', nounId: id, before, after })
    const concernsUsers = before.name !== name || before.requiresTwoFactor !== requiresTwoFactor
    return { after, userIds: concernsUsers ? await userIdsOf(sql, [id]) : [] }
  })
  context.events.emit('accountsChanged', { userIds })
  return after
}

async function add(context: Context, caller: Caller, input: z.output<typeof organisationInputSchema>): Promise<Organisation> {
  const now = machineNow()
  const { role, name, creditCode, contact, telephone, email, address, requiresTwoFactor, licenceImageId = null } = input
  return inTransaction(context.sql, async (sql) => {
    await requireImage(sql, licenceImageId)
    const rows = await sql<{ id: number }[]>`
      insert into organisations (kind, name, credit_code, contact, telephone, email, address, licence_image_id,
        requires_two_factor, status, registered_at, updated_at)
      values (${role}, ${name}, ${creditCode}, ${contact}, ${telephone}, ${email}, ${address}, ${licenceImageId},
        ${requiresTwoFactor}, 'ACTIVE', ${now}, ${now})
      returning id`
    const after = await findOrganisation(sql, caller, first(rows).id)
    await audit(sql, caller, now, { action: 'ADD', noun: 'organisation', nounId: after.id, before: null, after })
    return after
  })
}

async function requireImage(sql: Queries, id: string | null): Promise<void> {
  if (id === null) return
  const images = await sql`select from images where id = ${id} for key share`
  if (images.length === 0) throw new CallError('BAD_SHAPE', { fields: { licenceImageId: 'unknown' } })
}

interface NewStatus {
  ids: readonly number[]
  status: Extract<OrganisationStatus, 'ACTIVE' | 'DISABLED'>
  reason: string
}

/** @returns the ids of those whose status changed, and of their users */
async function changeStatus(sql: Queries, caller: Caller, { ids, status, reason }: NewStatus): Promise<{ changed: number[]; userIds: number[] }> {
  const now = machineNow()
  const wanted = [...new Set(ids)]
  const held = await select(sql, sql`o.id = any(${wanted}::bigint[])`, sql`order by o.id for update of o`)
  if (held.length < wanted.length) throw new CallError('NOT_FOUND')
  const before = held.filter((organisation) => organisation.status !== status)
  if (before.some((organisation) => organisation.status !== 'ACTIVE' && organisation.status !== 'DISABLED')) {
    throw new CallError('CONFLICT', { fields: { ids: 'not_approved' } })
  }
  if (status === 'DISABLED' && before.some(({ id, role }) => id === caller.organisationId || role === 'PLATFORM')) {
    throw new CallError('BAD_SHAPE', { fields: { ids: 'oneself' } })
  }
  const changed = before.map(({ id }) => id)
  await sql`update organisations set status = ${status}, updated_at = ${now}, version = version + 1 where id = any(${changed}::bigint[])`
  const after = await select(sql, sql`o.id = any(${changed}::bigint[])`, sql`order by o.id`)
  const action = status === 'ACTIVE' ? 'ENABLE' : 'DISABLE'
  for (const [place, organisation] of after.entries()) {
    const was = before[place]
    if (was) await audit(sql, caller, now, { action, noun: 'organisation', nounId: was.id, before: was, after: organisation, detail: { reason } })
  }
  return { changed, userIds: await userIdsOf(sql, changed) }
}

/**
 * Ends the wait of a registration for its approval.
 * @returns the organisation; null where it no longer waited
 */
export async function endRegistration(
  sql: Queries,
  author: Author,
  { id, status, at }: { id: number; status: 'ACTIVE' | 'REJECTED'; at: number },
): Promise<Organisation | null> {
  const [before] = await select(sql, sql`o.id = ${id} and o.status = 'PENDING_APPROVAL'`, sql`for update of o`)
  if (!before) return null
  await sql`update organisations set status = ${status}, updated_at = ${at}, version = version + 1 where id = ${id}`
  const after = first(await select(sql, sql`o.id = ${id}`, sql``))
  await audit(sql, author, at, { action: status === 'ACTIVE' ? 'APPROVE' : 'REJECT', noun: 'organisation', nounId: id, before, after })
  return after
}

export const organisationHandlers: HandlersOf<'organisations'> = {
  async list(input, _caller, { sql }) {
    const { name } = input
    const condition = sql`(${contains(sql, 'o.name', name)} or ${contains(sql, 'o.credit_code', name)})
      and ${among(sql, 'o.kind', input.role)} and ${among(sql, 'o.status', input.status)}`
    const [list, [count]] = await Promise.all([
      select(sql, condition, page(sql, input, columns)),
      sql<{ total: number }[]>`select count(*) as total from organisations o where ${condition}`,
    ])
    return listOf(list, count?.total ?? 0, input)
  },

  async detail({ id }, caller, { sql }) {
    return findOrganisation(sql, caller, id)
  },

  async addOrEdit(input, caller, context) {
    const { id, version, role, ...changes } = input
    return id === undefined ? add(context, caller, input) : edit(context, caller, { id, version, kind: role }, changes)
  },

  async update({ id, version, ...changes }, caller, context) {
    return edit(context, caller, { id, version }, changes)
  },

  async setStatus(input, caller, context) {
    const { changed, userIds } = await inTransaction(context.sql, (sql) => changeStatus(sql, caller, input))
    if (input.status === 'DISABLED') await context.sessions.endUserSessions(userIds, 'DISABLED')
    return { changed: changed.length }
  },
}
