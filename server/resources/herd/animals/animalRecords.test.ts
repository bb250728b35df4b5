import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentUploadPath } from '#contract/calls/documents.ts'
import { imageUploadPath } from '#contract/calls/images.ts'
import type { AnimalEvent, WornTag } from '#contract/herd/animalHistory.ts'
import { type Animal, animalDaysInBin } from '#contract/herd/animals.ts'
import type { AnimalPhoto } from '#contract/herd/animals/animalPhotos.ts'
import type { AnimalWeight } from '#contract/herd/animals/animalWeights.ts'
import type { Farm } from '#contract/herd/farms.ts'
import { machineNow } from '../../../clock.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { deleteUnclaimed } from '../../files/files.ts'
import { purgeOld } from '../../../records/remove.ts'
import { animals } from '../animals.ts'

const web = '/collateral/web'
const dayMs = 86_400_000
interface List<T> {
  list: T[]
  total: number
}

let world: World
let pm: string
let colleague: string
let stranger: string
let bank: string
let farm: Farm
let animal: Animal
let made = 0

const put = <T>(noun: string, body: object, by = pm) => world.call<T>(by, 'PUT', `${web}/${noun}/addOrEdit`, body)
const add = async () => (await put<Animal>('animal', { visualTag: `T${++made}`, farmId: farm.id })).data
const list = async <T>(noun: string, body: object, by = pm) =>
  (await world.call<List<T>>(by, 'POST', `${web}/${noun}/list`, body)).data
const timeline = async () =>
  (await world.call<List<AnimalEvent>>(pm, 'POST', `${web}/animal/${animal.id}/timeline`, {})).data.list
const pass = () => world.context.clock.moveTo(world.context.clock.now() + 60_000)
const headersOf = (token: string) => ({ 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) })

async function upload(path: string, type: string, payload: Buffer | string, by = pm): Promise<string> {
  const response = await world.server.inject({
    method: 'POST',
    url: path,
    headers: { ...headersOf(by), 'content-type': type },
    payload,
  })
  return response.json<{ data: { id: string } }>().data.id
}
const document = (by = pm) => upload(documentUploadPath, 'application/pdf', `%PDF-1.7\n${++made}\n%%EOF\n`, by)
const picture = async (by = pm) =>
  upload(
    imageUploadPath,
    'image/png',
    await sharp({ create: { width: 40, height: 30, channels: 3, background: { r: ++made, g: 90, b: 60 } } })
      .png()
      .toBuffer(),
    by,
  )
const statusOfFile = async (kind: 'document' | 'image', id: string, by: string) =>
  (await world.server.inject({ method: 'GET', url: `/collateral/common/${kind}/${id}`, headers: headersOf(by) }))
    .statusCode

