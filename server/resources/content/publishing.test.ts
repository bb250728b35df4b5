import { beforeEach, expect, test } from 'vitest'
import { machineNow } from '../../clock.ts'
import { openPlatformWorld } from '../../testing/testPlatformWorld.ts'
import { createPublishing } from './publishing.ts'
import { addPicture } from './testContent.ts'

const world = await openPlatformWorld()
const { platform } = world
beforeEach(() => void world.emitted.recordsChanged.splice(0))

const save = async (path: string, input: object) =>
  (await world.call<{ id: number }>(platform, 'PUT', `/collateral/web/${path}/addOrEdit`, input)).data.id
const emittedChanges = () => world.emitted.recordsChanged.splice(0)

test('emits an article once at its minute unless it was withdrawn', async () => {
  const at = machineNow() + 3_600_000
  const article = (more: object = {}) =>
    save('article', {
      type: 'NEWS',
      texts: { 'zh-CN': { title: '雪', summary: '', body: '' } },
      publishAt: at,
      ...more,
    })
  const [one, other] = [await article(), await article()]
  await article({ isWithdrawn: true })
  await article({ publishAt: null })
  emittedChanges()
  const publish = createPublishing(world.context, machineNow())
  await publish(at - 1)
  expect(emittedChanges()).toEqual([])
  await publish(at)
  expect(emittedChanges()).toEqual([{ noun: 'articles', ids: [one, other] }])
  await publish(at)
  // Setting the clock back emits nothing twice.
  await publish(at - 1000)
  await publish(at + 60_000)
  expect(emittedChanges()).toEqual([])
})

test('emits a banner at its start and end, even after a gap', async () => {
  const banner = async (path: string, shownFrom: string, shownUntil: string) =>
    save(path, { title: 'x', imgId: await addPicture(world, 'platform'), shownFrom, shownUntil })
  const spring = await banner('webBanner', '2027-03-01', '2027-03-31')
  const app = await banner('home/banner', '2027-03-02', '2027-03-02')
  emittedChanges()
  const publish = createPublishing(world.context, Date.parse('2027-02-28T15:00:00Z'))
  await publish(Date.parse('2027-02-28T15:59:59Z'))
  expect(emittedChanges()).toEqual([])
  await publish(Date.parse('2027-02-28T16:00:01Z'))
  expect(emittedChanges()).toEqual([{ noun: 'webBanners', ids: [spring] }])
  await publish(Date.parse('2027-03-05T00:00:00Z'))
  expect(emittedChanges()).toEqual([{ noun: 'appBanners', ids: [app] }])
  await publish(Date.parse('2027-04-01T00:00:00Z'))
  expect(emittedChanges()).toEqual([{ noun: 'webBanners', ids: [spring] }])
})
