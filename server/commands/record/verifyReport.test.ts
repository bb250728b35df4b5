import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takenLine } from '../../resources/projects/reports/takenReports.ts'
import { commandPlace, runCommandFile } from '../testCommand.ts'

vi.setConfig({ testTimeout: 60_000 })
const { database, environment } = commandPlace()

test('a report is known again by its very bytes, and by no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drover report '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'report.pdf')
  const bytes = '%PDF-1.7 of a day'
  await writeFile(path, bytes)
  const verify = () => runCommandFile('record/verifyRecord.ts', environment(), { args: [path] }).ended
  const unknown = { code: 1, stdout: '', stderr: `drover: the report ${path} is not as it was made: nobody took such a file here\n` }
  expect(await verify()).toEqual(unknown)
  const what = takenLine('A 1', '2026-05-02', createHash('sha256').update(bytes).digest('hex'))
  await database().sql`insert into security_events (at, kind, user_name, what) values ('2026-05-03T08:00:00Z', 'EXPORT', 'banker', ${what})`
  expect(await verify()).toEqual({ code: 0, stdout: 'The report is as banker took it on 2026-05-03T08:00:00.000Z: A 1 2026-05-02.\n', stderr: '' })
  await writeFile(path, `${bytes} `)
  expect(await verify()).toEqual(unknown)
})
