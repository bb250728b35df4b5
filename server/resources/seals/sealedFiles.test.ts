import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { animalDaysInBin } from '#contract/herd/animals.ts'
import { machineNow } from '../../clock.ts'
import { withUpload } from '../../files/uploads.ts'
import { purgeOld } from '../../records/remove.ts'
import { inRolledBackTransaction } from '../../testing/testDatabase.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { deleteUnclaimed, type FileType, insertFile } from '../files/files.ts'
import { animals } from '../herd/animals.ts'
import { sealWaiting } from './seal.ts'
import { verifyLinks } from './verify.ts'

const web = '/collateral/web'
const day0 = Date.UTC(2026, 4, 1, 12)
const supervisor = 'Seal.admin'

let world: World
let token: string
let farmId: number
let policyId: number
let made = 0
const animalIds: number[] = []
/** Ids of the files that the calls below attach, by description. */
const named: Record<string, string> = {}
const policy = (documentId: string) => ({
  farmId,
  insurer: 'PICC',
  number: 'N-1',
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  sumPerHead: '9000',
  documentId,
})

async function put(path: string, body: object): Promise<number> {
  const { status, data, error } = await world.call<{ id: number }>(token, 'PUT', `${web}/${path}`, body)
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(error)}`)
  return data.id
}

async function addFile(contentType: FileType): Promise<string> {
  const { settings, log, files } = world.context
  const uploadedBy = await world.idOf(supervisor)
  return withUpload(
    Readable.from([Buffer.from(`file ${++made}`)]),
    { dataDir: settings.DATA_DIR, log, maxBytes: 1000 },
    (path) =>
      files.store(path, (stored) =>
        insertFile(world.sql, {
          ...stored,
          contentType,
          picture: contentType === 'image/webp' ? { width: 4, height: 3, thumbnail: null } : null,
          name: null,
          uploadedBy,
          network: '',
          at: machineNow(),
        }),
      ),
  )
}
const picture = () => addFile('image/webp')
const document = () => addFile('application/pdf')
const seal = () => sealWaiting(world.context.sql, world.context, day0)
const sweep = () => deleteUnclaimed(world.context.sql, world.context.files, machineNow() + 1000)
const nameOf = (id: string) => Object.entries(named).find(([, file]) => file === id)?.[0]

beforeAll(async () => {
  world = await openWorld()
  token = await world.user(supervisor, 'ADMIN_SUPERVISOR', await world.organisation('SUPERVISOR', 'Seal'))
  farmId = await put('farm/addOrEdit', { name: 'Seal', boundary: square(116, 44) })
  for (const visualTag of ['S-1', 'S-2', 'S-3']) animalIds.push(await put('animal/addOrEdit', { visualTag, farmId }))
  const [worn = 0, dead = 0, spare = 0] = animalIds
  await put('animalPhoto/add', {
    animalId: spare,
    angle: 'LEFT',
    imageId: (named['a photo of an animal'] = await picture()),
  })
  const band = await put('neckband/addOrEdit', { deviceId: 'AC233F0000E1' })
  await put('neckband/pair', {
    deviceId: 'AC233F0000E1',
    earTag: 'S-1',
    reason: 'new',
    photoId: (named['a photo of a neckband put on'] = await picture()),
  })
  await put('neckband/unpair', {
    ids: [band],
    reason: 'worn out',
    photoId: (named['a photo of a neckband taken off'] = await picture()),
  })
  await put('animal/status', {
    ids: [dead],
    status: 'DEAD',
    leftOn: '2026-05-01',
    reason: 'a wolf',
    documentId: (named['a document of an animal'] = await document()),
  })
  policyId = await put('insurance/addOrEdit', policy((named['a document of a policy'] = await document())))
  await put('insured/add', { policyId, tags: ['S-1'] })
  await put('insurance/addOrEdit', { id: policyId, ...policy((named['another one in its place'] = await document())) })
  await put('claim/addOrEdit', {
    policyId,
    animalIds: [worn],
    happenedOn: '2026-04-01',
    cause: 'Snow',
    amount: '9000',
    documentId: (named['a document of a claim'] = await document()),
  })
  await seal()
})
afterAll(() => world.close())

test('seals photos and documents of animals, pairings, policies and claims', async () => {
  const sealed = await world.sql<
    { id: string }[]
  >`select row_key as id from seal_entries where source = 'files' order by place`
  expect(sealed.map(({ id }) => nameOf(id) ?? id).toSorted()).toEqual(Object.keys(named).toSorted())
  expect((await verifyLinks(world.sql)).fault).toBeNull()
})

test('detects changed file contents and exchanged photos', async () => {
  const found: unknown[] = []
  for (const [what, id] of Object.entries(named)) {
    await inRolledBackTransaction(world.sql, async (sql) => {
      await sql`update files set hash = ${'d'.repeat(64)} where id = ${id}`
      const { fault } = await verifyLinks(sql)
      found.push([what, fault?.reason, nameOf(fault?.rowKey ?? '')])
    })
  }
  expect(found).toEqual(Object.keys(named).map((what) => [what, 'CHANGED', what]))
  // The other file is itself sealed.
  const other = named['a document of a claim'] ?? ''
  for (const [source, table, column] of [
    ['animal_photos', 'animal_photos', 'image_id'],
    ['pairing_photos', 'pairings', 'photo_id'],
    ['pairing_end_photos', 'pairings', 'end_photo_id'],
  ] as const) {
    await inRolledBackTransaction(world.sql, async (sql) => {
      await sql`update ${sql(table)} set ${sql(column)} = ${other} where ${sql(column)} is not null`
      expect((await verifyLinks(sql)).fault).toMatchObject({ reason: 'CHANGED', source })
    })
  }
})

test('erases unreferenced and purged files with a recorded reason', async () => {
  const [, , spare = 0] = animalIds
  // Attached just now and not sealed yet.
  const waiting = await picture()
  await put('animalPhoto/add', { animalId: spare, angle: 'FACE', imageId: waiting })
  await world.call(token, 'DELETE', `${web}/animal/del/${spare}`)
  await purgeOld(world.context, animals, machineNow() + (animalDaysInBin + 1) * 86_400_000)
  await sweep()
  const erasedIds = [named['a photo of an animal'], named['a document of a policy'], waiting]
  expect((await world.sql`select from files where id = any(${erasedIds.map(String)}::uuid[])`).length).toBe(0)
  expect(await verifyLinks(world.sql)).toMatchObject({
    fault: null,
    erased: new Map([
      ['RETENTION', 1],
      ['UNNAMED', 2],
    ]),
  })
  await seal()
  expect(await verifyLinks(world.sql)).toMatchObject({
    fault: null,
    erased: new Map([
      ['RETENTION', 2],
      ['UNNAMED', 3],
    ]),
  })
  expect((await world.sql`select from seal_entries where source = 'seal_erasures'`).length).toBe(5)
  // A file that was never attached was never sealed: no erasure is recorded.
  await document()
  await sweep()
  expect((await world.sql`select from seal_erasures`).length).toBe(5)
})
