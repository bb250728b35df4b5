import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { downloadLine } from '../../resources/projects/reports/takenReports.ts'
import { commandPlace, runCommandFile } from '../testCommand.ts'
import { isPdf, verifyReport } from './verifyReport.ts'

vi.setConfig({ testTimeout: 60_000 })
const { database, environment } = commandPlace()
const report = '%PDF-1.7 of a day'
const found = 'The report is as banker took it on 2026-05-03T08:00:00.000Z: A 1 2026-05-02.'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover report '))
  const what = downloadLine('A 1', '2026-05-02', createHash('sha256').update(report).digest('hex'))
  await database()
    .sql`insert into security_events (at, kind, user_name, what) values ('2026-05-03T08:00:00Z', 'EXPORT', 'banker', ${what})`
})
afterAll(() => rm(folder, { recursive: true }))
const write = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test('accepts a report only with its exact bytes', async () => {
  expect(await verifyReport(database().sql, await write('report.pdf', report))).toBe(found)
  await expect(verifyReport(database().sql, await write('changed.pdf', `${report} `))).rejects.toThrow(
    'is not as it was made: nobody took such a file here',
  )
})

test('recognises a PDF by its first bytes', async () => {
  expect(
    await Promise.all(
      [await write('report.pdf', report), await write('pack.zip', 'PK'), join(folder, 'missing')].map(isPdf),
    ),
  ).toEqual([true, false, false])
})

test('prints the result for the path of a report', { tags: 'long' }, async () => {
  const verify = (path: string) => runCommandFile('record/verifyRecord.ts', environment(), { args: [path] }).ended
  expect(await verify(await write('report.pdf', report))).toEqual({ code: 0, stdout: `${found}\n`, stderr: '' })
  const changed = await write('changed.pdf', `${report} `)
  expect(await verify(changed)).toEqual({
    code: 1,
    stdout: '',
    stderr: `drover: the report ${changed} is not as it was made: nobody took such a file here\n`,
  })
})
