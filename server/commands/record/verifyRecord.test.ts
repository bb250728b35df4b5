import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sealWaiting } from '../../resources/seals/seal.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { openOutside } from '../../testing/testOutside.ts'
import { runCommandFile } from '../testCommand.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string
let database: TestDatabase
let outside: Awaited<ReturnType<typeof openOutside>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover-verify-'))
  database = await openTestDatabase()
  outside = await openOutside(database)
})
afterAll(async () => {
  await outside.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const verify = () => runCommandFile('record/verifyRecord.ts', { DATA_DIR: join(folder, 'data'), DATABASE_URL: outside.url }).ended

test('says that the record is whole, and names the first row that does not fit with exit code 1', async () => {
  const { sql } = database
  await sql`insert into security_events (at, kind, what) select now(), 'COMMAND', n::text from generate_series(1, 3) n`
  await sealWaiting(sql, { publicUrl: '' }, Date.UTC(2026, 4, 1))
  expect(await verify()).toEqual({ code: 0, stdout: 'The record is whole: 3 rows are as they were sealed.\n', stderr: '' })
  await sql`alter table security_events disable trigger security_events_keep`
  await sql`update security_events set what = 'none' where id in (2, 3)`
  expect(await verify()).toEqual({ code: 1, stdout: '', stderr: 'drover: the record is broken: security_events 2 (sealed on 2026-05-01) is not what was sealed\n' })
})
