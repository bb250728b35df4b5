import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { machineNow } from '../../clock.ts'
import { filesName } from '../../db/embedded/dataDirectory.ts'
import type { StoredFile } from '../../files/fileStore.ts'
import { withUpload } from '../../files/uploads.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { deleteUnclaimed, findFile, insertFile, namedAmong, trimUnclaimed } from './files.ts'
import { moveFromDatabase } from './moveFromDatabase.ts'
import { nobody } from '../../auth/sessions.ts'
import { sweepFiles } from './sweepFiles.ts'

let world: World
let dataDir = ''
let loggedErrors: unknown[] = []
const log = { error: (cause: unknown) => void loggedErrors.push(cause), warn: () => {} }
const platform = { ...nobody, role: 'ADMIN_PLATFORM' } as const

beforeAll(async () => {
  world = await openWorld()
  dataDir = world.context.settings.DATA_DIR
})
beforeEach(async () => {
  await world.sql`update organisations set licence_image_id = null`
  await world.sql`delete from files`
  await rm(join(dataDir, filesName), { recursive: true, force: true })
  loggedErrors = []
})
afterAll(() => world.close())

const store = () => world.context.files
const storeFile = (content: Buffer, network = '10.0.0.1', uploadedBy: number | null = null, at = machineNow()) =>
  withUpload(Readable.from([content]), { dataDir, log, maxBytes: content.length }, (path) =>
    store().store(path, async (stored) => ({
      ...stored,
      id: await insertFile(world.context.sql, {
        ...stored,
        contentType: 'image/webp',
        picture: { width: 1, height: 1, thumbnail: null },
        name: null,
        uploadedBy,
        network,
        at,
      }),
    })),
  )
const files = async () =>
  (await readdir(join(dataDir, filesName), { recursive: true }).catch(() => [])).filter((path) => path.length > 64)
async function contentOf(id: string): Promise<Buffer | undefined> {
  const found = await findFile(world.sql, platform, id, 'image/webp')
  return found && Buffer.concat((await (await store().read(found)).toArray()) as Buffer[])
}

test('moves pictures from the database to files without losing any', async () => {
  const contents = [randomBytes(700_000), randomBytes(3), Buffer.alloc(0), randomBytes(262_144)]
  const ids: string[] = []
  for (const content of [...contents, ...contents.slice(0, 1)]) {
    const [row] = await world.sql<{ id: string }[]>`
      insert into files (content, content_type, width, height, uploaded_at) values (${content}, 'image/webp', 1, 1, now()) returning id`
    ids.push(row?.id ?? '')
  }
  // Pictures that cannot be written stay in the database.
  await writeFile(join(dataDir, filesName), '')
  await expect(moveFromDatabase(world.context.sql, store(), { dataDir, log })).rejects.toThrow(
    /pictures can't be moved from the database/,
  )
  expect(await world.sql`select from files where content is null`).toHaveLength(0)
  await rm(join(dataDir, filesName))

  await moveFromDatabase(world.context.sql, store(), { dataDir, log })
  expect(await world.sql`select from files where content is not null`).toHaveLength(0)
  const found = await Promise.all(ids.map(contentOf))
  expect(found.map((content, i) => content?.equals(contents[i % contents.length] ?? Buffer.from('?')))).toEqual(
    ids.map(() => true),
  )
  expect(await files()).toHaveLength(contents.length)
})

test('keeps a file until both of its rows are deleted', async () => {
  const content = Buffer.from('twice')
  const [first, second] = [await storeFile(content), await storeFile(content)]
  expect(second.hash).toBe(first.hash)
  expect(await files()).toHaveLength(1)
  const organisation = await world.organisation('BANK', 'Twice')
  await world.sql`update organisations set licence_image_id = ${second.id} where id = ${organisation}`
  await deleteUnclaimed(world.context.sql, store(), machineNow() + 1000)
  expect(await contentOf(first.id)).toBeUndefined()
  expect((await contentOf(second.id))?.toString()).toBe('twice')
  await world.sql`update organisations set licence_image_id = null`
  await deleteUnclaimed(world.context.sql, store(), machineNow() + 1000)
  expect(await files()).toEqual([])
})

