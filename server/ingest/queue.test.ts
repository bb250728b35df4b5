import { describe, expect, test } from 'vitest'
import type { DecodedMessage } from './intake.ts'
import { type QueueLimits, ReadingQueue } from './queue.ts'

const [flood, quiet, other] = [1, 2, 3]

/** A message that counts for `readings` readings. */
const message = (sourceId: number, readings: number, topic = '', bytes = 1): DecodedMessage => ({
  farmId: 0,
  sourceId,
  topic,
  countedGateway: '',
  message: { ok: true, gateway: null, readings: Array.from({ length: readings }), rejected: [] },
  body: null,
  bytes,
  receivedAt: 0,
})

function queueOf(limits: QueueLimits = { readings: 100, bytes: 1000 }) {
  const queue = new ReadingQueue(limits, () => {})
  return {
    queue,
    /** Fills up what a source may have, message by message. @returns how many readings that were */
    fill(sourceId: number, readings = 1): number {
      let count = 0
      for (; queue.isOpen(sourceId); count += readings) void queue.add(message(sourceId, readings))
      return count
    },
    take: (readings: number) => queue.take(readings).map(({ sourceId, room }) => `${sourceId}:${room.readings}`),
  }
}

describe('a batch', () => {
  test('takes equally many readings of each source', () => {
    const { queue, take, fill } = queueOf()
    fill(flood)
    for (let i = 0; i < 20; i++) void queue.add(message(quiet, 1))
    const taken = take(30)
    expect(taken.filter((one) => one === '1:1')).toHaveLength(15)
    expect(taken.filter((one) => one === '2:1')).toHaveLength(15)
  })

  test('gives a source’s unused share to the others', () => {
    const { queue, take, fill } = queueOf()
    fill(flood)
    void queue.add(message(quiet, 1))
    const taken = take(30)
    expect([taken.length, taken.filter((one) => one === '2:1').length]).toEqual([30, 1])
  })

  test('starts with another source each time when large messages fill it', () => {
    const { queue, take } = queueOf()
    for (const source of [flood, quiet, other]) for (let i = 0; i < 2; i++) void queue.add(message(source, 10))
    expect([take(15), take(15), take(15)]).toEqual([
      ['1:10', '2:10'],
      ['3:10', '1:10'],
      ['2:10', '3:10'],
    ])
  })

  test('keeps the order of each source’s messages', () => {
    const { queue } = queueOf()
    for (const topic of ['a', 'b', 'c', 'd']) void queue.add(message(flood, 3, topic))
    expect([queue.take(4), queue.take(4)].map((batch) => batch.map(({ topic }) => topic))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })
})

describe('room', () => {
  test('remains for a source while the others’ is full', () => {
    const { queue, fill } = queueOf()
    expect(fill(flood)).toBe(100)
    expect(fill(quiet)).toBe(50)
    expect(queue.isOpen(other)).toBe(true)
    expect(queue.isOpen(flood)).toBe(false)
  })

  test('is shared evenly once settled; sources over their share wait', () => {
    const { queue, fill } = queueOf()
    fill(flood)
    fill(quiet)
    const batch = queue.take(60)
    queue.settle(batch, () => ({ kind: 'failed' }))
    expect([queue.readings, queue.isOpen(flood), queue.isOpen(quiet)]).toEqual([90, true, true])
    expect([fill(quiet), queue.isOpen(other)]).toEqual([45, true])
  })

  test('is freed completely when all is settled, regardless of the verdicts', async () => {
    const { queue, fill } = queueOf()
    const outcome = queue.add(message(flood, 40))
    const batch = queue.take(100)
    for (const one of batch)
      Object.assign(one, { sourceId: 0, message: { ok: false, reason: 'NOT_ALLOWED', field: 'source' } })
    queue.settle(batch, () => ({ kind: 'failed' }))
    expect([await outcome, queue.readings, fill(flood)]).toEqual([{ kind: 'failed' }, 0, 100])
  })

  test('is limited by bytes', () => {
    const { queue } = queueOf({ readings: 100, bytes: 10 })
    void queue.add(message(flood, 1, '', 12))
    expect([queue.isOpen(flood), queue.isOpen(quiet)]).toEqual([false, true])
  })

  test('is given to waiting messages in their order', async () => {
    const { queue, fill } = queueOf({ readings: 2, bytes: 1000 })
    fill(flood)
    const came: string[] = []
    const enter = async (name: string) => {
      while (!queue.isOpen(flood)) await queue.whenOpen(flood)
      void queue.add(message(flood, 1, name))
      came.push(name)
    }
    const entered = ['a', 'b', 'c', 'd'].map(enter)
    while (came.length < 4) {
      queue.settle(queue.take(1), () => ({ kind: 'failed' }))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(entered)
    expect(came).toEqual(['a', 'b', 'c', 'd'])
  })
})
