import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Camera, type CameraView, cameraMediaPath, type ShownCamera } from '#contract/projects/cameras.ts'
import { createCameraFetch } from '../../../media/cameraFetch.ts'
import { createNetworkGuard } from '../../../media/networks.ts'
import { readSettings } from '../../../settings.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { insertProject } from '../../herd/projects.ts'
import { probeCameras } from './probeCameras.ts'
import { openTestCamera, playlistOf, segment, type TestCamera } from './testCamera.ts'

let world: World
let camera: TestCamera
let dataDir = ''
let farmId = 0
let pens: number[] = []
const tokens: Record<string, string> = {}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drover cameras '))
  world = await openWorld({}, readSettings({ DATA_DIR: dataDir, CAMERA_NETWORKS: 'loopback' }))
  camera = await openTestCamera()
  const supervisor = await world.organisation('SUPERVISOR', 'Herd Watch')
  const [bank, otherBank] = [
    await world.organisation('BANK', 'Steppe Bank'),
    await world.organisation('BANK', 'Grass Bank'),
  ]
  tokens['platform'] = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  tokens['pm'] = await world.user('pm', 'SUPERVISOR_PM', supervisor)
  tokens['bank'] = await world.user('bank', 'BANK_USER', bank)
  tokens['other'] = await world.user('other', 'ADMIN_BANK', otherBank)
  tokens['others'] = await world.user('others', 'OTHERS', null)
  const { data: farm } = await call<{ id: number }>('pm', 'PUT', '/collateral/web/farm/addOrEdit', {
    name: 'Obo',
    boundary: square(116, 44, 0.01),
  })
  farmId = farm.id
  pens = []
  for (const [name, east] of [
    ['North', 116.001],
    ['South', 116.005],
  ] as const) {
    pens.push(
      (
        await call<{ id: number }>('pm', 'PUT', '/collateral/web/farmSlot/addOrEdit', {
          name,
          farmId,
          polygon: square(east, 44, 0.0005),
        })
      ).data.id,
    )
  }
  await insertProject(world.sql, {
    code: 'P-1',
    name: 'P',
    bankOrgId: bank,
    borrowerOrgId: null,
    supervisorOrgId: supervisor,
    contractHeadcount: 1,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farmId],
    createdAt: world.context.clock.now(),
  })
})
beforeEach(async () => {
  await world.sql`delete from cameras`
  camera.answers.clear()
  camera.requests.length = 0
  camera.answers.set(
    'GET /live/north.m3u8',
    (_request, response) => void response.setHeader('content-type', 'application/x-mpegurl').end(playlistOf(1)),
  )
  camera.answers.set(
    'GET /live/part1.m4s',
    (_request, response) => void response.setHeader('content-type', 'video/mp4').end(segment),
  )
})
afterAll(async () => {
  await camera.close()
  await world.close()
  await rm(dataDir, { recursive: true })
})

