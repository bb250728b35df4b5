import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imagePath, imageUploadPath } from '#contract/calls/images.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { AnimalEvent } from '#contract/herd/animalHistory.ts'
import type { Pairing } from '#contract/herd/neckbands.ts'
import { newAddress } from '../../auth/testAuth.ts'
import { machineNow } from '../../clock.ts'
import { deleteUnclaimed } from '../../resources/files/files.ts'
import { insertProject } from '../../resources/herd/projects.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'

const web = '/collateral/web'
let world: World
const tokens: Record<string, string> = {}
let farm: Farm
let png: Buffer

beforeAll(async () => {
  world = await openWorld()
  const [supervisor, bank, borrower] = [
    await world.organisation('SUPERVISOR', 'Ours'),
    await world.organisation('BANK', 'Bank'),
    await world.organisation('BORROWER', 'Borrower'),
  ]
  const people = [
    ['pm', 'SUPERVISOR_PM', supervisor],
    ['colleague', 'ADMIN_SUPERVISOR', supervisor],
    ['bank', 'ADMIN_BANK', bank],
    ['borrower', 'ADMIN_BORROWER', borrower],
    ['stranger', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Theirs')],
    ['otherBank', 'ADMIN_BANK', await world.organisation('BANK', 'Other')],
  ] as const
  for (const [name, role, organisation] of people) tokens[name] = await world.user(name, role, organisation)
  await world.sql`update users set telephone = '+8613911112222', email = 'bank@example.com' where user_name = 'bank'`
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccaa88' } })
    .png()
    .toBuffer()
  farm = (await save('pm', 'farm', { name: 'Farm', boundary: square(116, 44) })).data
  await insertProject(world.sql, {
    code: 'P',
    name: 'P',
    bankOrgId: bank,
    borrowerOrgId: borrower,
    supervisorOrgId: supervisor,
    contractHeadcount: 1,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farm.id],
    createdAt: machineNow(),
  })
})
afterAll(() => world.close())

const save = (as: string, noun: string, body: object) =>
  world.call<Farm>(tokens[as] ?? '', 'PUT', `${web}/${noun}/addOrEdit`, body)
async function upload(as: string): Promise<string> {
  const response = await world.server.inject({
    method: 'POST',
    url: imageUploadPath,
    remoteAddress: newAddress(),
    headers: { 'content-type': 'image/png', 'x-auth-token': tokens[as] },
    payload: png,
  })
  return response.json<{ data: { id: string } }>().data.id
}
const seenBy = (id: string, ...people: string[]) =>
  Promise.all(
    people.map(
      async (as) =>
        (await world.server.inject({ url: imagePath.replace('{id}', id), headers: { 'x-auth-token': tokens[as] } }))
          .statusCode,
    ),
  )
/** Deletes every unreferenced file, regardless of its age. */
const sweep = () => deleteUnclaimed(world.context.sql, world.context.files, machineNow() + 1000)

const corners = [
  [116, 44.01],
  [116.01, 44.01],
  [116.01, 44],
  [116, 44],
]
const placed = (imageId: string, more: object = {}) =>
  save('pm', 'farm', {
    id: farm.id,
    name: 'Farm',
    boundary: farm.boundary,
    planImage: { imageId, corners, opacity: 0.6, ...more },
  })

describe('the picture of a farm’s plan', () => {
  test('stays where its corners place it, visible to the farm’s viewers only', async () => {
    const imageId = await upload('pm')
    expect((await placed(imageId)).data.planImage).toEqual({ imageId, corners, opacity: 0.6 })
    // A save without a plan image keeps it, and so does the sweep.
    expect(
      (await save('colleague', 'farm', { id: farm.id, name: 'Renamed', boundary: farm.boundary })).data.planImage
        ?.imageId,
    ).toBe(imageId)
    await sweep()
    expect(await seenBy(imageId, 'pm', 'colleague', 'bank', 'borrower', 'stranger', 'otherBank')).toEqual([
      200, 200, 200, 200, 404, 404,
    ])
    const scene = async (as: string) =>
      (await world.call<{ farms: Farm[] }>(tokens[as] ?? '', 'GET', `${web}/monitor/scene`)).data.farms.map(
        ({ planImage }) => planImage?.imageId,
      )
    expect([await scene('bank'), await scene('otherBank')]).toEqual([[imageId], []])
  })

  test('is visible on a paired wall, unlike other pictures', async () => {
    const imageId = await upload('pm')
    await placed(imageId)
    const own = await upload('bank')
    const { code, secret } = (
      await world.call<{ code: string; secret: string }>('', 'POST', '/collateral/common/display/code', {})
    ).data
    await world.call(tokens['bank'] ?? '', 'PUT', `${web}/display/pair`, { code, name: 'Hall' })
    const claimed = await world.call<{ login: { token: string } }>('', 'POST', '/collateral/common/display/claim', {
      secret,
    })
    tokens['wall'] = claimed.data.login.token
    expect(await seenBy(imageId, 'wall')).toEqual([200])
    expect(await seenBy(own, 'bank', 'wall')).toEqual([200, 404])
  })

  test('is removed by an edit and deleted by the next sweep', async () => {
    const imageId = await upload('pm')
    await placed(imageId)
    expect(
      (await save('pm', 'farm', { id: farm.id, name: 'Farm', boundary: farm.boundary, planImage: null })).data
        .planImage,
    ).toBeNull()
    await sweep()
    expect(await seenBy(imageId, 'pm')).toEqual([404])
  })

  test.each([
    [
      'sides that cross',
      {
        corners: [
          [116, 44.01],
          [116.01, 44],
          [116.01, 44.01],
          [116, 44],
        ],
      },
      'planImage.corners',
    ],
    [
      'no ground',
      {
        corners: [
          [116, 44],
          [116, 44],
          [116, 44],
          [116, 44],
        ],
      },
      'planImage.corners',
    ],
    ['three corners', { corners: corners.slice(1) }, 'planImage.corners'],
    ['a corner that is nowhere', { corners: [[116, 94], ...corners.slice(1)] }, 'planImage.corners.0.1'],
    ['nothing to be seen', { opacity: 0 }, 'planImage.opacity'],
  ])('refuses a picture with %s', async (_what, more, field) => {
    const { status, error } = await placed(await upload('pm'), more)
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, expect.arrayContaining([field])])
  })

  test('answers the same for another tenant’s upload and an unknown id', async () => {
    const [others, nobodys] = [
      await placed(await upload('stranger')),
      await placed('00000000-0000-4000-8000-000000000000'),
    ]
    expect([others.status, others.error]).toEqual([400, nobodys.error])
    expect(others.error.fields).toEqual({ 'planImage.imageId': 'unknown' })
  })
})

