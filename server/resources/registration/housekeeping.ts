import type { Sql } from '../../db/connect.ts'
import type { FileStore } from '../../files/fileStore.ts'
import { deleteUnclaimed } from '../files/files.ts'
import { deleteAbandoned } from './registrations.ts'

const dayMs = 86_400_000
const registrationDays = 7
const messageDays = 7
const linkDays = 30
/** Code limits count by the day, so codes are kept longer than one. */
const codeDays = 2

/**
 * Deletes expired data of registration and sign-in, in machine time: codes after 2 days, messages (which contain codes and links) and
 * registrations that were never activated after 7 days, links 30 days after they expired, unclaimed files after a day.
 */
export async function deleteExpiredRegistrations(sql: Sql, files: FileStore, now: number): Promise<void> {
  await sql`delete from sms_codes where created_at < ${now - codeDays * dayMs}`
  await sql`delete from mail_links where expires_at < ${now - linkDays * dayMs}`
  await sql`delete from outbox where at < ${now - messageDays * dayMs}`
  await sql.begin((transaction) => deleteAbandoned(transaction, now - registrationDays * dayMs))
  await deleteUnclaimed(sql, files, now - dayMs)
}
