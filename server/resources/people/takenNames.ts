import type { Queries } from '../../db/connect.ts'

/** User fields whose values are unique. */
interface Names {
  userName: string
  telephone: string
  email: string
}

/**
 * Returns the fields whose values another user has, each as `unusable`: names are unique on the platform, and nobody learns whose they are.
 * It reports all of them, while a unique index names only the first.
 * @param ownId the user who may have the values already
 */
export async function findTakenFields(
  sql: Queries,
  { userName, telephone, email }: Names,
  ownId = 0,
): Promise<Record<string, string>> {
  const [row] = await sql<Record<keyof Names, boolean>[]>`
    select exists (select from users where lower(user_name) = lower(${userName}) and id <> ${ownId}) as "userName",
      exists (select from users where telephone = ${telephone} and id <> ${ownId}) as telephone,
      exists (select from users where lower(email) = lower(${email}) and id <> ${ownId}) as email`
  return Object.fromEntries(
    Object.entries(row ?? {}).flatMap(([field, isTaken]) => (isTaken ? [[field, 'unusable']] : [])),
  )
}
