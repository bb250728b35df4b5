import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect as openSocket } from 'node:net'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newAddress } from '../../auth/testAuth.ts'
import { deleteUnclaimed, namedAmong } from '../../resources/files/files.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'

let world: World
let platform = ''
let bankToken = ''
let strangerToken = ''
let bank = 0

beforeAll(async () => {
  world = await openWorld()
  platform = await world.user('Platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  bank = await world.organisation('BANK', 'Steppe Bank')
  bankToken = await world.user('Bank', 'BANK_USER', bank)
  strangerToken = await world.user('Stranger', 'ADMIN_BANK', await world.organisation('BANK', 'Other Bank'))
})
afterAll(() => world.close())

/** Writes other dimensions into the header of a PNG. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#886644' } })

async function upload(payload: Buffer | string, type = 'image/png', { token = '', address = newAddress() } = {}) {
  const response = await world.server.inject({
    method: 'POST',
    url: '/collateral/common/image/upload',
    remoteAddress: address,
    headers: { 'content-type': type, ...(token === '' ? {} : { 'x-auth-token': token }) },
    payload,
  })
  const { data, error } = response.json<{ data: { id: string }; error: { code: string } }>()
  return { status: response.statusCode, id: data?.id ?? '', code: error?.code }
}

async function look(id: string, token: string, query = '') {
  const response = await world.server.inject({
    method: 'GET',
    url: `/collateral/common/image/${id}${query}`,
    headers: { 'x-auth-token': token },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

describe('upload', () => {
  test.each([
    ['image/jpeg', () => plain(3000, 1000).jpeg().toBuffer(), 2000, 667],
    ['image/png', () => plain(300, 4000).png().toBuffer(), 150, 2000],
    ['image/webp', () => plain(120, 80).webp().toBuffer(), 120, 80],
  ])('stores %s as WebP with no side above 2,000', async (type, make, width, height) => {
    expect(await storedAs(await make(), type)).toMatchObject({ format: 'webp', width, height })
  })

  // A telephone's photo is decoded line by line.
  test('stores a JPEG of 50 million pixels as WebP', { tags: 'long' }, async () => {
    expect(await storedAs(await plain(8160, 6120).jpeg({ quality: 10 }).toBuffer(), 'image/jpeg')).toMatchObject({
      format: 'webp',
      width: 2000,
      height: 1500,
    })
  })

  /** Uploads a picture. @returns the metadata of the served picture */
  async function storedAs(picture: Buffer, type: string) {
    const { status, id } = await upload(picture, type)
    expect(status).toBe(200)
    const { headers, bytes } = await look(id, platform)
    expect(headers['content-type']).toBe('image/webp')
    expect(headers['cache-control']).toBe('private, no-store')
    return sharp(bytes).metadata()
  }

  test('has a thumbnail of 320 pixels with the same access', async () => {
    const noise = await sharp(randomBytes(1200 * 900 * 3), { raw: { width: 1200, height: 900, channels: 3 } })
      .jpeg()
      .toBuffer()
    const { id } = await upload(noise, 'image/jpeg', { token: bankToken })
    const [small, whole] = [await look(id, bankToken, '?size=thumbnail'), await look(id, bankToken)]
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })
    expect(await sharp(whole.bytes).metadata()).toMatchObject({ width: 1200, height: 900 })
    expect(small.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'content-length': String(small.bytes.length),
    })
    expect((await look(id, strangerToken, '?size=thumbnail')).status).toBe(404)
    expect((await look(id, '', '?size=thumbnail')).status).toBe(401)
    expect((await look(id, bankToken, '?size=../../x')).bytes).toEqual(whole.bytes)
    const { id: tiny } = await upload(await plain(300, 320).png().toBuffer(), 'image/png', { token: bankToken })
    expect((await look(tiny, bankToken, '?size=thumbnail')).bytes).toEqual((await look(tiny, bankToken)).bytes)
  })

  test('gets a missing thumbnail once, on the first request', async () => {
    const { id } = await upload(await plain(900, 600).png().toBuffer(), 'image/png', { token: bankToken })
    const [row] = await world.sql<{ hash: string }[]>`select thumbnail_hash as hash from files where id = ${id}`
    await world.sql`update files set thumbnail_hash = null, thumbnail_size = null where id = ${id}`
    await world.context.files.discard([row?.hash ?? ''], namedAmong(world.context.sql))
    const small = await Promise.all([0, 1].map(() => look(id, bankToken, '?size=thumbnail')))
    for (const { bytes } of small) expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320 })
    const [made] = await world.sql<{ size: number }[]>`select thumbnail_size as size from files where id = ${id}`
    expect(made?.size).toBe(small[0]?.bytes.length)
    expect((await look(id, bankToken, '?size=thumbnail')).bytes).toEqual(small[0]?.bytes)
  })

  test('is stored upright without metadata', async () => {
    const photo = await plain(60, 30)
      .withExif({ IFD0: { Copyright: 'somebody', Orientation: '6' }, IFD3: { GPSLatitude: '43/1 56/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { id } = await upload(Buffer.concat([photo, Buffer.from('<?php hidden() ?>')]), 'image/jpeg')
    const { bytes } = await look(id, platform)
    const { width, height, exif, xmp, icc } = await sharp(bytes).metadata()
    expect({ width, height, exif, xmp, icc }).toEqual({
      width: 30,
      height: 60,
      exif: undefined,
      xmp: undefined,
      icc: undefined,
    })
    expect(bytes.includes('hidden')).toBe(false)
  })

  test.each([
    ['a text', async () => Buffer.from('no picture'), 'image/png', 422, 'NOT_AN_IMAGE'],
    ['nothing', async () => Buffer.alloc(0), 'image/png', 422, 'NOT_AN_IMAGE'],
    [
      'half a picture',
      async () => (await plain(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 3000),
      'image/png',
      422,
      'NOT_AN_IMAGE',
    ],
    [
      'an SVG that says it is a PNG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
      'image/png',
      422,
      'NOT_AN_IMAGE',
    ],
    ['a GIF that says it is a JPEG', async () => plain(9, 9).gif().toBuffer(), 'image/jpeg', 422, 'NOT_AN_IMAGE'],
    [
      'a PNG that claims 100 million pixels',
      async () => claiming(await plain(10, 10).png().toBuffer(), 10_000, 10_000),
      'image/png',
      413,
      'TOO_LARGE',
    ],
  ])(
    'refuses %s',
    async (_name, make, type, status, code) => {
      const refused = await upload(await make(), type)
      expect([refused.status, refused.code]).toEqual([status, code])
    },
    30_000,
  )

  test.each([
    ['a PNG of 100 million pixels', 'image/png', () => plain(10_000, 10_000).png({ compressionLevel: 1 })],
    [
      'a WebP of 36 million pixels, decoded as a whole',
      'image/webp',
      () => plain(6000, 6000).webp({ quality: 1, effort: 0 }),
    ],
    [
      'a progressive JPEG of 36 million pixels',
      'image/jpeg',
      () => plain(6000, 6000).jpeg({ quality: 10, progressive: true }),
    ],
  ] as const)('refuses %s', { tags: 'long' }, async (_name, type, make) => {
    const refused = await upload(await make().toBuffer(), type)
    expect([refused.status, refused.code]).toEqual([413, 'TOO_LARGE'])
  })

  test('is refused by type, size and number per address', async () => {
    const address = newAddress()
    const statuses = []
    for (let i = 0; i < 20; i++) statuses.push((await upload('x', 'image/png', { address })).status)
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 422))
    // The answer to an upload that is not read takes a second.
    const refused = await Promise.all([
      upload(Buffer.from('%PDF-1.7'), 'application/pdf'),
      upload(Buffer.alloc(10 * 1024 * 1024 + 1)),
      upload('x', 'image/png', { address }),
    ])
    expect(refused.map(({ status, code }) => `${status} ${code}`)).toEqual([
      '415 UNSUPPORTED_MEDIA_TYPE',
      '413 TOO_LARGE',
      '429 TOO_MANY_TRIES',
    ])
  })
})

