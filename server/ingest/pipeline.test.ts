import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { Herd } from '../herd/herd.ts'
import type { Source } from '../herd/registry.ts'
import { Pipeline } from './pipeline.ts'

const source: Source = { id: 1, name: 'site', secretHash: '', adapters: new Set(['json']), farmIds: null }
const full = 6_000

/** A pipeline over a disk that is as slow as the test wants. Messages that can't be read count one each. */
function slowPipeline() {
  const clock = createClock()
  clock.hold(Date.UTC(2026, 4, 1))
  const writes: PromiseWithResolvers<ReadonlySet<number>>[] = []
  const told = { batches: [] as number[], refreshed: [] as number[], settled: [] as string[] }
  const pipeline = new Pipeline({
    clock,
    log: pino({ level: 'silent' }),
    herd: new Herd(),
    maxAgeMs: 1,
    writer: {
      write(_batch, _counts, unreadable) {
        told.batches.push(unreadable.length)
        const write = Promise.withResolvers<ReadonlySet<number>>()
        writes.push(write)
        return write.promise
      },
      close: () => Promise.resolve(),
    },
    refresh: () => Promise.resolve(void told.refreshed.push(told.batches.length)),
    onHeard: () => {},
    onBatch: () => Promise.resolve(),
    onStored: () => {},
    onDatabase: () => {},
  })
  pipeline.start()
  return {
    pipeline,
    told,
    send(name: string, count = 1) {
      for (let i = 0; i < count; i++) {
        const outcome = pipeline.accept(source, 'json', name, null, Buffer.from('{'))
        if (i === 0) void outcome.then(({ kind }) => told.settled.push(`${name} ${kind}`))
      }
    },
    async stored(place: number) {
      writes[place]?.resolve(new Set())
      await settle()
    },
    async refused(place: number) {
      writes[place]?.reject(Object.assign(new Error('no'), { code: '22000' }))
      await settle()
    },
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

test('what comes while a batch is written waits for the disk, and is then one batch', async () => {
  const { told, send, stored } = slowPipeline()
  send('a')
  await settle()
  send('b', 10)
  await settle()
  expect(told.batches).toEqual([1])
  await stored(0)
  expect([told.batches, told.settled]).toEqual([[1, 10], ['a unreadable']])
})

test('a full batch goes at once, one and no more, and is settled in its turn', async () => {
  const { told, send, stored } = slowPipeline()
  send('a')
  await settle()
  send('b', full)
  send('c', full)
  await stored(0)
  expect(told.batches).toEqual([1, full, full])
  send('d', full)
  await stored(2)
  expect(told.settled).toEqual(['a unreadable'])
  expect(told.batches).toHaveLength(3)
  await stored(1)
  expect(told.settled).toEqual(['a unreadable', 'b unreadable', 'c unreadable'])
  expect(told.batches).toEqual([1, full, full, full])
})

test('after a change of the records nothing is judged before they were read, with nothing on its way', async () => {
  const { pipeline, told, send, stored } = slowPipeline()
  send('a')
  await settle()
  send('b', full)
  pipeline.nudge()
  send('c', full)
  await stored(0)
  expect([told.batches, told.refreshed.at(-1)]).toEqual([[1, full, full], 1])
  pipeline.nudge()
  send('d', full)
  await stored(1)
  expect(told.batches).toHaveLength(3)
  await stored(2)
  expect([told.batches.length, told.refreshed.at(-1)]).toEqual([4, 3])
})

test('a batch that is refused is written message by message, while another is on its way', async () => {
  const { told, send, stored, refused } = slowPipeline()
  send('a')
  await settle()
  send('b', 2)
  await stored(0)
  send('c', full)
  await refused(1)
  expect(told.batches).toEqual([1, 2, full, 1])
  await refused(3)
  await stored(4)
  await stored(2)
  expect(told.settled).toEqual(['a unreadable', 'b failed', 'c unreadable'])
})