test('keeps a thumbnail with its picture and reports a missing one', async () => {
  const small = await storeFile(Buffer.from('small'))
  const add = (content: string) =>
    withUpload(Readable.from([content]), { dataDir, log, maxBytes: 99 }, (path) =>
      store().store(path, (file) =>
        insertFile(world.context.sql, {
          ...file,
          contentType: 'image/webp',
          picture: { width: 900, height: 900, thumbnail: { hash: small.hash, size: small.size } },
          name: null,
          uploadedBy: null,
          network: '',
          at: machineNow(),
        }),
      ),
    )
  const [first, second] = [await add('large'), await add('also large')]
  await world.sql`delete from files where id = ${small.id}`
  expect(await sweepFiles(world.context.sql, store(), log, machineNow() + 1000)).toEqual({ removed: 0, missing: 0 })
  expect((await findFile(world.sql, platform, first, 'image/webp'))?.thumbnail).toEqual({
    hash: small.hash,
    size: small.size,
  })
  await world.sql`delete from files where id = ${second}`
  expect(await sweepFiles(world.context.sql, store(), log, machineNow() + 1000)).toEqual({ removed: 1, missing: 0 })
  await rm(join(dataDir, filesName, small.hash.slice(0, 2), small.hash.slice(2, 4), small.hash))
  expect(await sweepFiles(world.context.sql, store(), log, 0)).toEqual({ removed: 0, missing: 1 })
  await deleteUnclaimed(world.context.sql, store(), machineNow() + 1000)
  expect(await files()).toEqual([])
})

test.each([
  ['an anonymous network', 20, () => null],
  ['a user', 50, () => world.idOf('Keeper')],
])('limits the unreferenced files of %s to %i, deleting the oldest', async (_name, limit, uploader) => {
  if ((await world.idOf('Keeper')) === 0)
    await world.user('Keeper', 'BANK_USER', await world.organisation('BANK', 'Keeping'))
  const uploadedBy = await uploader()
  const storedFiles: StoredFile[] = []
  for (let i = 0; i < limit + 3; i++)
    storedFiles.push(await storeFile(Buffer.from(`file ${i}`), '10.0.0.2', uploadedBy, machineNow() - 1000 + i))
  await trimUnclaimed(world.context.sql, store(), uploadedBy)
  expect(await namedAmong(world.sql)(storedFiles.map(({ hash }) => hash))).toEqual(
    new Set(storedFiles.slice(3).map(({ hash }) => hash)),
  )
  expect(await files()).toHaveLength(limit)
})

test('lists all columns that reference files', async () => {
  const rows = await world.sql<{ column: string }[]>`
    select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'files'::regclass order by 1`
  // Add a new column to `namedFiles` and `visibleFiles` first.
  expect(rows.map(({ column }) => column)).toEqual([
    'alert_photos.image_id',
    'animal_documents.document_id',
    'animal_photos.image_id',
    'animals.document_id',
    'content_pictures.file_id',
    'daily_log_photos.image_id',
    'farms.plan_image_id',
    'insurance_claims.document_id',
    'insurance_policies.document_id',
    'ledger_entries.document_id',
    'loan_balances.document_id',
    'organisations.licence_image_id',
    'pairings.end_photo_id',
    'pairings.photo_id',
    'project_documents.document_id',
  ])
})

test('logs missing or truncated files until they are back', async () => {
  const [missing, cut] = [await storeFile(Buffer.from('gone')), await storeFile(Buffer.from('cut off'))]
  await storeFile(Buffer.from('whole'))
  const pathOf = ({ hash }: StoredFile) => join(dataDir, filesName, hash.slice(0, 2), hash.slice(2, 4), hash)
  await rm(pathOf(missing))
  await writeFile(pathOf(cut), 'cut')
  expect(await sweepFiles(world.context.sql, store(), log, 0)).toEqual({ removed: 0, missing: 2 })
  expect(loggedErrors).toEqual([{ files: [missing.hash, cut.hash].toSorted(), count: 2 }])
  await writeFile(pathOf(missing), 'gone')
  await writeFile(pathOf(cut), 'cut off')
  expect(await sweepFiles(world.context.sql, store(), log, machineNow() + 60_000)).toEqual({ removed: 0, missing: 0 })
})