describe('uploads without a user', () => {
  const unclaimed = async () =>
    await world.sql<{ network: string; n: number }[]>`
    select network, count(*) as n from files where uploaded_by is null group by network order by network`

  test('keep the newest 20 pictures per network and 200 in total', async () => {
    await world.sql`delete from files where id not in (select licence_image_id from organisations where licence_image_id is not null)`
    const fill = (network: string, count: number) => world.sql`
      insert into files (hash, size, content_type, width, height, network, uploaded_at)
      select encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 0, 'image/webp', 1, 1, ${network}, now() - interval '1 minute' from generate_series(1, ${count})`
    for (let i = 0; i < 12; i++) await fill(`10.9.0.${100 + i}`, 30)
    const { id, status } = await upload(await plain(10, 10).png().toBuffer(), 'image/png', { address: '10.9.0.99' })
    expect(status).toBe(200)
    const left = await unclaimed()
    expect(left.reduce((sum, { n }) => sum + n, 0)).toBe(200)
    expect(left.find(({ network }) => network === '10.9.0.99')?.n).toBe(1)
    expect(Math.max(...left.map(({ n }) => n))).toBeLessThan(20)
    expect((await look(id, platform)).status).toBe(200)
  })

  test('do not block others when many are slow', { tags: 'long', timeout: 20_000 }, async () => {
    const address = await world.server.listen({ port: 0, host: '127.0.0.1' })
    const head = `POST /collateral/common/image/upload HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 9000000\r\n\r\n`
    const sockets = Array.from({ length: 12 }, (_, i) => {
      const socket = openSocket({
        port: Number(new URL(address).port),
        host: '127.0.0.1',
        localAddress: `127.0.9.${1 + Math.floor(i / 3)}`,
      })
      socket
        .on('error', () => {})
        .resume()
        .write(head)
      return socket
    })
    await vi.waitUntil(() => sockets.filter(({ bytesRead, destroyed }) => bytesRead > 0 || destroyed).length >= 8)
    const picture = await plain(10, 10).png().toBuffer()
    const send = () =>
      new Promise<number | undefined>((resolve) => {
        const options = {
          port: new URL(address).port,
          host: '127.0.0.1',
          localAddress: '127.0.9.200',
          method: 'POST',
          path: '/collateral/common/image/upload',
          headers: { 'content-type': 'image/png' },
        }
        const sent = request(options, (response) => resolve(response.resume().statusCode))
        sent.on('error', () => resolve(undefined)).end(picture)
      })
    await expect.poll(send, { timeout: 10_000, interval: 300 }).toBe(200)
    for (const socket of sockets) socket.destroy()
  })
})