beforeAll(async () => {
  world = await openWorld()
  const organisation = await world.organisation('SUPERVISOR', 'A')
  const bankId = await world.organisation('BANK', 'Bank')
  pm = await world.user('pm', 'SUPERVISOR_PM', organisation)
  colleague = await world.user('colleague', 'ADMIN_SUPERVISOR', organisation)
  stranger = await world.user('stranger', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  bank = await world.user('bank', 'ADMIN_BANK', bankId)
  farm = (await put<Farm>('farm', { name: 'home', boundary: square(116, 44) })).data
})
afterAll(() => world.close())
beforeEach(async () => {
  animal = await add()
  await pass()
})

describe('a leaving document', () => {
  const leave = (body: object) =>
    world.call(pm, 'PUT', `${web}/animal/status`, {
      ids: [animal.id],
      status: 'DEAD',
      leftOn: '2026-05-01',
      reason: 'a wolf',
      ...body,
    })

  test('is shown with the animal and served only to its viewers', async () => {
    const documentId = await document()
    expect((await leave({ documentId })).status).toBe(200)
    expect((await world.call<Animal>(colleague, 'GET', `${web}/animal/detail/${animal.id}`)).data.documentId).toBe(
      documentId,
    )
    expect((await timeline()).find(({ kind, status }) => kind === 'CHANGED' && status === 'DEAD')).toMatchObject({
      documentId,
      reason: 'a wolf',
    })
    expect(
      await Promise.all([pm, colleague, stranger, bank].map((by) => statusOfFile('document', documentId, by))),
    ).toEqual([200, 200, 404, 404])
  })

  test('outlives the animal’s return and must be the caller’s own upload', async () => {
    const documentId = await document()
    await leave({ documentId })
    await leave({ status: 'IN_HERD', leftOn: null })
    expect((await world.call<Animal>(pm, 'GET', `${web}/animal/detail/${animal.id}`)).data.documentId).toBeNull()
    await deleteUnclaimed(world.context.sql, world.context.files, machineNow() + 1000)
    expect(await statusOfFile('document', documentId, colleague)).toBe(200)
    const refused = await leave({ documentId: await document(colleague) })
    expect([refused.status, refused.error.fields]).toEqual([400, { documentId: 'unknown' }])
  })
})

describe('photos', () => {
  const shoot = (body: object, by = pm) =>
    world.call<AnimalPhoto>(by, 'PUT', `${web}/animalPhoto/add`, { animalId: animal.id, angle: 'LEFT', ...body })

  test('are added per angle with server time and author, never replaced', async () => {
    const [first, second] = [await picture(), await picture(colleague)]
    await shoot({ imageId: first, takenAt: '2020-01-01T00:00:00.000Z' })
    const takenAt = new Date(world.context.clock.now()).toISOString()
    await pass()
    await shoot({ imageId: second }, colleague)
    const { list: photos } = await list<AnimalPhoto>('animalPhoto', { animalId: animal.id })
    expect(photos).toMatchObject([
      { imageId: second, takenBy: 'colleague' },
      { imageId: first, takenBy: 'pm', takenAt },
    ])
    expect((await timeline()).filter(({ kind }) => kind === 'PHOTO')).toMatchObject([
      { imageId: second, angle: 'LEFT', by: 'colleague' },
      { imageId: first },
    ])
  })

  test('are served only to the animal’s viewers and not swept', async () => {
    const imageId = await picture()
    await shoot({ imageId })
    await deleteUnclaimed(world.context.sql, world.context.files, machineNow() + 1000)
    expect(await Promise.all([colleague, stranger, bank].map((by) => statusOfFile('image', imageId, by)))).toEqual([
      200, 404, 404,
    ])
    expect((await list('animalPhoto', { animalId: animal.id }, stranger)).total).toBe(0)
    expect((await shoot({ imageId: await picture(colleague) })).error.fields).toEqual({ imageId: 'unknown' })
    expect((await shoot({ imageId: await picture(stranger) }, stranger)).error.fields).toEqual({ animalId: 'unknown' })
  })
})

test('rejects future weights and lists weights and treatments in the timeline', async () => {
  const weigh = (body: object) =>
    put<AnimalWeight>('animalWeight', {
      animalId: animal.id,
      weighedOn: '2026-04-01',
      kg: 400,
      source: 'Dr Li',
      ...body,
    })
  expect((await weigh({ weighedOn: '2026-05-03' })).error.fields).toEqual({ weighedOn: 'future' })
  expect((await weigh({ kg: 0 })).error.fields).toHaveProperty('kg')
  const { data: heavy } = await weigh({ weighedOn: '2026-05-01', kg: 425.5 })
  await weigh({})
  const treat = (body: object) =>
    put('treatment', {
      animalId: animal.id,
      kind: 'VACCINATION',
      treatedOn: '2026-04-10',
      product: 'FMD',
      dose: '2 ml',
      givenBy: 'Dr Li',
      ...body,
    })
  expect((await treat({ withdrawalEndsOn: '2026-04-09' })).error.fields).toEqual({ withdrawalEndsOn: 'before_start' })
  await treat({ withdrawalEndsOn: '2026-04-30' })
  expect((await list<AnimalWeight>('animalWeight', { animalId: animal.id })).list.map(({ kg }) => kg)).toEqual([
    425.5, 400,
  ])
  const events = (await timeline()).filter(({ kind }) => kind === 'WEIGHED' || kind === 'TREATED')
  expect(events).toMatchObject([
    { kg: 425.5, day: '2026-05-01' },
    { treatment: 'VACCINATION', name: 'FMD\n2 ml', by: 'Dr Li', day: '2026-04-10' },
    { kg: 400, by: 'Dr Li', day: '2026-04-01' },
  ])
  await world.call(pm, 'DELETE', `${web}/animalWeight/del/${heavy.id}`)
  expect((await timeline()).filter(({ kind }) => kind === 'WEIGHED')).toHaveLength(1)
})

test('stores ear tags with the period in which they were worn', async () => {
  const begun = new Date(world.context.clock.now()).toISOString()
  const electronicTag = { scheme: 'CN', value: '215250200009999' }
  await put('animal', { id: animal.id, visualTag: 'new', farmId: farm.id, electronicTag })
  await pass()
  await put('animal', { id: animal.id, visualTag: 'new', farmId: farm.id, electronicTag: null })
  const { data } = await world.call<List<WornTag>>(pm, 'POST', `${web}/animal/${animal.id}/tags`, {})
  expect(data.list).toMatchObject([
    { kind: 'ELECTRONIC', ...electronicTag, from: begun, to: new Date(world.context.clock.now()).toISOString() },
    { kind: 'VISUAL', value: 'new', scheme: null, from: begun, to: null },
    { kind: 'VISUAL', value: animal.visualTag, to: begun },
  ])
  expect((await timeline()).filter(({ kind }) => kind === 'TAGGED').map(({ name }) => name)).toEqual(['new'])
  await expect(world.context.sql`update animal_tags set value = 'other'`).rejects.toMatchObject({ code: '42501' })
})

test('records joining and leaving several groups and rejects other tenants’ groups', async () => {
  const group = async (name: string, by = pm) => (await put<{ id: number }>('animalGroup', { name }, by)).data.id
  const [first, second, theirs] = [await group('first'), await group('second'), await group('first', stranger)]
  const set = (groupId: number, isMember: boolean) =>
    world.call(pm, 'PUT', `${web}/animal/group`, {
      ids: [animal.id],
      groupId,
      isMember,
      reason: isMember ? 'for the vet' : 'sound again',
    })
  for (const id of [first, second, second]) expect((await set(id, true)).status).toBe(200)
  expect((await set(theirs, true)).error.fields).toEqual({ groupId: 'unknown' })
  const read = async () => (await world.call<Animal>(pm, 'GET', `${web}/animal/detail/${animal.id}`)).data.groupIds
  expect(await read()).toEqual([first, second])
  expect((await list<Animal>('animal', { groupId: second })).list.map(({ id }) => id)).toEqual([animal.id])
  await pass()
  await set(first, false)
  expect(await read()).toEqual([second])
  expect((await list<{ heads: number }>('animalGroup', {})).list.map(({ heads }) => heads)).toEqual([0, 1])
  expect(
    (await timeline())
      .filter(({ kind }) => kind === 'JOINED' || kind === 'PARTED')
      .map(({ kind, name, by, reason }) => [kind, name, by, reason]),
  ).toEqual([
    ['PARTED', 'first', 'pm', 'sound again'],
    ['JOINED', 'first', 'pm', 'for the vet'],
    ['JOINED', 'second', 'pm', 'for the vet'],
  ])
})

describe('the recycle bin', () => {
  const remove = (id: number) => world.call(pm, 'DELETE', `${web}/animal/del/${id}`)
  const age = (id: number, ms: number) =>
    world.sql`update animals set deleted_at = ${machineNow() - ms} where id = ${id}`

  test('purges animals without history after 30 days, audited as the system', async () => {
    const [young, worn] = [await add(), await add()]
    await put('animalWeight', { animalId: animal.id, weighedOn: '2026-04-01', kg: 400 })
    const { data: band } = await put<{ id: number; version: number }>('neckband', { deviceId: 'AC0000000BAD' })
    await put('neckband', {
      id: band.id,
      version: band.version,
      deviceId: 'AC0000000BAD',
      animalId: worn.id,
      reason: 'on',
    })
    for (const { id } of [animal, young, worn]) await remove(id)
    for (const { id } of [animal, worn]) await age(id, (animalDaysInBin + 1) * dayMs)
    await age(young.id, (animalDaysInBin - 1) * dayMs + 1000)
    const { data: bin } = await world.call<List<{ id: number; daysLeft: number | null }>>(
      pm,
      'POST',
      `${web}/animal/trash/list`,
      { pageSize: 1000 },
    )
    expect([young, animal, worn].map((one) => bin.list.find(({ id }) => id === one.id)?.daysLeft)).toEqual([1, 0, null])
    await purgeOld(world.context, animals, machineNow())
    const left = await world.sql<
      { id: number }[]
    >`select id from animals where id = any(${[animal.id, young.id, worn.id]}::bigint[]) order by id`
    expect(left.map(({ id }) => id)).toEqual([young.id, worn.id])
    expect(await world.sql`select from animal_weights where animal_id = ${animal.id}`).toHaveLength(0)
    const [entry] = await world.sql<{ action: string; userId: number | null; before: Animal }[]>`
      select action, user_id as "userId", before from audit_entries where noun = 'animal' and noun_id = ${animal.id} order by id desc limit 1`
    expect(entry).toMatchObject({ action: 'PURGE', userId: null, before: { visualTag: animal.visualTag } })
    expect(world.emitted.recordsChanged.at(-1)).toMatchObject({ noun: 'animals', ids: [animal.id], farmIds: [farm.id] })
  })
})
