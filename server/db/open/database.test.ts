import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { openDatabase } from './database.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { openOutside } from '../../testing/testOutside.ts'

const log = pino({ level: 'silent' })
let dataDir: string
let database: TestDatabase
let outside: Awaited<ReturnType<typeof openOutside>>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drover-database-'))
  database = await openTestDatabase()
  await database.sql
    .unsafe('drop schema public cascade; create schema public; grant usage on schema public to public')
    .simple()
  outside = await openOutside(database)
})
afterAll(async () => {
  await outside.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const open = (addresses: Record<string, string>) => openDatabase(readSettings({ DATA_DIR: dataDir, ...addresses }), log)

describe('an outside database', () => {
  test('refuses to be filled by a role that owns nothing', async () => {
    await expect(open({ DATABASE_URL: outside.runtimeUrl })).rejects.toThrow('name its owner in MIGRATION_DATABASE_URL')
  })

  test('is migrated by its owner and used by another role', async () => {
    const first = await open({ DATABASE_URL: outside.runtimeUrl, MIGRATION_DATABASE_URL: outside.url })
    expect([first.isNew, first.ownsTables]).toEqual([true, false])
    const [user] = await first.sql<{ name: string }[]>`select current_user::text as name`
    expect(user?.name).toBe(database.target.user)
    await expect(first.sql`delete from audit_entries`).rejects.toMatchObject({ code: '42501' })
    await first.close()
    const later = await open({ DATABASE_URL: outside.runtimeUrl })
    expect([later.isNew, later.ownsTables]).toEqual([false, false])
    await later.close()
  })

  test('is used by its owner when only its address is given', async () => {
    const opened = await open({ DATABASE_URL: outside.url })
    expect(opened.ownsTables).toBe(true)
    await opened.close()
  })

  test('refuses addresses of two different databases', async () => {
    const other = await openTestDatabase()
    const elsewhere = await openOutside(other)
    await database.sql
      .unsafe('drop schema public cascade; create schema public; grant usage on schema public to public')
      .simple()
    await expect(open({ DATABASE_URL: outside.runtimeUrl, MIGRATION_DATABASE_URL: elsewhere.url })).rejects.toThrow(
      'name different databases',
    )
    await elsewhere.close()
    await other.close()
  })
})
