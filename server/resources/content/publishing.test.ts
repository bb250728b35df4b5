import { beforeEach, expect, test } from 'vitest'
import { machineNow } from '../../clock.ts'
import { openPlatformWorld } from '../../testing/testPlatformWorld.ts'
import { createPublishing } from './publishing.ts'
import { addPicture } from './testContent.ts'

const world = await openPlatformWorld()
const { platform } = world
beforeEach(() => void world.emitted.recordsChanged.splice(0))

const save = async (path: string, input: object) => (await world.call<{ id: number }>(platform, 'PUT', `/collateral/web/${path}/addOrEdit`, input)).data.id
const told = () => world.emitted.recordsChanged.splice(0)

test('an article is told once when its minute comes; one that was taken back is not', async () => {
  const at = machineNow() + 3_600_000
  const article = (more: object = {}) => save('article', { type: 'NEWS', texts: { 'zh-CN': { title: '雪', summary: '', body: '' } }, publishAt: at, ...more })
  const [one, other] = [await article(), await article()]
  await article({ isWithdrawn: true })
  await article({ publishAt: null })
  told()
  const publish = createPublishing(world.context, machineNow())
  await publish(at - 1)
  expect(told()).toEqual([])
  await publish(at)
  expect(told()).toEqual([{ noun: 'articles', ids: [one, other] }])
  await publish(at)
  // A clock that was put back tells nothing twice.
  await publish(at - 1000)
  await publish(at + 60_000)
  expect(told()).toEqual([])
})

test('a banner is told when its days begin and when they are over, also after days without a look', async () => {
  const banner = async (path: string, shownFrom: string, shownUntil: string) => save(path, { title: 'x', imgId: await addPicture(world, 'platform'), shownFrom, shownUntil })
  const spring = await banner('webBanner', '2027-03-01', '2027-03-31')
  const app = await banner('home/banner', '2027-03-02', '2027-03-02')
  told()
  const publish = createPublishing(world.context, Date.parse('2027-02-28T15:00:00Z'))
  await publish(Date.parse('2027-02-28T15:59:59Z'))
  expect(told()).toEqual([])
  await publish(Date.parse('2027-02-28T16:00:01Z'))
  expect(told()).toEqual([{ noun: 'webBanners', ids: [spring] }])
  await publish(Date.parse('2027-03-05T00:00:00Z'))
  expect(told()).toEqual([{ noun: 'appBanners', ids: [app] }])
  await publish(Date.parse('2027-04-01T00:00:00Z'))
  expect(told()).toEqual([{ noun: 'webBanners', ids: [spring] }])
})
