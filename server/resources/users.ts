import type { Role } from '#contract/roles.ts'
import type { Queries } from '../db/connect.ts'
import { CallError } from '../http/callError.ts'
import type { HandlersOf } from '../http/handler.ts'
import { hashPassword } from '../passwords.ts'

interface NewUser {
  userName: string
  password: string
  role: Role
  organisationId: number | null
  displayName: string
  telephone?: string
  email?: string
  /** Epoch ms. */
  createdAt: number
}

/**
 * Adds a user who may sign in at once; whether the role fits the organisation and the password the rule is for the
 * caller to check.
 * @returns its id
 * @throws the database's 23505 when the name is taken in any case
 */
export async function insertUser(sql: Queries, user: NewUser): Promise<number> {
  const passwordHash = await hashPassword(user.password)
  const [row] = await sql<{ id: number }[]>`
    insert into users (user_name, password_hash, password_set_at, role, organisation_id, display_name, telephone, email,
      created_at, updated_at)
    values (${user.userName}, ${passwordHash}, ${user.createdAt}, ${user.role}, ${user.organisationId}, ${user.displayName},
      ${user.telephone ?? null}, ${user.email ?? null}, ${user.createdAt}, ${user.createdAt})
    returning id`
  return row?.id ?? 0
}

/** Whether anyone can sign in. */
export async function hasUsers(sql: Queries): Promise<boolean> {
  const rows = await sql`select from users limit 1`
  return rows.length > 0
}

const later = async (): Promise<never> => {
  throw new CallError('UNAVAILABLE')
}

export const userHandlers: HandlersOf<'users'> = {
  list: later,
  inOrganisation: later,
  addOrEdit: later,
  detail: later,
  setStatus: later,
  resetPassword: later,
  endTwoFactor: later,
  colleagues: later,
}
