import type { OrganisationKind } from '#contract/roles.ts'
import type { Queries } from '../db/connect.ts'
import { CallError } from '../http/callError.ts'
import type { HandlersOf } from '../http/handler.ts'

interface NewOrganisation {
  kind: OrganisationKind
  name: string
  /** Epoch ms. */
  registeredAt: number
}

/** Adds an organisation that may be used at once. @returns its id */
export async function insertOrganisation(sql: Queries, { kind, name, registeredAt }: NewOrganisation): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into organisations (kind, name, registered_at, updated_at)
    values (${kind}, ${name}, ${registeredAt}, ${registeredAt}) returning id`
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

const later = async (): Promise<never> => {
  throw new CallError('UNAVAILABLE')
}

export const organisationHandlers: HandlersOf<'organisations'> = {
  list: later,
  addOrEdit: later,
  setStatus: later,
  detail: later,
  update: later,
}
