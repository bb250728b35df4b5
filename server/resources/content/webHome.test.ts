import { afterEach, expect, test, vi } from 'vitest'
import type { Banner, WebHome } from '#contract/content/webHome.ts'
import { machineNow } from '../../clock.ts'
import { openPlatformWorld } from '../../testing/testPlatformWorld.ts'
import { isPublicImage, nextChangeAt } from './published.ts'
import { addPicture } from './testContent.ts'

const world = await openPlatformWorld()
const { platform } = world
afterEach(async () => {
  vi.restoreAllMocks()
  await world.sql`delete from content_pictures`
  await world.sql`delete from banners`
  await world.sql`delete from partnerships`
})

const web = '/collateral/web/webBanner'
const app = '/collateral/web/home/banner'
const partner = '/collateral/web/partnership'
const call = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  world.call<T>(platform, method, path, body)
const save = async (title: string, more: object = {}, path = web) =>
  call<Banner>('PUT', `${path}/addOrEdit`, { title, imgId: await addPicture(world, 'platform'), ...more })
interface Info {
  banners: { dbId: number; uid: string; url: string; name: string; link: string | null }[]
  partnerships: { dbId: number; uid: string | null; name: string }[]
  iosImage: { id: string; url: string; originName: string } | null
  androidImage: object | null
}
const info = async () => (await world.call<Info>('', 'GET', '/collateral/web/webHomeInfo')).data
const shown = async () => (await info()).banners.map(({ name }) => name)

test('returns empty lists and no codes before the first save', async () => {
  expect(await info()).toEqual({ banners: [], partnerships: [], iosImage: null, androidImage: null })
  expect((await world.call<{ list: object[] }>('', 'GET', '/collateral/app/home/banner/list')).data).toEqual({
    list: [],
  })
  expect((await world.call('', 'GET', '/collateral/web/qrCode/images')).data).toEqual({
    iosImage: null,
    androidImage: null,
  })
  expect((await world.call('', 'GET', '/collateral/app/aboutPage')).data).toEqual({
    serviceAgreement: '',
    privacyPolicy: '',
    copyrightStatement: '',
    copyrightDetails: '',
  })
})

test('separates banners of the site and the app', async () => {
  const { data: one } = await save('site', { link: '/newsTopMenu' })
  const { data: other } = await save('app', {}, app)
  expect(await info()).toMatchObject({
    banners: [{ dbId: one.id, uid: one.imgId, url: `/media/${one.imgId}`, name: 'site', link: '/newsTopMenu' }],
  })
  const { data } = await world.call<{ list: object[] }>('', 'GET', '/collateral/app/home/banner/list')
  expect(data.list).toEqual([
    { id: other.id, title: 'app', imgId: other.imgId, imgUrl: `/media/${other.imgId}`, link: null },
  ])
  expect((await call('GET', `${app}/detail/${one.id}`)).status).toBe(404)
  expect((await call('PUT', `${app}/order`, { ids: [one.id] })).status).toBe(404)
})

test('shows a banner from its first to its last day', async () => {
  const { data } = await save('spring', { shownFrom: '2027-03-01', shownUntil: '2027-03-31' })
  expect(data.isShown).toBe(false)
  // Midnight in Shanghai.
  const [begins, ends] = [Date.parse('2027-02-28T16:00:00Z'), Date.parse('2027-03-31T16:00:00Z')]
  const { sql } = world.context
  const at = async (now: number) => {
    vi.spyOn(Date, 'now').mockReturnValue(now)
    return [await shown(), await isPublicImage(sql, data.imgId), await nextChangeAt(sql, now)]
  }
  expect(await at(begins - 1)).toEqual([[], false, begins])
  expect(await at(begins)).toEqual([['spring'], true, ends])
  expect(await at(ends - 1)).toEqual([['spring'], true, ends])
  expect(await at(ends)).toEqual([[], false, null])
})

test('names the field of an invalid period, link or picture', async () => {
  expect(await save('x', { shownFrom: '2027-02-01', shownUntil: '2027-01-01' })).toMatchObject({
    status: 400,
    error: { fields: { shownUntil: 'before_start' } },
  })
  for (const link of ['javascript:alert(1)', '//evil.example', 'http://example.com', 'data:text/html,x', '/a b', 'x'])
    expect(await save('x', { link })).toMatchObject({ status: 400, error: { fields: { link: 'link' } } })
  expect(await save('x', { imgId: '00000000-0000-4000-8000-000000000000' })).toMatchObject({
    status: 400,
    error: { fields: { imgId: 'unknown' } },
  })
  expect(await save(' ')).toMatchObject({ status: 400, error: { fields: { title: 'too_small' } } })
  const { data } = await save('later', { shownFrom: '2027-02-01' })
  expect(await save('later', { id: data.id, version: 1, shownUntil: '2027-01-01' })).toMatchObject({
    status: 400,
    error: { fields: { shownUntil: 'invalid' } },
  })
  expect((await save('later', { id: data.id, version: 1, link: 'https://example.com/a' })).data).toMatchObject({
    version: 2,
    shownFrom: '2027-02-01',
  })
})

