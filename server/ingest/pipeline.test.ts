import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import { Faults } from '../faults.ts'
import { Herd } from '../herd/herd.ts'
import { buildRegistry } from '../herd/registry.ts'
import type { Device, FarmHerd, Source } from '../herd/registry.ts'
import { Pipeline } from './pipeline.ts'
import { Receiver } from './receiver.ts'

const source: Source = {
  id: 1,
  name: 'site',
  secretHash: '',
  adapters: new Set(['json']),
  farmIds: null,
  takesQueryToken: false,
}
const full = 3_000
const start = Date.UTC(2026, 4, 1)
const neckband = 'AB'
const gateway = 'AC'
const away = () => Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' })

/** A pipeline over a disk that is as slow as the test wants. Messages that can't be read count one each. */
function slowPipeline() {
  const clock = createClock()
  clock.hold(start)
  const herd = new Herd()
  const gateways = [{ id: 2, mac: gateway, name: null, farmId: 0, penId: null, heardAt: null }]
  herd.registry = buildRegistry(
    { farms: [], pens: [], gateways, animals: [], spares: [{ id: 1, deviceId: neckband }], sources: [] },
    herd.registry,
  )
  const writes: PromiseWithResolvers<ReadonlySet<number>>[] = []
  herd.registry.sources.set(source.id, source)
  const seen = { batches: [] as number[], refreshed: [] as number[], settled: [] as string[], recordsAreAway: false }
  const pipeline = new Pipeline({
    log: pino({ level: 'silent' }),
    herd,
    maxAgeMs: 1,
    writer: {
      write(_batch, _counts, unreadable) {
        seen.batches.push(unreadable.length)
        const write = Promise.withResolvers<ReadonlySet<number>>()
        writes.push(write)
        return write.promise
      },
      close: () => Promise.resolve(),
    },
    refresh: () => {
      seen.refreshed.push(seen.batches.length)
      return seen.recordsAreAway ? Promise.reject(away()) : Promise.resolve()
    },
    faults: new Faults({ error: () => {} }),
    onReading: () => {},
    onVersions: () => {},
    onBatch: () => {},
    onRejected: () => {},
    onStored: () => {},
    onDatabase: () => {},
  })
  const receiver = new Receiver({ clock, registry: () => herd.registry, intake: pipeline })
  pipeline.start()
  return {
    pipeline,
    receiver,
    clock,
    herd,
    seen,
    send(name: string, count = 1) {
      for (let i = 0; i < count; i++) {
        const outcome = receiver.receive(source, 'json', name, null, Buffer.from('{'))
        if (i === 0) void outcome.then(({ kind }) => seen.settled.push(`${name} ${kind}`))
      }
    },
    async stored(place: number, duplicates = new Set<number>()) {
      writes[place]?.resolve(duplicates)
      await settle()
    },
    async refused(place: number, error = Object.assign(new Error('no'), { code: '22000' })) {
      writes[place]?.reject(error)
      await settle()
    },
  }
}