describe('the photo of a pairing', () => {
  test('is stored with the pairing and visible to the herd’s keepers', async () => {
    await save('pm', 'animal', { visualTag: 'T-1', farmId: farm.id })
    const { data: band } = await save('pm', 'neckband', { deviceId: 'AC233F0000F1' })
    const pair = (photoId: string) =>
      world.call(tokens['pm'] ?? '', 'PUT', `${web}/neckband/pair`, {
        deviceId: 'AC233F0000F1',
        earTag: 'T-1',
        reason: 'new',
        photoId,
      })
    const foreign = await pair(await upload('stranger'))
    expect([foreign.status, foreign.error.fields]).toEqual([400, { photoId: 'unknown' }])
    const photoId = await upload('pm')
    expect((await pair(photoId)).status).toBe(200)
    await sweep()
    const history = await world.call<{ list: Pairing[] }>(
      tokens['colleague'] ?? '',
      'POST',
      `${web}/neckband/${band.id}/pairings`,
      {},
    )
    expect(history.data.list).toMatchObject([{ visualTag: 'T-1', reason: 'new', photoId }])
    expect(await seenBy(photoId, 'pm', 'colleague', 'bank', 'stranger')).toEqual([200, 200, 404, 404])
  })

  test('stores the photo, actor and reason of unpairing; refuses unpaired neckbands', async () => {
    const { data: animal } = await save('pm', 'animal', { visualTag: 'T-2', farmId: farm.id })
    const { data: band } = await save('pm', 'neckband', {
      deviceId: 'AC233F0000F2',
      animalId: animal.id,
      reason: 'new',
    })
    const { data: spare } = await save('pm', 'neckband', { deviceId: 'AC233F0000F3' })
    const unpair = (body: object) =>
      world.call<{ changed: number }>(tokens['pm'] ?? '', 'PUT', `${web}/neckband/unpair`, {
        ids: [band.id],
        reason: 'the strap is torn',
        ...body,
      })
    expect((await unpair({ photoId: await upload('stranger') })).error.fields).toEqual({ photoId: 'unknown' })
    expect((await unpair({ ids: [band.id, spare.id] })).error.fields).toEqual({ ids: 'not_worn' })
    const photoId = await upload('pm')
    expect((await unpair({ photoId })).data).toEqual({ changed: 1 })
    expect((await unpair({})).error.fields).toEqual({ ids: 'not_worn' })
    await sweep()
    const ended = { reason: 'new', photoId: null, endedBy: 'pm', endReason: 'the strap is torn', endPhotoId: photoId }
    for (const path of [`neckband/${band.id}`, `animal/${animal.id}`]) {
      const history = await world.call<{ list: Pairing[] }>(tokens['pm'] ?? '', 'POST', `${web}/${path}/pairings`, {})
      expect(history.data.list).toMatchObject([ended])
    }
    const timeline = await world.call<{ list: AnimalEvent[] }>(
      tokens['pm'] ?? '',
      'POST',
      `${web}/animal/${animal.id}/timeline`,
      {},
    )
    expect(timeline.data.list.find(({ kind }) => kind === 'UNPAIRED')).toMatchObject({
      name: 'AC233F0000F2',
      by: 'pm',
      reason: 'the strap is torn',
      imageId: photoId,
    })
    expect(await seenBy(photoId, 'pm', 'colleague', 'bank', 'stranger')).toEqual([200, 200, 404, 404])
  })
})