test('orders banners as given, then unnamed ones, then new ones', async () => {
  const ids: number[] = []
  for (const title of ['a', 'b', 'c', 'd']) ids.push((await save(title)).data.id)
  const [a = 0, b = 0, c = 0, d = 0] = ids
  expect(await shown()).toEqual(['a', 'b', 'c', 'd'])
  expect((await call('PUT', `${web}/order`, { ids: [d, b] })).status).toBe(200)
  expect(await shown()).toEqual(['d', 'b', 'a', 'c'])
  await save('e')
  expect(await shown()).toEqual(['d', 'b', 'a', 'c', 'e'])
  expect((await call('PUT', `${web}/order`, { ids: [a, 999_999] })).status).toBe(404)
  await call('DELETE', `${web}/del/${b}`)
  expect((await call('PUT', `${web}/order`, { ids: [c, d, a] })).status).toBe(200)
  expect(await shown()).toEqual(['c', 'd', 'a', 'e'])
  const both = await Promise.all([
    call('PUT', `${web}/order`, { ids: [a, c, d] }),
    call('PUT', `${web}/order`, { ids: [d, a, c] }),
  ])
  expect(both.map(({ status }) => status)).toContain(200)
  const { data } = await call<{ list: Banner[] }>('POST', `${web}/list`, {})
  expect(data.list.map(({ position }) => position)).toEqual(
    data.list.map(({ position }) => position).toSorted((one, other) => one - other),
  )
  expect(new Set(data.list.map(({ position }) => position)).size).toBe(4)
})

test('lists partners with or without a logo and rejects duplicate names', async () => {
  const logoId = await addPicture(world, 'platform')
  expect(
    (await call('PUT', `${partner}/addOrEdit`, { name: 'Grass University', logoId, link: 'https://example.com' }))
      .status,
  ).toBe(200)
  expect((await call('PUT', `${partner}/addOrEdit`, { name: 'Herders’ Union' })).status).toBe(200)
  expect(await call('PUT', `${partner}/addOrEdit`, { name: 'GRASS university' })).toMatchObject({
    status: 409,
    error: { fields: { name: 'taken' } },
  })
  expect((await info()).partnerships).toMatchObject([
    { uid: logoId, name: 'Grass University' },
    { uid: null, name: 'Herders’ Union' },
  ])
  expect(await isPublicImage(world.context.sql, logoId)).toBe(true)
})

test('reorders hundreds of partners in one call, at most a thousand', async () => {
  await world.sql`insert into partnerships (name, position) select 'Partner ' || n, 10 + n from generate_series(1, 450) n`
  const list = async () =>
    (
      await call<{ list: { id: number }[] }>('POST', `${partner}/list`, {
        pageSize: 1000,
        sort: { field: 'position', order: 'asc' },
      })
    ).data.list.map(({ id }) => id)
  const before = await list()
  expect(before.length).toBeGreaterThanOrEqual(450)
  const moved = [before.at(-1) ?? 0, ...before.slice(0, -1)]
  expect((await call('PUT', `${partner}/order`, { ids: moved })).status).toBe(200)
  expect(await list()).toEqual(moved)
  // Every position changes, and each change is audited.
  expect((await call('PUT', `${partner}/order`, { ids: moved.toReversed() })).status).toBe(200)
  expect(await list()).toEqual(moved.toReversed())
  expect(
    await call('PUT', `${partner}/order`, { ids: Array.from({ length: 1001 }, (_, place) => place + 1) }),
  ).toMatchObject({ status: 400, error: { fields: { ids: 'too_big' } } })
})

test('stores the other home page data as one versioned record', async () => {
  const iosImageId = await addPicture(world, 'platform')
  const { data } = await call<WebHome>('POST', '/collateral/web/webHome/edit', {
    iosImageId,
    contactEmail: 'office@example.com',
  })
  expect(data).toMatchObject({ id: 1, iosImageId, androidImageId: null, contactEmail: 'office@example.com' })
  expect(
    (
      await call<WebHome>('POST', '/collateral/web/webHome/edit', {
        version: data.version,
        contactTelephone: '010-1234',
      })
    ).data,
  ).toMatchObject({ iosImageId, contactTelephone: '010-1234' })
  expect(
    await call('POST', '/collateral/web/webHome/edit', { version: data.version, contactTelephone: '1' }),
  ).toMatchObject({ status: 409, error: { current: { contactTelephone: '010-1234' } } })
  expect((await world.call<Info>('', 'GET', '/collateral/web/qrCode/images')).data.iosImage).toEqual({
    id: iosImageId,
    url: `/media/${iosImageId}`,
    originName: `${iosImageId}.webp`,
  })
})

test('cleans and saves each legal text separately and shows them publicly', async () => {
  const path = '/collateral/web/app/aboutPage'
  expect(
    (
      await call('POST', path, {
        serviceAgreement: '<h2>One</h2><script>alert(1)</script>',
        privacyPolicy: '<p onclick=x>Two',
      })
    ).status,
  ).toBe(200)
  expect((await call('POST', path, { copyrightDetails: '<p>Three</p>' })).status).toBe(200)
  expect((await world.call('', 'GET', '/collateral/app/aboutPage')).data).toEqual({
    serviceAgreement: '<h2>One</h2>',
    privacyPolicy: '<p>Two</p>',
    copyrightStatement: '',
    copyrightDetails: '<p>Three</p>',
  })
  expect(
    await call('POST', path, { copyrightStatement: '<img src="/media/00000000-0000-4000-8000-000000000000">' }),
  ).toMatchObject({ status: 400, error: { fields: { copyrightStatement: 'unknown' } } })
  const { data } = await call<{ list: { id: number }[] }>('POST', `${path}/list`, {})
  expect(data.list).toHaveLength(1)
})

test('runs with a herd clock that differs from machine time', () => {
  expect(Math.abs(world.context.clock.now() - machineNow())).toBeGreaterThan(86_400_000)
})
