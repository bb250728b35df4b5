import type { Queries } from '../../db/connect.ts'

/** Names that are unique. */
interface Names {
  userName: string
  telephone: string
  email: string
}

/**
 * Which of somebody's names another user has, each `taken`: all of them are told at once, where an index would name the first.
 * @param ownId whose they may be already
 */
export async function takenNames(sql: Queries, { userName, telephone, email }: Names, ownId = 0): Promise<Record<string, string>> {
  const [row] = await sql<Record<keyof Names, boolean>[]>`
    select exists (select from users where lower(user_name) = lower(${userName}) and id <> ${ownId}) as "userName",
      exists (select from users where telephone = ${telephone} and id <> ${ownId}) as telephone,
      exists (select from users where lower(email) = lower(${email}) and id <> ${ownId}) as email`
  return Object.fromEntries(Object.entries(row ?? {}).flatMap(([field, isTaken]) => (isTaken ? [[field, 'taken']] : [])))
}