const call = <T>(who: string, method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
  world.call<T>(tokens[who] ?? '', method, path, body)
const save = (input: object, who = 'platform') =>
  call<Camera>(who, 'PUT', '/collateral/web/camera/addOrEdit', { name: 'North gate', farmId, ...input })
const hls = () => ({ streamKind: 'HLS', streamAddress: `${camera.origin}/live/north.m3u8?key=hidden` })
const read = async (id: number) => (await call<Camera>('platform', 'GET', `/collateral/web/camera/detail/${id}`)).data
const view = (who: string, id: number, name: 'stream' | 'snapshot' = 'stream') =>
  call<CameraView>(who, 'GET', `/collateral/common/camera/${id}/${name}`)
const open = (address: string, options: { method?: 'GET' | 'POST' | 'DELETE'; body?: string } = {}) =>
  world.server.inject({
    method: options.method ?? 'GET',
    url: address,
    ...(options.body !== undefined && { payload: options.body, headers: { 'content-type': 'application/sdp' } }),
  })
const shown = async (who: string, query: string) =>
  (await call<{ list: ShownCamera[] }>(who, 'GET', `/collateral/web/camera/shown?${query}`)).data.list

test.each([
  [{}, { snapshotAddress: 'required' }],
  [{ streamKind: 'HLS' }, { streamAddress: 'required' }],
  [{ streamAddress: 'https://a.example.com/live.m3u8' }, { streamKind: 'required', snapshotAddress: 'required' }],
  [{ snapshotAddress: 'ftp://a.example.com/1.jpg' }, { snapshotAddress: 'camera_address' }],
  [{ snapshotAddress: 'rtsp://a.example.com/1' }, { snapshotAddress: 'camera_address' }],
  [{ snapshotAddress: 'https://admin:secret@a.example.com/1.jpg' }, { snapshotAddress: 'camera_address' }],
  [{ streamKind: 'WHEP', streamAddress: 'javascript:alert(1)' }, { streamAddress: 'camera_address' }],
  [{ snapshotAddress: 'http://10.0.0.5/1.jpg' }, { snapshotAddress: 'private_address' }],
  [{ snapshotAddress: 'http://169.254.169.254/latest/meta-data' }, { snapshotAddress: 'private_address' }],
  [{ snapshotAddress: 'http://[fd00::1]/1.jpg' }, { snapshotAddress: 'private_address' }],
  [{ snapshotAddress: 'http://0xA000005/1.jpg' }, { snapshotAddress: 'private_address' }],
  [{ snapshotAddress: 'https://a.example.com/1.jpg', longitude: 116 }, { latitude: 'required' }],
])('rejects %o', async (input, fields) => {
  expect(await save(input)).toMatchObject({ status: 400, error: { fields } })
})

test('streams through addresses that hide the camera to users with farm access', async () => {
  const {
    data: { id },
  } = await save(hls())
  for (const who of ['platform', 'pm', 'bank']) {
    const { status, data } = await view(who, id)
    expect([status, data.kind]).toEqual([200, 'HLS'])
    const playlist = await open(data.address)
    expect([playlist.statusCode, playlist.headers['content-type'], playlist.headers['cache-control']]).toEqual([
      200,
      'application/vnd.apple.mpegurl',
      'private, no-store',
    ])
    for (const secret of ['hidden', camera.origin, 'part1']) expect(data.address + playlist.body).not.toContain(secret)
    const addresses = playlist.body.split('\n').filter((line) => line.startsWith('/'))
    expect(addresses.length).toBe(2)
    const part = await open(addresses[0] ?? '')
    expect([part.statusCode, part.headers['content-type'], part.rawPayload.equals(segment)]).toEqual([
      200,
      'video/mp4',
      true,
    ])
  }
  expect(camera.requests).toContain('GET /live/part1.m4s?key=hidden')
  expect((await view('other', id)).status).toBe(404)
  expect((await view('others', id)).status).toBe(403)
  expect((await view('bank', id, 'snapshot')).status).toBe(404)
})

test('revokes an address when session, farm access or stream address changes', async () => {
  const {
    data: { id },
  } = await save(hls())
  const passing = await world.user(
    `passing ${id}`,
    'ADMIN_PLATFORM',
    (await world.sql<{ id: number }[]>`select id from organisations where kind = 'PLATFORM'`)[0]?.id ?? 0,
  )
  const {
    data: { address },
  } = await world.call<CameraView>(passing, 'GET', `/collateral/common/camera/${id}/stream`)
  const ofBank = (await view('bank', id)).data.address
  const {
    data: { address: own },
  } = await view('platform', id)
  await world.call(passing, 'POST', '/collateral/common/auth/logout', {})
  expect((await open(address)).statusCode).toBe(410)
  await world.sql`update projects set status = 'CLOSED'`
  expect((await open(ofBank)).statusCode).toBe(404)
  await world.sql`update projects set status = 'ACTIVE'`
  expect((await open(ofBank)).statusCode).toBe(200)
  for (const wrong of [`${own.slice(0, -4)}AAAA`, `${cameraMediaPath}?of=abc`, cameraMediaPath])
    expect((await open(wrong)).statusCode).toBe(410)
  expect((await open(own, { method: 'DELETE' })).statusCode).toBe(404)
  await save({ ...hls(), streamAddress: 'https://elsewhere.example.com/live.m3u8', id })
  expect((await open(own)).statusCode).toBe(404)
})

test('serves snapshots as WebP without metadata and rejects other content', async () => {
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#88aa44' } })
    .withExif({ IFD0: { Copyright: 'hidden' } })
    .jpeg()
    .toBuffer()
  camera.answers.set(
    'GET /1.jpg',
    (_request, response) => void response.setHeader('content-type', 'image/jpeg').end(jpeg),
  )
  camera.answers.set(
    'GET /page',
    (_request, response) => void response.setHeader('content-type', 'image/jpeg').end('<script>alert(1)</script>'),
  )
  camera.answers.set(
    'GET /away',
    (_request, response) => void response.writeHead(302, { location: `${camera.origin}/1.jpg` }).end(),
  )
  camera.answers.set(
    'GET /huge',
    (_request, response) => void response.setHeader('content-type', 'image/jpeg').end(Buffer.alloc(9 * 1024 * 1024)),
  )
  const {
    data: { id },
  } = await save({ snapshotAddress: `${camera.origin}/1.jpg` })
  const [one, two] = await Promise.all([0, 1].map(async () => open((await view('bank', id, 'snapshot')).data.address)))
  expect([one?.statusCode, one?.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await sharp(one?.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
  expect(one?.rawPayload.includes('hidden')).toBe(false)
  expect(two?.rawPayload.equals(one?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  expect(camera.requests).toEqual(['GET /1.jpg'])
  for (const path of ['/page', '/away', '/huge', '/none']) {
    await save({ snapshotAddress: camera.origin + path, id })
    const { statusCode, headers } = await open((await view('bank', id, 'snapshot')).data.address)
    expect([path, statusCode, headers['content-type']]).toEqual([path, 503, 'application/json; charset=utf-8'])
  }
})

test('relays WHEP offer, answer and session end between viewer and camera', async () => {
  camera.answers.set('POST /whep', (request, response) => {
    let offer = ''
    request.on('data', (bytes: Buffer) => (offer += bytes.toString()))
    request.on('end', () =>
      response.writeHead(201, { 'content-type': 'application/sdp', location: '/whep/7' }).end(`answer to ${offer}`),
    )
  })
  camera.answers.set('DELETE /whep/7', (_request, response) => void response.end())
  const {
    data: { id },
  } = await save({ streamKind: 'WHEP', streamAddress: `${camera.origin}/whep` })
  const {
    data: { kind, address },
  } = await view('bank', id)
  const answer = await open(address, { method: 'POST', body: 'v=0' })
  expect([kind, answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    'WHEP',
    201,
    'application/sdp',
    'answer to v=0',
  ])
  const session = String(answer.headers['location'])
  expect(session).not.toContain(camera.origin)
  expect((await open(address)).statusCode).toBe(404)
  expect((await open(address, { method: 'POST', body: 'x'.repeat(70_000) })).statusCode).toBe(413)
  expect((await open(session, { method: 'DELETE' })).statusCode).toBe(200)
  expect(camera.requests).toEqual(['POST /whep', 'DELETE /whep/7'])
})

test('refuses loopback hosts by default and limits size and time', async () => {
  const guarded = createCameraFetch(createNetworkGuard([]))
  const limits = { maxBytes: 100, timeoutMs: 2000 }
  for (const host of ['127.0.0.1', 'localhost']) {
    await expect(guarded.read(camera.origin.replace('127.0.0.1', host), limits)).rejects.toMatchObject({
      fault: 'ADDRESS_REFUSED',
    })
  }
  expect(camera.requests).toEqual([])
  const allowed = createCameraFetch(createNetworkGuard(['loopback']))
  camera.answers.set('GET /slow', () => {})
  camera.answers.set('GET /long', (_request, response) => void response.end(Buffer.alloc(200)))
  camera.answers.set('GET /short', (_request, response) => {
    response.writeHead(200, { 'content-length': '50' })
    response.write('half')
    setTimeout(() => response.destroy(), 20)
  })
  for (const [path, fault] of [
    ['/slow', 'NO_ANSWER'],
    ['/long', 'TOO_LARGE'],
    ['/short', 'NO_ANSWER'],
    ['/none', 'BAD_STATUS'],
  ] as const) {
    await expect(allowed.read(camera.origin + path, { ...limits, timeoutMs: 300 })).rejects.toMatchObject({ fault })
  }
})

test('detects live, frozen and failed cameras and emits each change once', async () => {
  const {
    data: { id, state },
  } = await save(hls())
  expect(state).toBe('NEVER_SEEN')
  let sequence = 1
  camera.answers.set('GET /live/north.m3u8', (_request, response) => void response.end(playlistOf(sequence)))
  const changes = world.emitted.recordsChanged
  changes.length = 0
  let now = Date.UTC(2026, 4, 1, 12)
  const lookAfter = async (seconds: number) => {
    now += seconds * 1000
    await world.context.clock.moveTo(world.context.clock.now() + seconds * 1000)
    await probeCameras(world.context, now)
    const { state: is, fault, stateSince } = await read(id)
    return { is, fault, since: stateSince && Date.parse(stateSince) }
  }
  const live = await lookAfter(10)
  expect(live).toEqual({ is: 'LIVE', fault: null, since: world.context.clock.now() })
  expect(changes).toEqual([{ noun: 'cameras', ids: [id], farmIds: [farmId] }])
  sequence = 2
  expect(await lookAfter(60)).toEqual(live)
  expect(await lookAfter(10)).toEqual(live)
  expect(changes.length).toBe(1)
  const still = await lookAfter(30)
  expect(still).toEqual({ is: 'NO_SIGNAL', fault: 'STANDS_STILL', since: world.context.clock.now() })
  camera.answers.clear()
  expect(await lookAfter(10)).toEqual({ ...still, fault: 'BAD_STATUS' })
  camera.answers.set(
    'GET /live/north.m3u8',
    (_request, response) => void response.end(`${playlistOf(9)}\n#EXT-X-ENDLIST`),
  )
  expect(await lookAfter(10)).toMatchObject({ is: 'NO_SIGNAL', fault: 'ENDED' })
  sequence = 20
  camera.answers.set('GET /live/north.m3u8', (_request, response) => void response.end(playlistOf(sequence)))
  expect(await lookAfter(10)).toMatchObject({ is: 'LIVE', fault: null })
  expect(changes.length).toBe(5)
  expect((await read(id)).version).toBe(1)
})

test('fetches for viewers and probes with the fetcher of the context', async () => {
  const {
    data: { id },
  } = await save(hls())
  const {
    data: { address },
  } = await view('pm', id)
  const read = vi.spyOn(world.context.cameraFetch, 'read')
  await open(address)
  expect(read).toHaveBeenCalledTimes(1)
  await probeCameras(world.context, 0)
  expect(read.mock.calls.length).toBeGreaterThan(1)
  read.mockRestore()
})

test('keeps a camera live after one lost response', { tags: 'long' }, async () => {
  const {
    data: { id },
  } = await save(hls())
  await probeCameras(world.context, 0)
  let asks = 0
  camera.answers.set(
    'GET /live/north.m3u8',
    (request, response) => void (++asks === 1 ? request.socket.destroy() : response.end(playlistOf(5))),
  )
  await probeCameras(world.context, 10_000)
  expect([(await read(id)).state, asks]).toEqual(['LIVE', 2])
})

test('lists a pen’s farm cameras nearest first and hides those of others', async () => {
  const picture = { snapshotAddress: 'https://cameras.example.com/1.jpg' }
  await save({ name: 'far', longitude: 116.001, latitude: 44.002, ...picture })
  await save({ name: 'in the south', farmSlotId: pens[1], ...picture })
  await save({ name: 'in the north', farmSlotId: pens[0], ...picture })
  await save({ name: 'anywhere', ...picture })
  const near = await shown('bank', `farmSlotId=${pens[0]}`)
  expect(near.map(({ name, metres }) => [name, metres])).toEqual([
    ['in the north', 0],
    ['far', 223],
    ['in the south', 320],
    ['anywhere', null],
  ])
  expect(near[0]).toMatchObject({
    farmName: 'Obo',
    penName: 'North',
    hasStream: false,
    hasSnapshot: true,
    state: 'NEVER_SEEN',
  })
  expect(Object.keys(near[0] ?? {}).filter((field) => field.endsWith('Address'))).toEqual([])
  // A take-over follows its animal: its position decides, not the pen it left.
  const place = await shown('pm', `farmSlotId=${pens[0]}&longitude=116.001&latitude=44.002`)
  expect(place.map(({ name, metres }) => [name, metres])[0]).toEqual(['far', 0])
  expect((await shown('pm', `farmId=${farmId}`)).length).toBe(4)
  for (const query of [`farmSlotId=${pens[0]}`, `farmId=${farmId}`, '']) expect(await shown('other', query)).toEqual([])
})

test('returns a camera view by project, collateral and camera id', async () => {
  const {
    data: { id },
  } = await save(hls())
  const [line] = await world.sql<{ id: number; projectId: number }[]>`
    insert into collateral_lines (project_id, category_id, unit_id, quantity, unit_price, priced_on, price_source)
    select p.id, c.id, u.id, 1, 1, '2026-01-01', 'market' from projects p, lookups c, lookups u where c.code = 'CATTLE' and u.code = 'HEAD' returning id, project_id as "projectId"`
  const path = `/collateral/common/project/${line?.projectId}/collateral/${line?.id}/camera/${id}`
  const { data } = await call<CameraView>('bank', 'GET', `${path}/stream`)
  expect(data).toMatchObject({ cameraId: id, kind: 'HLS', state: 'NEVER_SEEN' })
  expect((await open(data.address)).statusCode).toBe(200)
  expect((await call('bank', 'GET', `${path}/snapshot`)).status).toBe(404)
  expect((await call('bank', 'GET', `${path}/other`)).status).toBe(400)
  expect((await call('other', 'GET', `${path}/stream`)).status).toBe(404)
  expect(
    (await call('bank', 'GET', `/collateral/common/project/${line?.projectId}/collateral/999/camera/${id}/stream`))
      .status,
  ).toBe(404)
})

test('lists farms and pens to choose and clears a deleted pen', async () => {
  const { data: farms } = await call<{ list: { id: number; name: string }[] }>(
    'platform',
    'POST',
    '/collateral/web/camera/farm/list',
    { name: 'ob' },
  )
  expect(farms.list).toEqual([{ id: farmId, name: 'Obo' }])
  const { data: found } = await call<{ list: { name: string }[] }>(
    'platform',
    'POST',
    '/collateral/web/camera/pen/list',
    { farmId },
  )
  expect(found.list.map(({ name }) => name)).toEqual(['North', 'South'])
  const { data: passing } = await call<{ id: number }>('pm', 'PUT', '/collateral/web/farmSlot/addOrEdit', {
    name: 'Passing',
    farmId,
    polygon: square(116.003, 44.005, 0.0005),
  })
  const {
    data: { id },
  } = await save({ ...hls(), farmSlotId: passing.id })
  await world.sql`update pens set deleted_at = now() where id = ${passing.id}`
  expect(await read(id)).toMatchObject({ farmId, farmSlotId: null })
  expect(await save({ ...hls(), farmSlotId: 999 })).toMatchObject({
    status: 400,
    error: { fields: { farmSlotId: 'not_of_farm' } },
  })
})
