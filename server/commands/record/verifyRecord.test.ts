import { expect, test, vi } from 'vitest'
import { sealWaiting } from '../../resources/seals/seal.ts'
import { runCommandFile, commandPlace } from '../testCommand.ts'

vi.setConfig({ testTimeout: 60_000 })

const { database, environment } = commandPlace()
const verify = () => runCommandFile('record/verifyRecord.ts', environment()).ended

test('says that the record is whole, and names the first row that does not fit with exit code 1', async () => {
  const { sql } = database()
  await sql`insert into security_events (at, kind, what) select now(), 'COMMAND', n::text from generate_series(1, 3) n`
  await sealWaiting(sql, { publicUrl: '' }, Date.UTC(2026, 4, 1))
  expect(await verify()).toEqual({ code: 0, stdout: 'The record is whole: 3 rows are as they were sealed.\n', stderr: '' })
  await sql`alter table security_events disable trigger security_events_keep`
  await sql`update security_events set what = 'none' where id in (2, 3)`
  expect(await verify()).toEqual({ code: 1, stdout: '', stderr: 'drover: the record is broken: security_events 2 (sealed on 2026-05-01) is not what was sealed\n' })
})
