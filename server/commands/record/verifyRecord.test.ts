import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { beforeAll, expect, test, vi } from 'vitest'
import { createFileStore } from '../../files/fileStore.ts'
import { insertFile } from '../../resources/files/files.ts'
import { sealWaiting } from '../../resources/seals/seal.ts'
import { runCommandFile, commandPlace } from '../testCommand.ts'

vi.setConfig({ testTimeout: 60_000 })

const { database, environment } = commandPlace()
const verify = () => runCommandFile('record/verifyRecord.ts', environment()).ended
const broken = (what: string) => ({ code: 1, stdout: '', stderr: `drover: the record is broken: ${what}\n` })

let fileId: string
let path: string
beforeAll(async () => {
  const { sql } = database()
  const { DATA_DIR } = environment()
  const upload = join(DATA_DIR, 'uploads', 'one')
  await mkdir(dirname(upload), { recursive: true })
  await writeFile(upload, 'a deed')
  const store = createFileStore({ dataDir: DATA_DIR, log: pino({ level: 'silent' }) })
  const file = {
    contentType: 'application/pdf' as const,
    picture: null,
    name: 'deed.pdf',
    uploadedBy: null,
    network: '',
    at: 0,
  }
  const { id, hash } = await store.store(upload, async (kept) => ({
    id: await insertFile(sql, { ...kept, ...file }),
    hash: kept.hash,
  }))
  fileId = id
  path = join(DATA_DIR, 'files', hash.slice(0, 2), hash.slice(2, 4), hash)
  await sql`insert into security_events (at, kind, what) select now(), 'COMMAND', n::text from generate_series(1, 3) n`
  await sql`insert into seal_queue (source, row_key) values ('files', ${id})`
  await sealWaiting(sql, { publicUrl: '' }, Date.UTC(2026, 4, 1))
})

test('confirms a whole record and names a changed or missing file', { tags: 'long' }, async () => {
  const { DATA_DIR } = environment()
  const whole = { code: 0, stdout: 'The record is whole: 4 rows and 1 file are as they were sealed.\n', stderr: '' }
  expect(await verify()).toEqual(whole)
  await writeFile(path, 'a debt')
  expect(await verify()).toEqual(broken(`the file ${fileId} (sealed on 2026-05-01) was changed in ${DATA_DIR}`))
  await rm(path)
  expect(await verify()).toEqual(broken(`the file ${fileId} (sealed on 2026-05-01) is not in ${DATA_DIR}`))
  await writeFile(path, 'a deed')
  expect(await verify()).toEqual(whole)
})

test('names the first changed row and exits with 1', async () => {
  const { sql } = database()
  await sql`alter table security_events disable trigger security_events_keep`
  await sql`update security_events set what = 'none' where id in (2, 3)`
  expect(await verify()).toEqual(broken('security_events 2 (sealed on 2026-05-01) is not what was sealed'))
})