/** Until what a message, a write or its refusal sets off has been done. */
async function settle() {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('batches messages that arrive during a write', async () => {
  const { seen, send, stored } = slowPipeline()
  send('a')
  await settle()
  send('b', 10)
  await settle()
  expect(seen.batches).toEqual([1])
  await stored(0)
  expect([seen.batches, seen.settled]).toEqual([[1, 10], ['a unreadable']])
})

test('writes one full batch alongside another and settles them in order', async () => {
  const { seen, send, stored } = slowPipeline()
  send('a')
  await settle()
  send('b', full)
  send('c', full)
  await stored(0)
  expect(seen.batches).toEqual([1, full, full])
  send('d', full)
  await stored(2)
  expect(seen.settled).toEqual(['a unreadable'])
  expect(seen.batches).toHaveLength(3)
  await stored(1)
  expect(seen.settled).toEqual(['a unreadable', 'b unreadable', 'c unreadable'])
  expect(seen.batches).toEqual([1, full, full, full])
})

test('rereads changed records before the next batch, with no write pending', async () => {
  const { pipeline, seen, send, stored } = slowPipeline()
  send('a')
  await settle()
  send('b', full)
  pipeline.nudge()
  send('c', full)
  await stored(0)
  expect([seen.batches, seen.refreshed.at(-1)]).toEqual([[1, full, full], 1])
  pipeline.nudge()
  send('d', full)
  await stored(1)
  expect(seen.batches).toHaveLength(3)
  await stored(2)
  expect([seen.batches.length, seen.refreshed.at(-1)]).toEqual([4, 3])
})

test('retries a refused batch message by message alongside another write', async () => {
  const { seen, send, stored, refused } = slowPipeline()
  send('a')
  await settle()
  send('b', 2)
  await stored(0)
  send('c', full)
  await refused(1)
  expect(seen.batches).toEqual([1, 2, full, 1])
  await refused(3)
  await stored(4)
  await stored(2)
  expect(seen.settled).toEqual(['a unreadable', 'b failed', 'c unreadable'])
})

test('reports the older of two pending batches as oldest waiting', async () => {
  const { pipeline, clock, send, stored } = slowPipeline()
  send('a')
  await settle()
  await clock.moveTo(start + 1)
  send('b', full)
  await clock.moveTo(start + 2)
  send('c', full)
  await stored(0)
  expect(pipeline.oldestWaitingAt()).toBe(start + 1)
  await stored(2)
  expect(pipeline.oldestWaitingAt()).toBe(start + 1)
  await stored(1)
  expect(pipeline.oldestWaitingAt()).toBeNull()
})

test('waits on stop for pending writes and queued messages', async () => {
  const { pipeline, seen, send, stored } = slowPipeline()
  send('a')
  await settle()
  send('b', full)
  send('c', full)
  send('d')
  await stored(0)
  const stopped = pipeline.stop().then(() => seen.settled.push('stopped'))
  await stored(2)
  await stored(1)
  expect(seen.settled).toEqual(['a unreadable', 'b unreadable', 'c unreadable'])
  await stored(3)
  await stopped
  expect(seen.settled.slice(3)).toEqual(['d unreadable', 'stopped'])
})

test('fails pending messages without retries when stopped without database', async () => {
  const { pipeline, seen, send, stored, refused } = slowPipeline()
  send('a')
  await settle()
  send('b', full)
  send('c', full)
  await stored(0)
  const stopped = pipeline.stop()
  await refused(2, away())
  await refused(1, away())
  await stopped
  expect([seen.settled, seen.batches]).toEqual([
    ['a unreadable', 'b failed', 'c failed'],
    [1, full, full],
  ])
  expect([pipeline.readingsWaiting, pipeline.oldestWaitingAt()]).toEqual([0, null])
})

test('stores nothing when stopped with changed records unread', async () => {
  const { pipeline, seen, send, stored } = slowPipeline()
  send('a')
  await settle()
  seen.recordsAreAway = true
  pipeline.nudge()
  send('b', 2)
  const stopped = pipeline.stop()
  await stored(0)
  await stopped
  expect([seen.settled, seen.batches, pipeline.readingsWaiting]).toEqual([['a unreadable', 'b failed'], [1], 0])
})

test('adds readings stored by an unanswered write to the herd', async () => {
  const { receiver, herd, stored, refused } = slowPipeline()
  const say = (at: number) =>
    receiver.receive(
      source,
      'json',
      'topic',
      null,
      Buffer.from(JSON.stringify({ gateway, readings: [{ neckband, at }] })),
    )
  const outcomes = [say(start)]
  await settle()
  await stored(0, new Set([0]))
  expect(herd.neckband(1)).toBeUndefined()
  outcomes.push(say(start + 1))
  await settle()
  await refused(1, away())
  await expect.poll(() => stored(2, new Set([0])).then(() => herd.neckband(1)?.heardAt)).toBe(start + 1)
  expect(await Promise.all(outcomes)).toMatchObject([
    { kind: 'read', stored: 0, duplicate: 1 },
    { kind: 'read', stored: 0, duplicate: 1 },
  ])
})

const send = (receiver: Receiver, readings: object[]) =>
  receiver.receive(source, 'json', 'topic', null, Buffer.from(JSON.stringify({ gateway, readings })))

test('reports a bad position although its batch is stored one by one', async () => {
  const { receiver, stored, refused } = slowPipeline()
  const bad = { neckband, at: start, longitude: 0.0001, latitude: 0.0001 }
  const outcomes = [send(receiver, [{ neckband, at: start - 1 }])]
  await settle()
  outcomes.push(send(receiver, [bad]), send(receiver, [{ neckband, at: start + 1 }]))
  await stored(0)
  await refused(1)
  await stored(2)
  await stored(3)
  expect((await Promise.all(outcomes))[1]).toEqual({
    kind: 'read',
    stored: 1,
    duplicate: 0,
    sent: 1,
    rejected: [{ index: 0, field: 'longitude', reason: 'BAD_POSITION', kept: true, neckband }],
  })
})

test('puts only the message in quarantine whose validation fails', async () => {
  const { receiver, herd, seen, stored } = slowPipeline()
  const faulty: Device = { neckbandId: 1, herd: herd.registry.farms.get(0) as FarmHerd, slot: 0 }
  Object.defineProperty(faulty, 'herd', {
    get() {
      throw new Error('broken')
    },
  })
  Object.assign(herd.registry, { devices: new Map([...herd.registry.devices, ['BAD', [faulty]]]) })
  const outcomes = [send(receiver, [{ neckband, at: start }])]
  await settle()
  outcomes.push(send(receiver, [{ neckband: 'BAD', at: start }]), send(receiver, [{ neckband, at: start + 1 }]))
  await stored(0)
  await stored(1)
  expect(await Promise.all(outcomes)).toMatchObject([
    { kind: 'read', stored: 1 },
    { kind: 'unreadable', reason: 'BAD_SHAPE', field: 'body' },
    { kind: 'read', stored: 1 },
  ])
  expect(seen.batches).toEqual([0, 1])
})

test('hears the other readings of a batch when one cannot be applied', async () => {
  const { receiver, herd, stored } = slowPipeline()
  const hear = herd.hear.bind(herd)
  herd.hear = (device, from, reading, isImpossible) => {
    if (reading.at === start) throw new Error('broken')
    return hear(device, from, reading, isImpossible)
  }
  const outcome = send(receiver, [
    { neckband, at: start },
    { neckband, at: start + 1 },
  ])
  await settle()
  await stored(0)
  expect(await outcome).toMatchObject({ kind: 'read', stored: 2 })
  expect(herd.neckband(1)?.heardAt).toBe(start + 1)
})

test('puts a message in quarantine whose decoding fails', async () => {
  const { receiver, seen, stored } = slowPipeline()
  // It has a length but no bytes, so that the decoder throws.
  const body = new Proxy(Buffer.from('{}'), {
    get: (bytes, name) => (name === 'length' ? 2 : Reflect.get(bytes, name)),
  })
  const outcome = receiver.receive(source, 'json', 'topic', null, body)
  await settle()
  await stored(0)
  expect(await outcome).toEqual({ kind: 'unreadable', reason: 'BAD_SHAPE', field: 'body' })
  expect(seen.batches).toEqual([1])
})
