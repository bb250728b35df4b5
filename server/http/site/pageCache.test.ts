import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createPageCache } from './pageCache.ts'

afterEach(() => {
  vi.useRealTimers()
})

const page = (text: string) => ({ status: 200, contentType: 'text/html', text })
const never = async () => null
const textOf = async (kept: Promise<{ plain: Buffer }>) => (await kept).plain.toString()

test('makes a page once for all requests until something changes', async () => {
  const cache = createPageCache({ nextChangeAt: never })
  let made = 0
  const ask = () => textOf(cache.get('/', async () => page(String(++made))))
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['1', '1', '1'])
  cache.change()
  expect(await Promise.all([ask(), ask()])).toEqual(['2', '2'])
})

test('does not serve a page that was being made before a change', async () => {
  const cache = createPageCache({ nextChangeAt: never })
  let content = 'old'
  const reading = Promise.withResolvers<void>()
  const first = cache.get('/', async () => {
    const read = content
    if (read === 'old') await reading.promise
    return page(read)
  })
  await turn()
  content = 'new'
  cache.change()
  const second = textOf(cache.get('/', async () => page(content)))
  reading.resolve()
  expect(await second).toBe('new')
  expect(await textOf(first)).toBe('new')
  expect(await textOf(cache.get('/', async () => page('again')))).toBe('new')
})

test('makes a page again when its next change is due', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  const cache = createPageCache({ nextChangeAt: async () => (Date.now() < 5000 ? 5000 : null) })
  const ask = () => textOf(cache.get('/', async () => page(Date.now() < 5000 ? 'before' : 'after')))
  expect(await ask()).toBe('before')
  vi.setSystemTime(4999)
  expect(await ask()).toBe('before')
  vi.setSystemTime(5000)
  expect(await ask()).toBe('after')
})

test('serves the last good page when making fails, and retries', async () => {
  const cache = createPageCache({ nextChangeAt: never })
  const fails = async () => {
    throw new Error('away')
  }
  await expect(cache.get('/', fails)).rejects.toThrow('away')
  expect(await textOf(cache.get('/', async () => page('1')))).toBe('1')
  cache.change()
  expect(await textOf(cache.get('/', fails))).toBe('1')
  expect(await textOf(cache.get('/', fails))).toBe('1')
  expect(await textOf(cache.get('/', async () => page('2')))).toBe('2')
})

test('reads shared content once per change and does not cache failures', async () => {
  const cache = createPageCache({ nextChangeAt: never })
  let read = 0
  const ask = () => cache.shared('legal', async () => ++read)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  cache.change()
  expect(await ask()).toBe(2)
  await expect(
    cache.shared('other', async () => {
      throw new Error('away')
    }),
  ).rejects.toThrow('away')
  await turn()
  expect(await cache.shared('other', async () => 3)).toBe(3)
})

test('evicts the least recently requested page', async () => {
  const cache = createPageCache({ nextChangeAt: never, maxBytes: 40_000 })
  let made = 0
  const ask = (key: string) =>
    cache.get(key, async () => {
      made++
      return page('x'.repeat(15_000))
    })
  await ask('a')
  await ask('b')
  await ask('a')
  await ask('c')
  expect(made).toBe(3)
  await ask('a')
  expect(made).toBe(3)
  await ask('b')
  expect(made).toBe(4)
})

test('caches no missing page, but asks once for simultaneous requests', async () => {
  const cache = createPageCache({ nextChangeAt: never })
  let made = 0
  const ask = () =>
    cache.get('/org/1', async () => {
      made++
      return { status: 0, contentType: '', text: '' }
    })
  const pages = await Promise.all([ask(), ask()])
  expect([made, pages.map(({ status }) => status)]).toEqual([1, [0, 0]])
  await ask()
  expect(made).toBe(2)
  const found = await cache.get('/org/1', async () => page('there'))
  expect(found.plain.toString()).toBe('there')
})

test('holds pages in buffers of their own size', async () => {
  const { plain, br, gzip } = await createPageCache({ nextChangeAt: never }).get('/', async () =>
    page('x'.repeat(5000)),
  )
  expect([br, gzip].map(({ buffer, length }) => buffer.byteLength - length)).toEqual([0, 0])
  expect(plain.length).toBe(5000)
})