describe('picture', () => {
  test('shows a licence picture to the platform and its own organisation', async () => {
    const { id } = await upload(await plain(10, 10).png().toBuffer())
    expect(await Promise.all([platform, bankToken].map(async (token) => (await look(id, token)).status))).toEqual([
      200, 404,
    ])
    await world.sql`update organisations set licence_image_id = ${id} where id = ${bank}`
    const seen = await Promise.all(
      [platform, bankToken, strangerToken, ''].map(async (token) => (await look(id, token)).status),
    )
    expect(seen).toEqual([200, 200, 404, 401])
  })

  test('shows an unused picture to its uploader', async () => {
    const { id } = await upload(await plain(10, 10).png().toBuffer(), 'image/png', { token: strangerToken })
    expect(await Promise.all([strangerToken, bankToken].map(async (token) => (await look(id, token)).status))).toEqual([
      200, 404,
    ])
  })

  test.each(['1', 'x', '00000000-0000-4000-8000-000000000000', '..%2f..%2fetc'])(
    'answers 404 for the id %s',
    async (id) => {
      expect((await look(id, platform)).status).toBe(404)
    },
  )

  test('deletes an unused picture after a day', async () => {
    const used = (await upload(await plain(10, 10).png().toBuffer())).id
    const unused = (await upload(await plain(10, 10).png().toBuffer())).id
    await world.sql`update organisations set licence_image_id = ${used} where id = ${bank}`
    await deleteUnclaimed(world.sql, world.context.files, Date.now() - 86_400_000)
    expect((await look(unused, platform)).status).toBe(200)
    await deleteUnclaimed(world.sql, world.context.files, Date.now() + 1000)
    expect([(await look(used, platform)).status, (await look(unused, platform)).status]).toEqual([200, 404])
  })
})
